import { MAX_LENGTH, requireLength } from "../source/most_length.ts";

/** How long the characters of ASCII get. */
const LENGTHS = lengths((encoded) => encoded);
const FORM_PERCENT_LENGTHS = lengths(toFormPercent);
const FORM_TEXT_LENGTHS = lengths(toFormText);

function lengths(finish: (encoded: string) => string): Uint8Array {
  return new Uint8Array(128).map((_, code) =>
    finish(encodeURIComponent(String.fromCharCode(code))).length
  );
}

/**
 * Percent-encodes all but unreserved characters and `!*'()`, as one segment or value (RFC 3986, section 2).
 *
 * @throws {TooLongError}
 */
export function encodeComponent(text: string): string {
  requireEncodedLength(text, LENGTHS);
  return encodeURIComponent(text.toWellFormed());
}

/** Refuses a text before it is made, which takes long if it is too long. */
function requireEncodedLength(text: string, lengths: Uint8Array): void {
  // A character becomes nine at most (%XX three times), so a short text cannot be too long.
  if (text.length <= MAX_LENGTH / 9) return;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) length += lengths[code];
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
  requireLength(length);
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
  requireEncodedLength(text, FORM_PERCENT_LENGTHS);
  return toFormPercent(encodeComponent(text));
}

function toFormPercent(encoded: string): string {
  return encoded.replace(/[!'()*]/g, percent);
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
  requireEncodedLength(text, FORM_TEXT_LENGTHS);
  return toFormText(encodeComponent(text));
}

function toFormText(encoded: string): string {
  return encoded.replace(/[!'()~]/g, percent).replaceAll("%20", "+");
}
