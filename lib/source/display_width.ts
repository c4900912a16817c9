/** East Asian wide and full-width characters, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
/** Marks and joiners that take no place of their own. */
const NARROW = /[\p{Mn}\p{Me}\p{Cf}\p{Emoji_Modifier}]/u;

/**
 * How many columns a text takes in a terminal. The text holds no control
 * characters. (@std/cli's unicodeWidth imports a table that its copy on npm,
 * with which we test, lacks; no upstream issue known.)
 */
export function displayWidth(text: string): number {
  // Fast for nearly every line.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (NARROW.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
