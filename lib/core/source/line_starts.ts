import { type Location, locationOf, type Place } from "./diagnostic.ts";
import { ofLastTexts } from "./once.ts";
import type { Origin } from "./origin.ts";

const startsOf = ofLastTexts(readStarts);

/** Offsets at which the lines of a text begin; CR, LF and CRLF end a line. */
export function lineStarts(text: string): readonly number[] {
  return startsOf(text);
}

function readStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
      starts.push(at + 1);
    }
  }
  return starts;
}

/** A line of a text, counted from 1, without its end; undefined where there is none. */
export function lineText(text: string, line: number): string | undefined {
  const span = lineSpan(text, line);
  return span && text.slice(span.start, span.end);
}

/** Where {@linkcode lineText} stands in the text. */
export function lineSpan(
  text: string,
  line: number,
): { readonly start: number; readonly end: number } | undefined {
  const starts = lineStarts(text);
  const start = starts[line - 1];
  if (start === undefined) return undefined;
  let end = starts[line] ?? text.length;
  if (line < starts.length) {
    end--;
    if (text[end] === "\n" && text[end - 1] === "\r") end--;
  }
  return { start, end };
}

/**
 * Line and column, both from 1, of an offset in a text; columns count UTF-16
 * code units. CR, LF and CRLF end a line.
 *
 * @example
 * ```ts
 * import { lineColumn } from "./line_starts.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lineColumn("a\nbc", 3), { line: 2, column: 2 });
 * ```
 */
export function lineColumn(
  text: string,
  offset: number,
): { line: number; column: number } {
  const starts = lineStarts(text);
  const end = Math.min(offset, text.length);
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= end) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - starts[low] + 1 };
}

/**
 * The location of a stretch of text: in its file when it stands in one (line
 * and column are added when it is printed), else in the text itself.
 */
export function locationIn(
  text: string,
  origin: Origin | undefined,
  stretch: { readonly start: number; readonly end: number },
  options: { place?: Place } = {},
): Location {
  const offset = stretch.start;
  const length = stretch.end - stretch.start;
  if (origin !== undefined) {
    const location = locationOf(origin, { offset, length, ...options });
    // A text of a request that a program wrote is in no file to be located in.
    return origin.file === ""
      ? { ...location, ...lineColumn(text, offset) }
      : location;
  }
  return { ...lineColumn(text, offset), offset, length, ...options };
}
