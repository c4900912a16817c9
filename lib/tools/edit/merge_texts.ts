import { longestRise } from "./matched.ts";
import { linesOf } from "./lines.ts";

/** Three states of a text. */
export interface ThreeTexts {
  /** What both began with. */
  readonly base: string;
  /** With the edits of this side. */
  readonly ours: string;
  /** As it is now, with what others changed. */
  readonly theirs: string;
}

/** Lines that both sides changed, each in its own way. */
export interface MergeConflict extends ThreeTexts {
  /** Of their text, from 1. */
  readonly line: number;
}

/** Both sides in one text, or where they meet. */
export type Merged =
  | { readonly text: string; readonly conflicts?: undefined }
  | { readonly conflicts: readonly MergeConflict[] };

/**
 * Writes the lines that one side changed into the text of the other. Sides that
 * changed the same lines to the same have no conflict, so that merging once
 * more changes nothing.
 */
export function mergeTexts({ base, ours, theirs }: ThreeTexts): Merged {
  if (ours === theirs || ours === base) return { text: theirs };
  if (theirs === base) return { text: ours };
  const [from, mine, other] = [base, ours, theirs].map(linesOf);
  const left = hunksOf(from, mine);
  const right = hunksOf(from, other);
  const conflicts: MergeConflict[] = [];
  let text = "";
  let at = 0;
  let line = 1;
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    // A cluster: hunks of both sides of which each meets the next.
    const start = Math.min(
      left[l]?.start ?? Infinity,
      right[r]?.start ?? Infinity,
    );
    const [l0, r0] = [l, r];
    let end = start;
    const takes = (hunk: Hunk | undefined, others: readonly Hunk[]) =>
      hunk !== undefined &&
      (hunk.start === start && others.length === 0 && l === l0 && r === r0 ||
        others.some((one) => meets(one, hunk)));
    for (;;) {
      if (takes(left[l], right.slice(r0, r))) {
        end = Math.max(end, left[l++].end);
      } else if (takes(right[r], left.slice(l0, l))) {
        end = Math.max(end, right[r++].end);
      } else break;
    }
    const kept = from.slice(at, start);
    text += kept.join("");
    line += kept.length;
    const sides = {
      base: from.slice(start, end),
      ours: applied(from, left.slice(l0, l), start, end),
      theirs: applied(from, right.slice(r0, r), start, end),
    };
    const lines = l === l0
      ? sides.theirs
      : r === r0
      ? sides.ours
      : mergedLines(sides);
    if (lines) text += lines.join("");
    else {
      conflicts.push({
        base: sides.base.join(""),
        ours: sides.ours.join(""),
        theirs: sides.theirs.join(""),
        line,
      });
    }
    line += sides.theirs.length;
    at = end;
  }
  if (conflicts.length > 0) return { conflicts };
  return { text: text + from.slice(at).join("") };
}

/** Lines of a text that another text has instead of some of its own. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Whether two sides change the same lines, or add some at one place. */
function meets(a: Hunk, b: Hunk): boolean {
  if (a.start === a.end && b.start === b.end) return a.start === b.start;
  return a.start < b.end && b.start < a.end;
}

function applied(
  from: readonly string[],
  hunks: readonly Hunk[],
  start: number,
  end: number,
): string[] {
  const lines: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    lines.push(...from.slice(at, hunk.start), ...hunk.lines);
    at = hunk.end;
  }
  return [...lines, ...from.slice(at, end)];
}

/** Line by line, where each has its counterpart; undefined where the sides differ. */
function mergedLines(
  { base, ours, theirs }: Record<keyof ThreeTexts, readonly string[]>,
): readonly string[] | undefined {
  if (isSameLines(ours, theirs)) return ours;
  if (base.length !== ours.length || base.length !== theirs.length) {
    return undefined;
  }
  const lines: string[] = [];
  for (const [index, line] of base.entries()) {
    const [mine, other] = [ours[index], theirs[index]];
    if (mine !== other && mine !== line && other !== line) return undefined;
    lines.push(mine === line ? other : mine);
  }
  return lines;
}

function isSameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** What differs between two lists of lines, by the lines that each has once. */
function hunksOf(from: readonly string[], to: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  const stack = [{ a: 0, b: from.length, c: 0, d: to.length }];
  for (let range; (range = stack.pop()) !== undefined;) {
    let { a, b, c, d } = range;
    while (a < b && c < d && from[a] === to[c]) [a, c] = [a + 1, c + 1];
    while (a < b && c < d && from[b - 1] === to[d - 1]) [b, d] = [b - 1, d - 1];
    if (a === b && c === d) continue;
    const anchors = a < b && c < d ? anchorsOf(from, to, { a, b, c, d }) : [];
    if (anchors.length === 0) {
      hunks.push({ start: a, end: b, lines: to.slice(c, d) });
      continue;
    }
    for (const [i, j] of [...anchors, [b, d] as const]) {
      stack.push({ a, b: i, c, d: j });
      [a, c] = [i + 1, j + 1];
    }
  }
  return hunks.sort((one, other) => one.start - other.start);
}

/** Lines that stand once on either side, in the order of both. */
function anchorsOf(
  from: readonly string[],
  to: readonly string[],
  { a, b, c, d }: { a: number; b: number; c: number; d: number },
): (readonly [number, number])[] {
  const places = (lines: readonly string[], start: number, end: number) => {
    const found = new Map<string, number>();
    for (let at = start; at < end; at++) {
      found.set(lines[at], found.has(lines[at]) ? -1 : at);
    }
    return found;
  };
  const [left, right] = [places(from, a, b), places(to, c, d)];
  const pairs: (readonly [number, number])[] = [];
  for (const [line, at] of left) {
    const there = right.get(line) ?? -1;
    if (at !== -1 && there !== -1) pairs.push([at, there]);
  }
  pairs.sort(([one], [other]) => one - other);
  const rise = longestRise(pairs.map(([, there]) => there));
  return pairs.filter(([, there]) => rise.has(there));
}
