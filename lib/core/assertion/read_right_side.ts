import { parseJson } from "../scope/value/parse_json.ts";
import { copyValue } from "../scope/value/snapshot.ts";
import type { Value } from "../scope/value/value.ts";
import { writeValue } from "./show_value.ts";

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
