import { parseJson } from "../scope/value/parse_json.ts";
import { copyValue } from "../scope/value/snapshot.ts";
import type { Value } from "../scope/value/value.ts";
import { LongText } from "../http/long_text.ts";
import { WrittenNumber } from "../scope/value/written_number.ts";
import type { Actual } from "./types.ts";

/** The right side of an assertion, in the readings that operators need. */
export interface RightSide {
  /** The value: by its kind, or as the text reads. */
  readonly value: Value | undefined;
  /** The text, without its quotes: what text operators look for. */
  readonly text: string;
  /** With its quotes, where there are more inside: it may be a list of quoted texts. */
  readonly quoted?: string;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads the rendered text of a right side: number, `true`, `false`, `null`,
 * `undefined`, text in quotes, JSON objects and arrays; anything else is the
 * text as it stands. Digits that a number would lose stay (`010` is text,
 * a 20-digit id keeps its digits, `1e400` is text).
 *
 * @example
 * ```ts
 * import { readRightSide } from "./read_right_side.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(readRightSide("200").value, 200);
 * assertEquals(readRightSide("'200'").value, "200");
 * assertEquals(readRightSide("010").value, "010");
 * ```
 */
export function readRightSide(rendered: string): RightSide {
  const text = rendered.trim();
  switch (text) {
    case "true":
      return { value: true, text };
    case "false":
      return { value: false, text };
    case "null":
      return { value: null, text };
    case "undefined":
      return { value: undefined, text };
  }
  if (NUMBER.test(text)) return { value: readNumber(text), text };
  const quote = text[0];
  if (
    (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote)
  ) {
    const inside = text.slice(1, -1);
    return {
      value: inside,
      text: inside,
      ...(inside.includes(quote) && { quoted: text }),
    };
  }
  if (/^(?:\{.*\}|\[.*\])$/s.test(text)) {
    try {
      return { value: parseJson(text), text };
    } catch {
      // Text that only looks like JSON.
    }
  }
  return { value: text, text };
}

/** The right side that one placeholder alone makes: the value keeps its kind. */
export function rightSideOf(value: Value): RightSide {
  const text = typeof value === "string" ? value : writeValue(value);
  return { value: copyValue(value), text };
}

function readNumber(text: string): number | bigint | string {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  if (/^-?\d+$/.test(text)) return BigInt(text);
  return Number.isFinite(number) ? number : text;
}

const MAX_LENGTH = 2_000;

/**
 * Writes a value for the reader of a report: texts in quotes, objects as
 * compact JSON, long ones cut. It costs no more than what is shown.
 */
export function showValue(value: Actual): string {
  let text: string;
  try {
    const shown = value instanceof LongText ? value.start(MAX_LENGTH) : value;
    text = writeValue(shown, MAX_LENGTH);
  } catch {
    // Only a nesting beyond the stack gets here.
    text = "a value that is nested too deep to show";
  }
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/**
 * Writes a value as compact JSON, with the kinds that JSON lacks as JavaScript
 * prints them.
 *
 * @param most Characters after which the rest may be left out.
 */
function writeValue(value: Value | undefined, most = Infinity): string {
  if (value === undefined) return "undefined";
  if (value === null) return "null";
  if (typeof value === "string") {
    return JSON.stringify(value.length > most ? value.slice(0, most) : value);
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  }
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) {
    return writeItems("[", value, (item, left) => writeValue(item, left), most);
  }
  if (typeof value === "object") {
    const members = value as { readonly [key: string]: Value };
    const write = (key: string, left: number) =>
      `${JSON.stringify(key)}:${writeValue(members[key], left)}`;
    return writeItems("{", Object.keys(members), write, most);
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

function writeItems<T>(
  open: "[" | "{",
  items: readonly T[],
  write: (item: T, left: number) => string,
  most: number,
): string {
  let text: string = open;
  for (const [index, item] of items.entries()) {
    if (text.length > most) return text;
    text += (index === 0 ? "" : ",") + write(item, most - text.length);
  }
  return text + (open === "[" ? "]" : "}");
}
