import type { TreeCollection, TreeEntry, TreeValue } from "./quote.ts";

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
