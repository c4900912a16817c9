import { MAX_LENGTH, requireLength } from "../source/most_length.ts";

/** How long the characters of ASCII get. */
const LENGTHS = new Uint8Array(128).map((_, code) =>
  encodeURIComponent(String.fromCharCode(code)).length
);

/**
 * Percent-encodes all but unreserved characters and `!*'()`, as one segment or value (RFC 3986, section 2).
 *
 * @throws {TooLongError}
 */
export function encodeComponent(text: string): string {
  // A character becomes nine at most (%XX three times), so a short text cannot be too long.
  if (text.length > MAX_LENGTH / 9) requireLength(encodedLength(text));
  return encodeURIComponent(text.toWellFormed());
}

/** The length of {@linkcode encodeComponent}'s result, which may be too long to be made. */
function encodedLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) length += LENGTHS[code];
    else if (code < 0x800) length += 6;
    else {
      length += 9;
      // Two halves of a character are four bytes together.
      const isPair = (code & 0xfc00) === 0xd800 &&
        (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
      if (isPair) {
        length += 3;
        at++;
      }
    }
  }
  return length;
}

/** Undoes percent-encoding; a text whose escapes are broken stays as it is. */
export function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Encodes a form's name or value, all but unreserved characters (RFC 3986, section 2.3).
 *
 * @throws {TooLongError}
 */
export function encodeFormPercent(text: string): string {
  const encoded = encodeComponent(text).replace(/[!'()*]/g, percent);
  requireLength(encoded.length);
  return encoded;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * Encodes a form's name or value (WHATWG URL, application/x-www-form-urlencoded serializing).
 *
 * @throws {TooLongError}
 */
export function encodeFormText(text: string): string {
  const encoded = encodeComponent(text)
    .replace(/[!'()~]/g, percent)
    .replaceAll("%20", "+");
  requireLength(encoded.length);
  return encoded;
}
