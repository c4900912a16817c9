import type { Value } from "../scope/value.ts";
import { parseJson } from "../scope/parse_json.ts";
import { valueText } from "../scope/value_text.ts";
import { charsetOf } from "./charset_of.ts";
import { headerOf } from "./header_of.ts";
import type { Response } from "./response.ts";

/** A response's content, read. */
export interface ParsedBody {
  /** The content decoded to text. */
  readonly text: string;
  /** Parsed JSON where the response is JSON, else the text. */
  readonly value: Value;
  /** Why content that calls itself JSON is not JSON; its value is the text then. */
  readonly invalid?: string;
  /** Why JSON is not parsed: it would take too much memory; the value is the text then. */
  readonly tooLarge?: string;
}

/** JSON has at most one value for so many bytes of what a run keeps of a response: that bounds what parsing takes. */
const BYTES_PER_VALUE = 25;

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
 * A copy of a response whose content is a value that a script gave it.
 *
 * @throws {TypeError} For a value without a text, such as NaN.
 */
export function withBody(response: Response, value: Value): Response {
  const text = valueText(value);
  if (typeof text !== "string") {
    throw new TypeError(`Cannot set the response's body: ${text.reason}`);
  }
  const copy = { ...response, body: new TextEncoder().encode(text) };
  keep(copy, { text, value });
  return copy;
}

function read(response: Response): ParsedBody {
  const contentType = contentTypeOf(response);
  const isJson = isJsonType(contentType);
  const mayBe = isJson || mayBeJson(contentType);
  const most = Math.floor((response.limit ?? Infinity) / BYTES_PER_VALUE);
  if (mayBe && hasMoreValues(response.body, most)) {
    const tooLarge =
      `the JSON of the response has more than ${most} values (raise the limit of the size of responses)`;
    return new LateText(response, isJson ? { tooLarge } : {});
  }
  const text = decode(response.body, contentType);
  const plain = { text, value: text };
  if (!/\S/.test(text) || !isJson && !(mayBe && /^\s*[[{]/.test(text))) {
    return plain;
  }
  try {
    return new LateText(response, { value: parseJson(text) });
  } catch (error) {
    // Or it only looked like JSON.
    if (!isJson) return plain;
    const invalid = response.truncated
      ? "it is cut at the size limit"
      : (error as Error).message;
    return { ...plain, invalid };
  }
}

/** Content whose text few ask for: it is decoded for them, not kept for all. */
class LateText implements ParsedBody {
  readonly tooLarge?: string;
  readonly #value: Value | undefined;
  #text: string | undefined;

  constructor(
    readonly response: Response,
    { value, tooLarge }: Pick<Partial<ParsedBody>, "value" | "tooLarge">,
  ) {
    this.#value = value;
    if (tooLarge !== undefined) this.tooLarge = tooLarge;
  }

  get text(): string {
    return this.#text ??= decode(
      this.response.body,
      contentTypeOf(this.response),
    );
  }

  get value(): Value {
    return this.#value === undefined ? this.text : this.#value;
  }
}

const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Whether JSON may have more values than this, each key taken for half a one; commas in texts count, too. */
function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  if (bytes.length <= most) return false;
  let halves = 0;
  // By index: an iterator's results would be garbage by the million.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === COLON) halves++;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) halves += 2;
  }
  return halves > 2 * most;
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

function decode(bytes: Uint8Array, contentType: string): string {
  try {
    return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes);
  } catch {
    // An unknown charset: UTF-8 is the best guess.
    return new TextDecoder().decode(bytes);
  }
}
