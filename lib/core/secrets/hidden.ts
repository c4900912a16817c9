import type { Range } from "./automaton.ts";

/** A stretch of a text that is not shown, and what stands for it. */
export interface Hidden {
  readonly from: number;
  readonly to: number;
  readonly mask: string;
}

/** In order; stretches that overlap or touch become one. */
export function mergedHidden(hidden: Hidden[]): Hidden[] {
  if (hidden.length < 2) return hidden;
  hidden.sort((a, b) => a.from - b.from || b.to - a.to);
  const result: Hidden[] = [];
  for (const one of hidden) {
    const last = result.at(-1);
    if (last === undefined || one.from > last.to) {
      result.push(one);
      continue;
    }
    const { from } = last;
    const to = Math.max(last.to, one.to);
    // A number's mask has quotes, so that its JSON stays JSON.
    const mask = [last, one].find((it) =>
      it.from === from && it.to === to && it.mask !== MASK
    )?.mask ?? MASK;
    result[result.length - 1] = { from, to, mask };
  }
  return result;
}

/** The stretches without the ranges. Both are sorted and do not overlap. */
export function without(
  hidden: readonly Hidden[],
  ranges: readonly Range[],
): Hidden[] {
  const left: Hidden[] = [];
  let next = 0;
  for (const { from, to, mask } of hidden) {
    let start = from;
    while (next < ranges.length && ranges[next][1] <= start) next++;
    for (let at = next; at < ranges.length && ranges[at][0] < to; at++) {
      const [open, close] = ranges[at];
      if (open > start) left.push({ from: start, to: open, mask });
      start = Math.max(start, close);
    }
    if (start < to) left.push({ from: start, to, mask });
  }
  return left;
}

/** The ranges of a text that an expression matches. */
export function rangesOf(text: string, pattern: RegExp): Range[] {
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
}

/** What stands between two texts that a script joins: `'{"token":"' + id + '"}'`. */
const JOINED = /^(['`])\s*\+[^]*\+\s*\1$/;

/** A value up to where a script computes it: `?token=${get("token")}`. */
export function withoutCode(line: string, one: Hidden): Hidden {
  const value = line.slice(one.from, one.to);
  // Elsewhere a value may have these characters itself.
  if (line[one.from - 1] !== "=") {
    return JOINED.test(value) ? { ...one, to: one.from } : one;
  }
  const at = value.indexOf("${");
  return at < 0 ? one : { ...one, to: one.from + at };
}

/** What stands in place of a secret. */
export const MASK = "***";

/** Masks the value of a header or field that holds a secret; what is not a secret in it stays. */
export function maskHeader(name: string, value: string): string {
  if (value === "") return "";
  switch (name.toLowerCase()) {
    case "authorization":
    case "proxy-authorization":
      // The scheme tells much and is not a secret.
      return value.replace(/^(\s*[\w-]+\s+)?[^]+$/, `$1${MASK}`);
    case "cookie":
      return value.split(";").map(maskPair).join(";");
    case "set-cookie": {
      const [pair, ...attributes] = value.split(";");
      return [maskPair(pair), ...attributes].join(";");
    }
    default:
      return MASK;
  }
}

function maskPair(pair: string): string {
  const equals = pair.indexOf("=");
  if (equals < 0) return pair.trim() === "" ? pair : MASK;
  return pair.slice(0, equals + 1) + MASK;
}

/** A text and what of it is hidden, which tells where a place in it stands when it is masked. */
export class MaskedText {
  /** The text as it is shown. */
  readonly text: string;
  readonly #hidden: readonly Hidden[];

  /** @param hidden In order, apart from each other. */
  constructor(private readonly original: string, hidden: readonly Hidden[]) {
    this.#hidden = hidden;
    this.text = this.slice(0, original.length);
  }

  /** The visible text of a part; where it begins or ends inside a secret, it shows the mask. */
  slice(from: number, to: number): string {
    let out = "";
    let at = from;
    for (const hidden of this.#hidden) {
      if (hidden.to <= from || hidden.from >= to) continue;
      out += this.original.slice(at, Math.max(at, hidden.from)) + hidden.mask;
      at = Math.min(hidden.to, to);
    }
    return out + this.original.slice(at, Math.max(at, to));
  }

  /** Where a part of the original stands in the text as it is shown. */
  place(from: number, to: number): { start: number; end: number } {
    return { start: this.#place(from, false), end: this.#place(to, true) };
  }

  #place(offset: number, isEnd: boolean): number {
    let shift = 0;
    for (const { from, to, mask } of this.#hidden) {
      if (isEnd ? from >= offset : from > offset) break;
      if (isEnd ? offset <= to : offset < to) {
        return from + shift + (isEnd ? mask.length : 0);
      }
      shift += mask.length - (to - from);
    }
    return offset + shift;
  }
}
