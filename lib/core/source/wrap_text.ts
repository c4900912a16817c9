import { displayWidth } from "./display_width.ts";

/** How words are put into lines. */
export interface WrapOptions {
  /** Columns of a line. */
  readonly width: number;
  /** Columns that the first line has; default: as many as the others. */
  readonly first?: number;
}

/**
 * Breaks a text of one line at its blanks, so that each line has room in so
 * many columns. A word that is wider has a line of its own: what a person
 * copies stays whole.
 *
 * @example
 * ```ts
 * import { wrapText } from "./wrap_text.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(wrapText("no scope defines it", { width: 9 }), ["no scope", "defines", "it"]);
 * ```
 */
export function wrapText(text: string, options: WrapOptions): string[] {
  // More than one blank between two words stays where both are in one line.
  return wrapWords(text.match(/^ *[^ ]*|(?<= ) *[^ ]+/g) ?? [], options);
}

/** Puts words, which may hold blanks, into lines of so many columns. */
export function wrapWords(
  words: Iterable<string>,
  { width, first = width }: WrapOptions,
): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  let left = first;
  for (const word of words) {
    const columns = displayWidth(word) + 1;
    if (line === undefined) {
      line = word;
      left -= columns - 1;
    } else if (columns > left) {
      lines.push(line);
      line = word.trimStart();
      left = width - displayWidth(line);
    } else {
      line += ` ${word}`;
      left -= columns;
    }
  }
  return [...lines, line ?? ""];
}
