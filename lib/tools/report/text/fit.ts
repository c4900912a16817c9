import { displayWidth } from "../../../core/source/display_width.ts";

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
    used += displayWidth(character);
    if (used > width) break;
    taken.push(character);
  }
  return taken;
}
