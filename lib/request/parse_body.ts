import type { Value } from "../scope/value.ts";
import { parseJson } from "../scope/parse_json.ts";
import { valueText } from "../scope/value_text.ts";
import { charsetOf } from "./charset_of.ts";
import { headerOf } from "./header_of.ts";
import type { Response } from "./response.ts";

/** An answer's content, read. */
export interface ParsedBody {
  /** The content decoded to text. */
  readonly text: string;
  /** Parsed JSON where the answer is JSON, else the text. */
  readonly value: Value;
  /** Why content that calls itself JSON is none; its value is the text then. */
  readonly invalid?: string;
}

const parsed = new WeakMap<Response, ParsedBody>();

/**
 * Reads an answer's content: as JSON where the content type says so, or where
 * it says nothing of the kind and the text reads as a JSON object or array;
 * otherwise as text in the charset of byte order mark or content type, UTF-8
 * by default. Integers beyond ±2^53 keep their digits as a `bigint`. Empty
 * content is the text `""`. The work is done once per answer.
 */
export function parseBody(response: Response): ParsedBody {
  let body = parsed.get(response);
  if (body === undefined) {
    body = read(response);
    parsed.set(response, body);
  }
  return body;
}

/**
 * A copy of an answer whose content is a value that a script gave it.
 *
 * @throws {TypeError} For a value without a text, such as NaN.
 */
export function withBody(response: Response, value: Value): Response {
  const text = valueText(value);
  if (typeof text !== "string") {
    throw new TypeError(`Cannot set the answer's body: ${text.reason}`);
  }
  const copy = { ...response, body: new TextEncoder().encode(text) };
  parsed.set(copy, { text, value });
  return copy;
}

function read(response: Response): ParsedBody {
  const contentType = headerOf(response.headers, "content-type")?.trim() ?? "";
  const text = decode(response.body, contentType);
  if (text.trim() === "") return { text, value: text };
  if (isJsonType(contentType)) {
    try {
      return { text, value: parseJson(text) };
    } catch (error) {
      const why = response.truncated
        ? "it is cut at the size limit"
        : (error as Error).message;
      return { text, value: text, invalid: why };
    }
  }
  if (/^\s*[[{]/.test(text) && mayBeJson(contentType)) {
    try {
      return { text, value: parseJson(text) };
    } catch {
      // It only looked like JSON.
    }
  }
  return { text, value: text };
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
