/** What YAML takes for something else in a block, or cannot hold. */
export const UNPRINTABLE =
  // deno-lint-ignore no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** A text as a block of lines; undefined where only quotes can hold it. */
export function blockOf(text: string): Block | undefined {
  if (
    text.trim() === "" || UNPRINTABLE.test(text) ||
    // Blanks in a last line would be cut, those in first lines shift all others.
    /\n[ \t]+$/.test(text) || /^(?:[ \t]+\n|\n+[ \t])/.test(text)
  ) return undefined;
  const lines = text.split("\n");
  const chomping = !text.endsWith("\n")
    ? "-"
    : text.endsWith("\n\n")
    ? "+"
    : "";
  if (chomping !== "-") lines.pop();
  const indicator = /^[ \t]/.test(text) ? "2" : "";
  return { kind: "block", header: `|${indicator}${chomping}`, lines };
}

/** A text in quotes: double ones, or single ones where that spares escapes. */
export function quoted(text: string): Inline {
  const isSingle = /["\\]/.test(text) && !text.includes("'") &&
    !UNPRINTABLE.test(text) && !/[\n\t]/.test(text);
  return { kind: "inline", text: isSingle ? `'${text}'` : doubleQuoted(text) };
}

/** A text in double quotes, on one line. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

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
