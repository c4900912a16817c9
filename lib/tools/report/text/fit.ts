import {
  displayWidth,
  firstColumns,
  lastColumns,
} from "../../../core/source/display_width.ts";

/** Fills a text with spaces up to a width. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Cuts a text that is wider than a width at its end, marked by `…`. */
export function fitEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return firstColumns(text, width - 1) + "…";
}

/** Columns that are shown before and from a place on. */
const NEAR = 12;

/**
 * Cuts a text that is wider than a width so that a place in it stays in sight:
 * between `from`, up to which it stays, and `at`, the place.
 *
 * @example
 * ```ts
 * import { fitAround } from "./fit.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = `body eq ${"a".repeat(90)}b`;
 * assertEquals(
 *   fitAround(text, { from: 8, at: 98 }, 30),
 *   "body eq …aaaaaaab",
 * );
 * ```
 */
export function fitAround(
  text: string,
  { from, at }: { readonly from: number; readonly at: number },
  width: number,
): string {
  const near = Math.min(NEAR, width >> 2);
  if (displayWidth(text.slice(0, at)) + near <= width) {
    return fitEnd(text, width);
  }
  const head = fitEnd(text.slice(0, from), width - near * 2 - 1);
  const lead = fitStart(text.slice(from, at), near + 1);
  const joined = lead.startsWith("…") ? head.replace(/…$/, "") : head;
  return fitEnd(joined + lead + text.slice(at), width);
}

/** Cuts a text that is wider than a width at its start, marked by `…`: the end of a path tells the most. */
export function fitStart(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return "…" + lastColumns(text, width - 1);
}

/**
 * Breaks a text of one line into lines of so many columns, at a blank where one
 * is near; with more than `most` lines the last one is cut, marked by `…`.
 */
export function breakLines(
  text: string,
  width: number,
  most: number,
): string[] {
  const lines: string[] = [];
  // More is not shown: the work is no more than that.
  const near = text.slice(0, width * (most + 1) * 2);
  const characters = [...near];
  let at = 0;
  while (at < characters.length && lines.length < most) {
    let end = at;
    let blank = -1;
    for (let used = 0; end < characters.length; end++) {
      used += displayWidth(characters[end]);
      // A character that is wider than the line stands alone.
      if (used > width && end > at) break;
      if (characters[end] === " ") blank = end;
    }
    const isNear = blank - at > width * 0.6;
    if (end < characters.length && characters[end] !== " " && isNear) {
      end = blank;
    }
    lines.push(characters.slice(at, end).join("").trimEnd());
    at = end + (characters[end] === " " ? 1 : 0);
  }
  if (at < characters.length || near.length < text.length) {
    lines.push(fitEnd(`${lines.pop()}…`, width));
  }
  return lines.length === 0 ? [""] : lines;
}
