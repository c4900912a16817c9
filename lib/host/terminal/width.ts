import { MAX_PROSE } from "../../core/source/max_prose.ts";

/** Columns of a line where nothing tells how many there are. */
export const WIDTH = 80;

/** The columns of what a stream is shown on. */
export function widthOf(stream: { isTerminal(): boolean }): number {
  // A terminal that does not know its size has 0 columns.
  return stream.isTerminal() && Deno.consoleSize().columns || WIDTH;
}

/** The columns of running text there. */
export function proseWidth(stream: { isTerminal(): boolean }): number {
  return Math.min(widthOf(stream), MAX_PROSE);
}
