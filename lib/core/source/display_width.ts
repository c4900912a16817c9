import { once } from "./once.ts";

/**
 * Latin letters, and the signs that Brace prints: one column each, and no
 * controls. That is nearly every line. As a class of a pattern.
 */
export const NARROW_CHARACTERS = String
  .raw`\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u257f\u2713\u2717`;

const NARROW = new RegExp(`^[${NARROW_CHARACTERS}]*$`);

/**
 * East Asian wide and full-width characters and emoji; marks, joiners and
 * controls, which take no place of their own. Most runs print none of them.
 */
const beyond = once(() => ({
  wide:
    /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u,
  // Vowels and finals of Hangul stand in the column of the letter before them.
  none: /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff\ud7b0-\ud7fb]/u,
}));

/**
 * How many columns a text takes in a terminal. The text holds no control
 * characters. By what regular expressions know of Unicode: @std/cli has a table
 * that takes 3 ms to unpack, and the page of the HTML report, which is generated,
 * would hold it.
 */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  const { wide, none } = beyond();
  let width = 0;
  for (const character of text) {
    if (!none.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** The start of a text that takes at most so many columns. */
export function firstColumns(text: string, columns: number): string {
  return taken(text, columns).join("");
}

/** The end of a text that takes at most so many columns. */
export function lastColumns(text: string, columns: number): string {
  return taken([...text].reverse(), columns).reverse().join("");
}

function taken(characters: Iterable<string>, columns: number): string[] {
  const those: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += displayWidth(character);
    if (used > columns) break;
    those.push(character);
  }
  return those;
}

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
 * import { wrapText } from "./display_width.ts";
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
