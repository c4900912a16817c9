import type { Value } from "../scope/value/value.ts";
import { parseJson } from "../scope/value/parse_json.ts";
import { valueText } from "../scope/value/value_text.ts";
import { headerOf } from "./header_of.ts";
import { LongText } from "./long_text.ts";
import type { Response } from "./response.ts";

/** JSON has at most one value for so many bytes of what a run keeps of a response: that bounds what parsing takes. */
const BYTES_PER_VALUE = 25;
/** Average memory of a value on top of its text, in bytes. */
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
function tooLargeForText(
  text: LongText,
  limit = Infinity,
): string | undefined {
  const { length } = text.bytes;
  // Content, parts, the wide text.
  if (4 * length <= MAX_RATIO * limit || !text.isWide) return undefined;
  return "the text of the response has characters beyond Latin-1 and would take too much memory (raise the limit of the size of responses)";
}

/** The highest number of values in JSON. A key counts as half a value; commas inside strings count as well. */
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

/** A response's content, read. */
export interface ParsedBody {
  /** The content decoded to text. */
  readonly text: string;
  /** Parsed JSON where the response is JSON, else the text; undefined where a script set that. */
  readonly value: Value | undefined;
  /** Why content that calls itself JSON is not JSON; its value is the text then. */
  readonly invalid?: string;
  /** Why JSON is not parsed, or what a long text is not made for: it would take too much memory; the value is the text then. */
  readonly tooLarge?: string;
  /** The text where the value is a long one. */
  readonly long?: LongText;
}

/** Longer content is not kept as a text, in bytes. */
const LONG = 8 * 1024 * 1024;

/**
 * Where a response keeps what was read of it: no copy of it has that. (In a
 * WeakMap, which lives long, V8 kept all of them until the next full
 * collection: measured, no upstream issue known.)
 */
const PARSED = Symbol("parsed");

type Kept = Response & { readonly [PARSED]?: ParsedBody };

function keep(response: Response, body: ParsedBody): ParsedBody {
  Object.defineProperty(response, PARSED, { value: body });
  return body;
}

/**
 * Reads a response's content: as JSON where the content type says so, or where
 * it says nothing of the kind and the text reads as a JSON object or array;
 * otherwise as text in the charset of byte order mark or content type, UTF-8
 * by default. Integers beyond ±2^53 keep their digits as a `bigint`. Empty
 * content is the text `""`. The work is done once per response.
 */
export function parseBody(response: Response): ParsedBody {
  return (response as Kept)[PARSED] ?? keep(response, read(response));
}

/**
 * A copy of a response whose content is a value that a script gave it; none
 * for undefined.
 *
 * @throws {TypeError} For a value without a text, such as NaN.
 */
export function withBody(
  response: Response,
  value: Value | undefined,
): Response {
  const text = value === undefined ? "" : valueText(value);
  if (typeof text !== "string") {
    throw new TypeError(`Cannot set the response's body: ${text.reason}`);
  }
  const copy = { ...response, body: new TextEncoder().encode(text) };
  keep(copy, { text, value });
  return copy;
}

function read(response: Response): ParsedBody {
  const { body, limit, truncated } = response;
  const contentType = contentTypeOf(response);
  const isJson = isJsonType(contentType);
  const whole = new LongText(body, contentType);
  const text = body.length > LONG ? undefined : `${whole}`;
  const plain = (more: Partial<ParsedBody> = {}) =>
    text === undefined
      ? new LateBody(whole, {
        long: whole,
        ...tooLarge(tooLargeForText(whole, limit)),
        ...more,
      })
      : { text, value: text, ...more };

  const first = text === undefined ? whole.first : /\S/.exec(text)?.[0];
  const looksJson = first === "{" || first === "[";
  if (first === undefined || !(isJson || looksJson && mayBeJson(contentType))) {
    return plain();
  }
  const problem = tooLargeForJson(whole, limit);
  if (problem !== undefined) {
    return isJson ? new LateBody(whole, tooLarge(problem)) : plain();
  }
  try {
    return new LateBody(whole, { value: parseJson(text ?? `${whole}`) });
  } catch (error) {
    // Or it only looked like JSON.
    if (!isJson) return plain();
    const invalid = truncated
      ? "it is cut at the size limit"
      : (error as Error).message;
    return plain({ invalid });
  }
}

function tooLarge(why: string | undefined): Partial<ParsedBody> {
  return why === undefined ? {} : { tooLarge: why };
}

/** Content whose text few ask for: it is decoded for them, not kept for all. */
class LateBody implements ParsedBody {
  readonly tooLarge?: string;
  readonly invalid?: string;
  readonly long?: LongText;
  readonly #value: Value | undefined;
  #text: string | undefined;

  constructor(
    readonly whole: LongText,
    { value, ...facts }: Omit<Partial<ParsedBody>, "text">,
  ) {
    this.#value = value;
    Object.assign(this, facts);
  }

  get text(): string {
    return this.#text ??= `${this.whole}`;
  }

  get value(): Value {
    return this.#value === undefined ? this.text : this.#value;
  }
}

function contentTypeOf({ headers }: Response): string {
  return headerOf(headers, "content-type")?.trim() ?? "";
}

/** Whether a media type is JSON: `application/json`, `text/json`, `…+json`. */
function isJsonType(contentType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType);
}

/** A type that names another format is taken at its word. */
function mayBeJson(contentType: string): boolean {
  return contentType === "" ||
    /^\s*(?:text\/(?:plain|html|javascript)|application\/(?:octet-stream|javascript))/i
      .test(contentType);
}
