import type { Shape } from "../../../core/collection/shape/types.ts";
import { stayingOf } from "../matched.ts";
import type { DataEntry } from "../model.ts";
import {
  type TextChange,
  withChanges,
} from "../../../core/source/text_changes.ts";
import { nextLine, startOfLine } from "../lines.ts";
import type { EditData } from "../types.ts";
import { keyRanks } from "./render.ts";
import {
  contentEnd,
  keepsBlanks,
  splitSource,
  type YamlSource,
  type YamlText,
} from "./source.ts";

type Entry = DataEntry<YamlSource>;

/** A mapping or list of lines whose entries changed. */
export interface ChangedBlock {
  readonly yaml: YamlText;
  readonly source: YamlSource;
  /** What it says now. */
  readonly data: EditData | undefined;
  readonly shape: Shape;
  readonly entries: readonly Entry[];
  /** Whether parts of such a collection stand apart where nothing shows it. */
  readonly isSpaced: boolean;
  changesOf(entry: Entry, indent: number): TextChange[];
  /** The lines of a new entry. */
  linesOf(entry: Entry, indent: number): string[];
}

/** The lines of an entry that is there. */
interface Span {
  /** Its key or dash. */
  readonly start: number;
  /** Where its lines begin, with the comments that stand at it. */
  readonly from: number;
  /** Where the next line begins. */
  readonly to: number;
}

/** The changes of the lines of a mapping or list: only those of entries that are not what they were. */
export function blockEntries(block: ChangedBlock): TextChange[] {
  const { yaml: { text, eol }, source, changesOf } = block;
  const sources = splitSource(source)!;
  const spans = spansOf(block, sources);
  const [first] = spans;
  const indent = first.start - startOfLine(text, first.start);
  const order = ordered(block);
  const staying = stayingOf(order);
  const nested = new Map(
    order.flatMap((entry) =>
      entry.index === undefined || !entry.part.changed
        ? []
        : [[entry.index, changesOf(entry, indent)] as const]
    ),
  );
  const isInline = text.slice(startOfLine(text, first.start), first.start)
    .trim() !== "";
  const isSpaced = spans.length > 1
    ? spans.slice(1).every(({ from }) => isBlankAbove(text, from))
    : block.isSpaced;
  const gap = isSpaced ? eol : "";
  const textOf = (entry: Entry) => {
    const { index } = entry;
    if (index === undefined) {
      return block.linesOf(entry, indent).map((line) => line + eol).join("");
    }
    const { from, start, to } = spans[index];
    const changes = nested.get(index) ?? [];
    return index === 0 && isInline
      ? " ".repeat(indent) + withChanges(text, changes, start, to)
      : withChanges(text, changes, from, to);
  };
  if (isInline && !staying.has(0)) {
    // What comes first now stands behind the dash.
    const all = order.map(textOf).join(gap);
    return [{
      start: first.start,
      end: spans[spans.length - 1].to,
      text: all.trimStart(),
    }];
  }
  const made: TextChange[] = [];
  let at: number | undefined;
  let gapAt = gap;
  let waiting = "";
  for (const entry of order) {
    const { index } = entry;
    if (index === undefined || !staying.has(index)) {
      if (at === undefined) waiting += textOf(entry) + gap;
      else made.push({ start: at, end: at, text: gapAt + textOf(entry) });
      continue;
    }
    made.push(...nested.get(index) ?? []);
    if (at === undefined && waiting !== "") {
      made.push(beforeFirst(spans[index], {
        waiting,
        indent,
        isInline: index === 0 && isInline,
      }));
      waiting = "";
    }
    at = spans[index].to;
    gapAt = keepsBlanks(block.yaml, sources[index]) ? "" : gap;
  }
  if (waiting !== "") {
    made.push({
      start: first.from,
      end: first.from,
      text: withoutEnd(waiting, gap),
    });
  }
  return [...made, ...removals(text, spans, staying)];
}

function withoutEnd(text: string, end: string): string {
  return end === "" ? text : text.slice(0, -end.length);
}

function beforeFirst(
  { start, from }: Span,
  { waiting, indent, isInline }: {
    waiting: string;
    indent: number;
    isInline: boolean;
  },
): TextChange {
  return isInline
    ? { start, end: start, text: waiting.trimStart() + " ".repeat(indent) }
    : { start: from, end: from, text: waiting };
}

function spansOf(
  { yaml, source }: ChangedBlock,
  sources: readonly YamlSource[],
): Span[] {
  const { text } = yaml;
  const isRoot = source.node === yaml.document.contents;
  let before = nextLine(text, source.after);
  if (isRoot) before = 0;
  return sources.map((source, index) => {
    const { start } = source;
    const line = startOfLine(text, start);
    // Comments at the top of a file are the file's.
    const isTop = index === 0 && isRoot;
    const from = isTop ? line : withComments(text, line, before);
    const to = nextLine(text, contentEnd(yaml, source));
    before = to;
    return { start, from, to };
  });
}

/** Where the comments begin that stand right above a line. */
function withComments(text: string, line: number, least: number): number {
  let from = line;
  while (from > least) {
    const above = startOfLine(text, from - 1);
    if (above < least || !/^[ \t]*#/.test(text.slice(above, from))) break;
    from = above;
  }
  return from;
}

/** Whether a blank line stands above one. */
function isBlankAbove(text: string, line: number): boolean {
  return line > 0 &&
    text.slice(startOfLine(text, line - 1), line).trim() === "";
}

/** The entries in their new order: new members of a mapping go where its shape has them. */
function ordered({ data, shape, entries }: ChangedBlock): Entry[] {
  const known = entries.filter(({ index, key }) =>
    index !== undefined || key === undefined
  );
  if (known.length === entries.length) return known;
  const ranks = keyRanks(shape, data);
  const rankOf = ({ key }: Entry) => ranks.get(key ?? "") ?? Infinity;
  const list = [...known];
  for (const entry of entries) {
    if (entry.index !== undefined) continue;
    const rank = rankOf(entry);
    const last = rank === Infinity
      ? list.length - 1
      : list.findLastIndex((one) => rankOf(one) < rank);
    list.splice(last + 1, 0, entry);
  }
  return list;
}

/** Takes the lines of entries away that are gone or elsewhere, and the blank lines that would be left over. */
function removals(
  text: string,
  spans: readonly Span[],
  staying: ReadonlySet<number>,
): TextChange[] {
  const made: { start: number; end: number; text: string }[] = [];
  for (const [index, { from, to }] of spans.entries()) {
    if (staying.has(index)) continue;
    let [start, end] = [from, to];
    const isLast = index === spans.length - 1;
    const least = spans[index - 1]?.to ?? from;
    const isBlankBelow = !isLast && isBlankLine(text, to);
    if (index > 0 && (isBlankBelow || isLast)) {
      while (start > least && isBlankAbove(text, start)) {
        start = startOfLine(text, start - 1);
      }
    } else if (index === 0 && isBlankBelow) {
      while (isBlankLine(text, end)) end = nextLine(text, end);
    }
    const before = made.at(-1);
    if (before && before.end >= start) before.end = Math.max(before.end, end);
    else made.push({ start, end, text: "" });
  }
  return made;
}

function isBlankLine(text: string, line: number): boolean {
  return line < text.length &&
    text.slice(line, nextLine(text, line)).trim() === "";
}
