import { once } from "../source/once.ts";
import { MAX_LENGTH, requireLength } from "../source/most_length.ts";

/**
 * Percent-encodes all but unreserved characters and `!*'()`, as one segment or value (RFC 3986, section 2).
 *
 * @throws {TooLongError}
 */
export const encodeComponent: (text: string) => string = encoder(
  encodeURIComponent,
);

/**
 * Encodes a form's name or value, all but unreserved characters (RFC 3986, section 2.3).
 *
 * @throws {TooLongError}
 */
export const encodeFormPercent: (text: string) => string = encoder((text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, percent)
);

/**
 * Encodes a form's name or value (WHATWG URL, application/x-www-form-urlencoded serializing).
 *
 * @throws {TooLongError}
 */
export const encodeFormText: (text: string) => string = encoder((text) =>
  encodeURIComponent(text)
    .replace(/[!'()~]/g, percent)
    .replaceAll("%20", "+")
);

/** Undoes percent-encoding; a text whose escapes are broken stays as it is. */
export function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * An encoder of texts that refuses one whose result would be too long, before it is made.
 *
 * @throws {TooLongError}
 */
function encoder(encode: (text: string) => string): (text: string) => string {
  const lengths = once(() =>
    new Uint8Array(128).map((_, code) =>
      encode(String.fromCharCode(code)).length
    )
  );
  return (text) => {
    // A character becomes nine at most (%XX three times), so a short text cannot be too long.
    if (text.length > MAX_LENGTH / 9) {
      requireLength(lengthOf(text, lengths()));
    }
    return encode(text.toWellFormed());
  };
}

/** The length of an encoded text, by those of the characters of ASCII; one that is too long is not counted to its end. */
function lengthOf(text: string, lengths: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < text.length && length <= MAX_LENGTH; at++) {
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
  return length;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
