/** What `brace fmt` was asked to do. */
export interface FmtOptions {
  /** Files and folders; none: the collection of the current folder. */
  readonly paths: readonly string[];
  /** `--check`: write nothing, fail where something would change. */
  readonly check: boolean;
  /** `--color`, `--no-color`. */
  readonly color: boolean | undefined;
}
