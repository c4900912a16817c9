import type { BruBlock, BruPair } from "../../../core/collection/bru/shape.ts";
import { EditRefusal } from "../model.ts";
import { longestRise, matched } from "../matched.ts";
import { changedLines, linesOf, nextLine, startOfLine } from "../lines.ts";
import type { TextChange } from "../../../core/source/text_changes.ts";

/** A block and the text that it stands in. */
export interface BlockText {
  readonly block: BruBlock;
  readonly text: string;
  /** The URL as it is to be written, whatever the block's text says. */
  readonly url?: string;
}

/** Behind the brace or bracket that ends a block. */
export function endOfBlock(text: string, block: BruBlock): number {
  const open = /[{[]/.exec(text.slice(block.nameAt.end))!.index +
    block.nameAt.end;
  if (text[open] === "[") {
    const last = block.pairs.at(-1)?.nameAt.end ?? open;
    return text.indexOf("]", last) + 1;
  }
  if (block.text) {
    const { start, end } = block.text;
    if (text[end] === "}") return end + 1;
    return text.indexOf("\n}", start === end ? open : end - 1) + 2;
  }
  const last = block.pairs.at(-1);
  let at = last ? endOfPair(text, last) : open + 1;
  if (!last && text[at] === "}") return at + 1;
  if (!last) at = nextLine(text, at);
  while (at < text.length && text[at] !== "}") at = nextLine(text, at);
  return at + 1;
}

/** Takes a block away, and the blank lines above it. */
export function withoutBlock(text: string, block: BruBlock): TextChange {
  let start = startOfLine(text, block.nameAt.start);
  let end = nextLine(text, endOfBlock(text, block));
  const isBlank = (from: number, to: number) =>
    text.slice(from, to).trim() === "";
  if (start === 0) {
    while (end < text.length && isBlank(end, nextLine(text, end))) {
      end = nextLine(text, end);
    }
  }
  while (start > 0 && isBlank(startOfLine(text, start - 1), start)) {
    start = startOfLine(text, start - 1);
  }
  return { start, end, text: "" };
}

/** Another text in a block: lines that stay keep their bytes. */
export function changedText(
  { text, block }: BlockText,
  wanted: string,
  eol: string,
): TextChange[] {
  const old = block.text;
  if (old === undefined) {
    throw new EditRefusal(`the block "${block.name}" holds no text`);
  }
  if (old.text === wanted) return [];
  const lines = wanted.split("\n").map((line) =>
    line === "" ? eol : `  ${line}${eol}`
  );
  const open = text.indexOf("{", block.nameAt.end) + 1;
  if (old.text === "") {
    const end = endOfBlock(text, block) - 1;
    return [{ start: open, end, text: eol + lines.join("") }];
  }
  // The text of JSON begins behind the blanks of its first line.
  const start = Math.max(open, startOfLine(text, old.start));
  const end = nextLine(text, old.end);
  const before = linesOf(text.slice(start, end));
  const values = old.text.split("\n");
  // Blanks in front count as the format has them: lines are compared by what they say.
  const after = wanted.split("\n");
  const same = before.map((line, index) => ({ line, value: values[index] }));
  let first = 0;
  const most = Math.min(same.length, after.length);
  while (first < most && same[first].value === after[first]) first++;
  let last = 0;
  while (
    last < most - first &&
    same[same.length - 1 - last].value === after[after.length - 1 - last]
  ) last++;
  return [
    changedLines(start, before, [
      ...before.slice(0, first),
      ...lines.slice(first, lines.length - last),
      ...before.slice(before.length - last),
    ]),
  ];
}

/** The lines of a block that become others. */
export function changedPairs({ own, old, next, eol }: {
  readonly own: readonly BlockText[];
  readonly old: BlockText;
  readonly next: BlockText;
  readonly eol: string;
}): TextChange[] {
  const [{ text, block }] = own;
  if (text[endOfBlock(text, block) - 1] === "]") {
    return changedList(own, next, eol);
  }
  const there = own.flatMap(({ block }) => block.pairs);
  const places = placesIn(there, old.block.pairs);
  const found = matched(old.block.pairs, next.block.pairs, [
    (pair) => JSON.stringify(signature(pair)),
    ({ name, disabled }) => JSON.stringify([name, disabled]),
    ({ name }) => name,
  ]);
  // The order of fields is nobody's; that of rows is the author's.
  const isFields = new Set(there.map(({ name }) => name)).size ===
      there.length && !isRows(block.name);
  const indices = found.map((index) =>
    index === undefined ? undefined : places[index]
  );
  const staying = isFields
    ? new Set(indices)
    : longestRise(indices.filter((index) => index !== undefined));
  const changes: TextChange[] = [];
  const kept = new Set<number>();
  let at: number | undefined;
  for (const [index, pair] of next.block.pairs.entries()) {
    const place = indices[index];
    const before = found[index] === undefined
      ? undefined
      : old.block.pairs[found[index]];
    const stays = before !== undefined && isSame(pair, before);
    // The file does not say what goes without saying.
    if (place === undefined && stays) continue;
    const lines = rawPair(next, pair, eol);
    if (place === undefined || !staying.has(place)) {
      const from = place !== undefined && stays
        ? slice(text, there[place])
        : lines;
      changes.push(inserted(text, block, { at, lines: from, eol }));
      continue;
    }
    kept.add(place);
    at = endOfPair(text, there[place]);
    if (before && !stays) {
      changes.push(replaced(text, there[place], { before, pair, lines }));
    }
  }
  for (const place of places) {
    if (place === undefined || kept.has(place)) continue;
    const { start, end } = spanOf(text, there[place]);
    changes.push({ start, end, text: "" });
  }
  return changes;
}

/** Blocks whose lines are a list. */
function isRows(name: string): boolean {
  return /^(?:vars|headers|params|query|metadata|assert|body:(?:form|multi|file))/
    .test(name);
}

/** For each pair that an export wrote, the one of the file. */
function placesIn(
  there: readonly BruPair[],
  pairs: readonly BruPair[],
): (number | undefined)[] {
  const free = new Map<string, number[]>();
  for (const [index, pair] of there.entries()) {
    const label = labelOf(pair);
    free.set(label, [...free.get(label) ?? [], index]);
  }
  return pairs.map((pair) => free.get(labelOf(pair))?.shift());
}

function labelOf({ name, disabled }: BruPair): string {
  return JSON.stringify([name.replace(/^@/, ""), disabled]);
}

/** What a line says, wherever it stands. */
export function signature(
  { name, disabled, value, list, annotations, contentType }: BruPair,
): unknown[] {
  return [
    name,
    disabled,
    value.text,
    list?.map(({ text }) => text),
    annotations,
    contentType?.text,
  ];
}

function isSame(a: BruPair, b: BruPair): boolean {
  return JSON.stringify(signature(a)) === JSON.stringify(signature(b));
}

/** Another value on its line where nothing else changes, else the pair's lines. */
function replaced(
  text: string,
  there: BruPair,
  { before, pair, lines }: { before: BruPair; pair: BruPair; lines: string },
): TextChange {
  const { value } = there;
  const isValueOnly = isSame({ ...pair, value: before.value }, before) &&
    value.form === "line" && !there.list && value.text !== "" &&
    pair.value.text !== "" && !pair.value.text.includes("\n");
  if (isValueOnly) {
    return { start: value.start, end: value.end, text: pair.value.text };
  }
  const inLines = isSame({ ...pair, value: before.value }, before) &&
    value.form === "multiline" && !pair.value.text.includes("'''");
  const from = nextLine(text, value.start);
  const to = startOfLine(text, value.end);
  if (inLines && from <= to && pair.value.text !== "") {
    const eol = text[from - 2] === "\r" ? "\r\n" : "\n";
    return changedLines(
      from,
      linesOf(text.slice(from, to)),
      pair.value.text.split("\n").map((line) =>
        line === "" ? eol : `    ${line}${eol}`
      ),
    );
  }
  const { start, end } = spanOf(text, there);
  return changedLines(start, linesOf(text.slice(start, end)), linesOf(lines));
}

function inserted(
  text: string,
  block: BruBlock,
  { at, lines, eol }: { at: number | undefined; lines: string; eol: string },
): TextChange {
  if (at !== undefined) return { start: at, end: at, text: lines };
  const open = text.indexOf("{", block.nameAt.end) + 1;
  if (text[open] === "}") return { start: open, end: open, text: eol + lines };
  const start = nextLine(text, open);
  return { start, end: start, text: lines };
}

/** The lines of a pair as the export wrote it. */
function rawPair({ text, url }: BlockText, pair: BruPair, eol: string): string {
  if (pair.name === "url" && url !== undefined) return `  url: ${url}${eol}`;
  return slice(text, pair).replaceAll("\n", eol);
}

function slice(text: string, pair: BruPair): string {
  const { start, end } = spanOf(text, pair);
  return text.slice(start, end);
}

/** The lines of a pair with what stands above it. */
function spanOf(text: string, pair: BruPair): { start: number; end: number } {
  let start = startOfLine(text, pair.nameAt.start);
  for (let left = pair.annotations.length; left > 0;) {
    if (start === 0) {
      throw new EditRefusal("a mark above a line cannot be followed");
    }
    start = startOfLine(text, start - 1);
    if (/^[ \t]*@[^()\s:]+(?:\(|[ \t]*\r?$)/m.test(firstLine(text, start))) {
      left--;
    }
  }
  return { start, end: endOfPair(text, pair) };
}

function firstLine(text: string, from: number): string {
  return text.slice(from, nextLine(text, from)).replace(/\r?\n$/, "");
}

/** Where the line after a pair begins. */
function endOfPair(text: string, { value, contentType }: BruPair): number {
  const last = value.form === "multiline"
    ? text.indexOf("'''", value.end) + 3
    : value.end;
  return nextLine(text, Math.max(last, contentType?.end ?? 0));
}

/** Names between brackets. */
function changedList(
  own: readonly BlockText[],
  next: BlockText,
  eol: string,
): TextChange[] {
  const [{ text, block }] = own;
  const marked = own.some(({ block }) =>
    block.pairs.some(({ annotations }) => annotations.length > 0)
  );
  if (own.length > 1 || marked) {
    throw new EditRefusal(
      `the list "${block.name}" is written in a way that cannot be edited`,
    );
  }
  const open = text.indexOf("[", block.nameAt.end) + 1;
  const close = endOfBlock(text, block) - 1;
  const names = next.block.pairs.map(({ name, disabled }) =>
    (disabled ? "~" : "") + name
  );
  const inside = text.slice(open, close);
  const blanks = /\n([ \t]*)[^\s]/.exec(inside)?.[1];
  if (blanks === undefined && inside.trim() !== "") {
    return [{ start: open, end: close, text: names.join(", ") }];
  }
  const lines = names.map((name, index) =>
    `${blanks ?? "  "}${name}${index < names.length - 1 ? "," : ""}${eol}`
  );
  return [
    changedLines(open, linesOf(inside), [eol, ...lines]),
  ];
}
