import { lineStarts } from "./line_starts.ts";

/** A line of a text, counted from 1, without its end; undefined where there is none. */
export function lineText(text: string, line: number): string | undefined {
  const starts = lineStarts(text);
  const start = starts[line - 1];
  if (start === undefined) return undefined;
  let end = starts[line] ?? text.length;
  if (line < starts.length) {
    end--;
    if (text[end] === "\n" && text[end - 1] === "\r") end--;
  }
  return text.slice(start, end);
}
