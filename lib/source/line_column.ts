/**
 * Line and column, both from 1, of an offset in a text; columns count UTF-16
 * code units. CR, LF and CRLF end a line.
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
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
      line++;
      start = at + 1;
    }
  }
  return { line, column: offset - start + 1 };
}
