/** The last question and its answer: problems of one text come in its order. */
let last = { text: "", offset: 0, line: 1, start: 0 };

/**
 * Line and column, both from 1, of an offset in a text; columns count UTF-16
 * code units. CR, LF and CRLF end a line. Asked for ascending offsets of one
 * text, it reads the text once.
 *
 * @example
 * ```ts
 * import { lineColumn } from "./line_column.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lineColumn("a\nbc", 3), { line: 2, column: 2 });
 * ```
 */
export function lineColumn(
  text: string,
  offset: number,
): { line: number; column: number } {
  const known = last.text === text && last.offset <= offset;
  let { line, start } = known ? last : { line: 1, start: 0 };
  const end = Math.min(offset, text.length);
  for (let at = known ? last.offset : 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
      line++;
      start = at + 1;
    }
  }
  last = { text, offset: end, line, start };
  return { line, column: offset - start + 1 };
}
