import { unicodeWidth } from "@std/cli/unicode-width";

/**
 * Latin letters, and the signs that Brace prints: one column each. That is
 * nearly every line, and the table of all characters takes 3 ms to unpack.
 */
const NARROW =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u257f\u2713\u2717]*$/;

/** How many columns a text takes in a terminal. The text holds no control characters. */
export function displayWidth(text: string): number {
  return NARROW.test(text) ? text.length : unicodeWidth(text);
}
