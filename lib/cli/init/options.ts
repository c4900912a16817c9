/** What `brace init` was asked to do. */
export interface InitOptions {
  /** The folder to write, as given; the current one by default. */
  readonly folder: string;
}
