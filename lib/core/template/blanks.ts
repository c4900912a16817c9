import { skipBlanks } from "./characters.ts";

/** A text without the spaces and tabs around it. */
export function trimBlanks(text: string): string {
  const start = skipBlanks(text, 0);
  let end = text.length;
  while (isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** White space that is not a blank, and characters that take no room. */
const UNSEEN = /^(?:\s|\p{Cf})$/u;
/** The same, anywhere in a text. */
const OTHER_SPACE = /[^\S \t]/;

/** The offset of the first white space in a text that is not a space or tab; -1 for none. */
export function findOtherSpace(text: string): number {
  return text.search(OTHER_SPACE);
}

/** What to call white space that is not a space or tab; undefined for another character. */
export function otherSpaceAt(text: string, offset: number): string | undefined {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (!UNSEEN.test(character) || isBlank(text.charCodeAt(offset))) {
    return undefined;
  }
  switch (character) {
    case "\n":
    case "\r":
    case "\u2028":
    case "\u2029":
      return "a line break";
    case "\u00a0":
    case "\u202f":
    case "\ufeff":
      return `a no-break space (${codePoint(character)})`;
    default:
      return `a character that looks like a space or nothing (${
        codePoint(character)
      })`;
  }
}

function codePoint(character: string): string {
  const hex = character.codePointAt(0)!.toString(16).toUpperCase();
  return `U+${hex.padStart(4, "0")}`;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
