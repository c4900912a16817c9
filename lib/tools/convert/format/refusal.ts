/** Why a file is left as it is: completes "Left it as it is: ". */
export class Refusal extends Error {
  override name = "Refusal";
}
