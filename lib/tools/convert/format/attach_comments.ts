import { lineColumn } from "../../../core/source/line_column.ts";
import type { Comment } from "./comments_of.ts";
import type { CollectionPlace, EntryPlace } from "./to_tree.ts";
import type { Collection, Entry } from "./tree.ts";

/**
 * Gives every comment, and blank lines, to the entry that it stands at: at the
 * end of its line, or above it. What is indented deeper than what follows is
 * the end of the collection before.
 */
export function attachComments(
  source: string,
  comments: readonly Comment[],
  { root, places }: {
    readonly root: Collection;
    readonly places: readonly EntryPlace[];
  },
): void {
  const sorted = places.toSorted((a, b) => a.start - b.start);
  let at = 0;
  const pass = (until: number) => {
    for (; at < sorted.length && sorted[at].start < until; at++) {
      const { entry, start } = sorted[at];
      if (isFirst(source, start) && isBelowBlank(source, start)) {
        entry.before.push("");
      }
    }
  };
  for (const { text, offset } of comments) {
    pass(offset);
    const [before, next] = [sorted[at - 1], sorted[at]];
    if (isFirst(source, offset)) {
      const lines = goal(source, offset, { before, next }) ?? root.end;
      if (isBelowBlank(source, offset)) lines.push("");
      lines.push(text);
    } else if (before === undefined) {
      (next?.entry.before ?? root.end).push(text);
    } else if (before.entry.trailing === undefined && isLine(before.entry)) {
      before.entry.trailing = text;
    } else before.entry.before.push(text);
  }
  pass(Infinity);
}

/**
 * Comments above what stands in a dash's line stand above the dash. To be
 * called when the order of all is the one that will be written.
 */
export function hoistComments(collection: Collection): void {
  for (const entry of collection.entries) {
    const { key, value } = entry;
    if (value.kind !== "mapping" && value.kind !== "list") continue;
    hoistComments(value);
    const [first] = value.entries;
    if (key !== undefined || value.props !== "" || first === undefined) {
      continue;
    }
    entry.before.push(...first.before.filter((line) => line !== ""));
    first.before = [];
  }
}

/** False for a dash alone, whose line has no end of its own. */
function isLine({ key, value }: Entry): boolean {
  return key !== undefined || value.kind === "inline" || value.kind === "block";
}

/** The lines that a comment in its own line belongs to. */
function goal(
  source: string,
  offset: number,
  { before, next }: { before?: EntryPlace; next?: EntryPlace },
): string[] | undefined {
  const column = columnOf(source, offset);
  if (next && column <= columnOf(source, next.start)) return next.entry.before;
  const open = new Set<CollectionPlace>();
  for (let one = next?.parent; one; one = one.parent) open.add(one);
  let outermost: CollectionPlace | undefined;
  for (let one = before?.parent; one && !open.has(one); one = one.parent) {
    if (columnOf(source, one.start) <= column) return one.collection.end;
    outermost = one;
  }
  return outermost?.collection.end ?? next?.entry.before;
}

function columnOf(source: string, offset: number): number {
  return lineColumn(source, offset).column;
}

/** Whether nothing stands before an offset in its line. */
function isFirst(source: string, offset: number): boolean {
  let at = offset - 1;
  while (source[at] === " " || source[at] === "\t") at--;
  return at < 0 || source[at] === "\n";
}

/** Whether the line above that of an offset is blank. */
function isBelowBlank(source: string, offset: number): boolean {
  const end = source.lastIndexOf("\n", offset - 1);
  if (end < 1) return false;
  return source.slice(source.lastIndexOf("\n", end - 1) + 1, end).trim() === "";
}
