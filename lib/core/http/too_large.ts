import type { LongText } from "./long_text.ts";

/** JSON has at most one value for so many bytes of what a run keeps of a response: that bounds what parsing takes. */
const BYTES_PER_VALUE = 25;
/** What a value takes besides its text, on average, in bytes. */
const VALUE_SIZE = 40;
/** What reading a response may take, as a multiple of what is kept of one at most; the garbage collector wants half of that again. */
const MAX_RATIO = 2;

const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Why content as JSON would take too much memory beside itself and its text. */
export function tooLargeForJson(
  text: LongText,
  limit = Infinity,
): string | undefined {
  const { length } = text.bytes;
  const most = Math.floor(limit / BYTES_PER_VALUE);
  if (length <= most) return undefined;
  const values = countValues(text.bytes);
  if (values > most) {
    return `the JSON of the response has more than ${most} values (raise the limit of the size of responses)`;
  }
  const left = MAX_RATIO * limit - values * VALUE_SIZE;
  // Content, text, texts of the values. A wide text has twice the size, and is made of parts.
  if (6 * length <= left || 3 * length <= left && !text.isWide) {
    return undefined;
  }
  return "the JSON of the response would take too much memory (raise the limit of the size of responses)";
}

/** Why content as one text would take too much memory: while it is made, it is there twice. */
export function tooLargeForText(
  text: LongText,
  limit = Infinity,
): string | undefined {
  const { length } = text.bytes;
  // Content, parts, the wide text.
  if (4 * length <= MAX_RATIO * limit || !text.isWide) return undefined;
  return "the text of the response has characters beyond Latin-1 and would take too much memory (raise the limit of the size of responses)";
}

/** How many values JSON may have, each key taken for half a one; commas in texts count, too. */
function countValues(bytes: Uint8Array): number {
  let halves = 0;
  // By index: an iterator's results would be garbage by the million.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === COLON) halves++;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) halves += 2;
  }
  return halves / 2;
}
