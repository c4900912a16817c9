/** What an ASCII character can be part of. */
const STARTS_NAME = 1;
const IN_NAME = 2;
const IN_KEY = 4;

const CLASSES = new Uint8Array(128);
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
setClass(LETTERS + LETTERS.toLowerCase() + "_", STARTS_NAME | IN_NAME | IN_KEY);
setClass("0123456789-", IN_NAME | IN_KEY);
setClass("$", IN_KEY);

function setClass(characters: string, inClass: number): void {
  for (let at = 0; at < characters.length; at++) {
    CLASSES[characters.charCodeAt(at)] = inClass;
  }
}

/** Offset behind the characters of a class, letters beyond ASCII included. */
function scan(text: string, offset: number, inClass: number): number {
  let end = offset;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code < 128) {
      if ((CLASSES[code] & inClass) === 0) return end;
      end++;
    } else {
      const length = letterLength(text, end);
      if (length === 0) return end;
      end += length;
    }
  }
}

/** Length of the letter beyond ASCII at an offset, in UTF-16 code units; 0 for none. */
function letterLength(text: string, offset: number): number {
  if (offset >= text.length) return 0;
  const character = String.fromCodePoint(text.codePointAt(offset)!);
  // Making it takes as long as a template: nearly all are ASCII.
  return /^\p{L}$/u.test(character) ? character.length : 0;
}

/** Offset behind the name that starts at an offset; the offset itself where none does. */
export function scanName(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  const starts = code < 128
    ? (CLASSES[code] & STARTS_NAME) !== 0
    : letterLength(text, offset) > 0;
  return starts ? scan(text, offset, IN_NAME) : offset;
}

/** Offset behind the property key that starts at an offset; the offset itself where none does. */
export function scanKey(text: string, offset: number): number {
  return scan(text, offset, IN_KEY);
}

/** Whether a code unit is a decimal digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Offset behind the decimal digits that start at an offset. */
export function scanDigits(text: string, offset: number): number {
  let end = offset;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** Offset behind spaces and tabs. */
export function skipBlanks(text: string, offset: number): number {
  let end = offset;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code !== 32 && code !== 9) return end;
    end++;
  }
}

/**
 * Whether a text is a variable's name: a letter or underscore, then letters,
 * digits, underscores and hyphens.
 *
 * @example
 * ```ts
 * import { isName } from "@brace/brace";
 * import { assert } from "@std/assert";
 *
 * assert(isName("api-key_2"));
 * assert(!isName("2nd"));
 * ```
 */
export function isName(text: string): boolean {
  return text !== "" && scanName(text, 0) === text.length;
}

/**
 * Whether a text is no name, but reads as one of an app that allows blanks,
 * slashes and colons in names: `client secret`, `prod/api`. What begins as the
 * reserved `process.env` does is none.
 */
export function isLooseName(text: string): boolean {
  return text.length <= MAX_LOOSE_NAME && LOOSE_NAME.test(text) &&
    !RESERVED.test(text);
}

const MAX_LOOSE_NAME = 256;
const LOOSE_NAME =
  /^[\p{L}\d_][\p{L}\d_-]*(?:(?:[ \t]+|[/:.])[\p{L}\d_][\p{L}\d_-]*)*$/u;
const RESERVED = /^process(?:\.|$)/;

/** A text without the spaces and tabs around it. */
export function trimBlanks(text: string): string {
  const start = skipBlanks(text, 0);
  let end = text.length;
  while (isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** White space that is not a blank. */
const OTHER_SPACE = /[^\S \t]/;

/** The offset of the first white space in a text that is not a space or tab; -1 for none. */
export function findOtherSpace(text: string): number {
  return text.search(OTHER_SPACE);
}

/** What to call white space that is not a space or tab; undefined for another character. */
export function otherSpaceAt(text: string, offset: number): string | undefined {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (isBlank(text.charCodeAt(offset))) return undefined;
  // White space, and characters that take no room.
  if (!/^(?:\s|\p{Cf})$/u.test(character)) return undefined;
  switch (character) {
    case "\n":
    case "\r":
    case "\u2028":
    case "\u2029":
      return "a line break";
    case "\u00a0":
    case "\u202f":
      return `a no-break space (${codePoint(character)})`;
    case "\ufeff":
      return "a byte order mark (U+FEFF)";
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
