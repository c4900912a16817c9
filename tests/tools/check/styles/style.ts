/** A collection in a style that people use, right in every way. */
export interface Style {
  readonly files: Readonly<Record<string, string>>;
  /** Environments that it runs with; absent: none. */
  readonly environments?: readonly string[];
  /** A row of data that it runs with. */
  readonly rows?: Readonly<Record<string, unknown>>;
}
