/** A file to write: a text, or the bytes of another file. */
export type NewFile = {
  readonly text: string;
  /** Permissions, such as 0o600; absent: the usual ones. */
  readonly mode?: number;
} | { readonly copyOf: string };
