// The copy on npm lacks the table that this reads (no upstream issue known):
// the same by what regular expressions know of Unicode.

/** East Asian wide and full-width characters, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;
/** Marks, joiners and controls take no place of their own. */
const NONE = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

export function unicodeWidth(str: string): number {
  let width = 0;
  for (const character of str) {
    if (!NONE.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
