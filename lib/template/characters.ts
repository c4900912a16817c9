const LETTER = /^\p{L}$/u;

/** Length of the letter (`\p{L}`) or underscore at an offset, in UTF-16 code units; 0 for none. */
function letterLength(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  if (code < 128) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ||
        code === 95
      ? 1
      : 0;
  }
  // Past the end the code is NaN, which compares false above and here.
  if (!(code >= 128)) return 0;
  const character = String.fromCodePoint(text.codePointAt(offset)!);
  return LETTER.test(character) ? character.length : 0;
}

/** Whether a code unit is a decimal digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Offset behind the name that starts at an offset; the offset itself where none does. */
export function scanName(text: string, offset: number): number {
  let length = letterLength(text, offset);
  if (length === 0) return offset;
  let end = offset + length;
  for (;;) {
    const code = text.charCodeAt(end);
    if (isDigit(code) || code === 45) {
      end++;
      continue;
    }
    length = letterLength(text, end);
    if (length === 0) return end;
    end += length;
  }
}

/** Offset behind the property key that starts at an offset; the offset itself where none does. */
export function scanKey(text: string, offset: number): number {
  let end = offset;
  for (;;) {
    const code = text.charCodeAt(end);
    if (isDigit(code) || code === 45 || code === 36) {
      end++;
      continue;
    }
    const length = letterLength(text, end);
    if (length === 0) return end;
    end += length;
  }
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
 * import { isName } from "./characters.ts";
 * import { assert } from "@std/assert";
 *
 * assert(isName("api-key_2"));
 * assert(!isName("2nd"));
 * ```
 */
export function isName(text: string): boolean {
  return text !== "" && scanName(text, 0) === text.length;
}
