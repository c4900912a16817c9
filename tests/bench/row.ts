/** One line of the bench: what was compared, how it came out, what is allowed. */
export interface Row {
  readonly name: string;
  /** Time of the subject over the time of what it is compared with, in one run. */
  readonly ratio: number;
  /** The ratio must not be greater. */
  readonly limit: number;
}
