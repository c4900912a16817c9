import type { CollectedRequest } from "./collect/types.ts";

/** The path of a request, with the iteration where there are several: `users/create.yml [2/5]`; setup and teardown are in none. */
export function requestLabel(
  { path, iteration, stage }: Pick<
    CollectedRequest,
    "path" | "iteration" | "stage"
  >,
  iterations: number,
): string {
  return iterations > 1 && stage === undefined
    ? `${path} [${iteration + 1}/${iterations}]`
    : path;
}
