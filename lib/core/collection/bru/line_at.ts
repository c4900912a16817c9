import type { BruSpan } from "./shape.ts";

/** From an offset to the end of its line, without the line's end. */
export function lineAt(source: string, from: number): BruSpan {
  const newline = source.indexOf("\n", from);
  const end = newline === -1 ? source.length : newline;
  return {
    start: from,
    end: end > from && source[end - 1] === "\r" ? end - 1 : end,
  };
}
