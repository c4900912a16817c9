/** A YAML text to be written: what stands where, in one style. */
export interface TreeEntry {
  /** The key as it is written; absent in a list. */
  readonly key?: string;
  /** Comments above it, `""` for a blank line. */
  before: string[];
  /** A comment at the end of its first line. */
  trailing?: string;
  value: TreeValue;
}

/** What an entry holds. */
export type TreeValue = Inline | Block | TreeCollection;

/** A value in one line; `""` for nothing. */
export interface Inline {
  readonly kind: "inline";
  readonly text: string;
}

/** A text in lines below its header, such as `|-`. */
export interface Block {
  readonly kind: "block";
  readonly header: string;
  readonly lines: readonly string[];
}

/** A mapping or a list in lines of its own. */
export interface TreeCollection {
  readonly kind: "mapping" | "list";
  /** An anchor and a tag, as they are written; `""` for none. */
  readonly props: string;
  entries: TreeEntry[];
  /** Comments below the last entry, `""` for a blank line. */
  readonly end: string[];
}
