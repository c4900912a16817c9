const ASCII = /^[\0-\x7f]*$/;
const NOTHING = /[\p{Mn}\p{Me}\p{Cf}]/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Columns that a text without controls takes on a terminal. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  if (NOTHING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Fills a text with spaces up to a width. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Cuts a text that is wider than a width at its end, marked by `…`. */
export function fitEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return take([...text], width - 1).join("") + "…";
}

/** Cuts a text that is wider than a width at its start, marked by `…`: the end of a path tells the most. */
export function fitStart(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return "…" + take([...text].reverse(), width - 1).reverse().join("");
}

function take(characters: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += widthOf(character);
    if (used > width) break;
    taken.push(character);
  }
  return taken;
}
