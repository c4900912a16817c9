/** A file that is generated, below the project's root. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}
