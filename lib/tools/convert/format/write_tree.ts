/** Writes a tree as YAML with two blanks a level, lists below their keys included. */
export function writeTree(root: TreeCollection): string {
  const lines: string[] = [];
  writeEntries(root, "", lines);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function writeEntries(
  collection: TreeCollection,
  indent: string,
  lines: string[],
): void {
  let first = true;
  for (const entry of collection.entries) {
    writeComments(entry.before, { indent, lines, first });
    first = false;
    writeEntry(entry, indent, indent, lines);
  }
  writeComments(collection.end, { indent, lines, first });
}

/** Blank lines one at a time, and none at a beginning or behind a text that would take it in. */
function writeComments(
  comments: readonly string[],
  { indent, lines, first }: { indent: string; lines: string[]; first: boolean },
): void {
  let blank = first || lines.length === 0 || lines.at(-1) === "";
  for (const comment of comments) {
    if (comment === "") {
      if (!blank) lines.push("");
      blank = true;
    } else {
      lines.push(indent + comment);
      blank = false;
    }
  }
}

/** `prefix` is what its first line begins with: blanks, or a list's dash. */
function writeEntry(
  { key, trailing, value }: TreeEntry,
  indent: string,
  prefix: string,
  lines: string[],
): void {
  const comment = trailing === undefined ? "" : ` ${trailing}`;
  if (key === undefined) {
    return writeItem(value, { indent, prefix, comment, lines });
  }
  const start = `${prefix}${key}:`;
  switch (value.kind) {
    case "inline":
      lines.push(start + (value.text && ` ${value.text}`) + comment);
      return;
    case "block":
      lines.push(`${start} ${value.header}${comment}`);
      return writeBlock(value.lines, `${indent}  `, lines);
    case "mapping":
    case "list":
      lines.push(start + (value.props && ` ${value.props}`) + comment);
      return writeEntries(value, `${indent}  `, lines);
    default:
      value satisfies never;
  }
}

function writeItem(
  value: TreeValue,
  { indent, prefix, comment, lines }: {
    indent: string;
    prefix: string;
    comment: string;
    lines: string[];
  },
): void {
  const dash = `${prefix}-`;
  const inner = `${indent}  `;
  switch (value.kind) {
    case "inline":
      lines.push(dash + (value.text && ` ${value.text}`) + comment);
      return;
    case "block":
      lines.push(`${dash} ${value.header}${comment}`);
      return writeBlock(value.lines, inner, lines);
    case "mapping":
    case "list": {
      const [first, ...others] = value.entries;
      if (value.props !== "" || first === undefined) {
        lines.push(dash + (value.props && ` ${value.props}`) + comment);
        return writeEntries(value, inner, lines);
      }
      // Comments of the first one stand above the dash.
      writeEntry(first, inner, `${dash} `, lines);
      return writeEntries({ ...value, entries: others }, inner, lines);
    }
    default:
      value satisfies never;
  }
}

function writeBlock(
  block: readonly string[],
  indent: string,
  lines: string[],
): void {
  for (const line of block) lines.push(line === "" ? "" : indent + line);
}

/** Puts a blank line before each part of a file that has several lines. */
export function spaceParts(entries: readonly TreeEntry[]): void {
  entries.forEach((entry, index) => {
    if (index > 0 && entry.value.kind !== "inline" && entry.before[0] !== "") {
      entry.before.unshift("");
    }
  });
}

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
