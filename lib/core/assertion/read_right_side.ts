import { parseJson } from "../scope/value/parse_json.ts";
import { copyValue } from "../scope/value/snapshot.ts";
import type { Value } from "../scope/value/value.ts";
import { LongText } from "../http/long_text.ts";
import { WrittenNumber } from "../scope/value/written_number.ts";
import { isPlainObject } from "../source/plain_value.ts";
import { deepEqual, differing } from "./deep_equal.ts";
import type { Actual } from "./types.ts";
import type { Part } from "../template/types.ts";

/** The right side of an assertion, in the readings that operators need. */
export interface RightSide {
  /** The value: by its kind, or as the text reads. */
  readonly value: Value | undefined;
  /** The text, without its quotes: what text operators look for. */
  readonly text: string;
  /** With its quotes, where it may be a list of quoted texts: there are more inside, or it is one. */
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
      ...(inside.includes(quote) || !inside.includes(",")) && { quoted: text },
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
/** Levels of a value that are searched for what differs. */
const MAX_LEVELS = 20;
/** Characters of a text that are shown where it was to equal another one. */
const MAX_TEXT = 20_000;

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
 * Writes two values of which one was to be the other: as {@linkcode showValue}
 * does, but of long ones the parts that differ.
 */
export function showPair(left: Actual, right: Actual): [string, string] {
  const whole = [left, right].map(showValue) as [string, string];
  if (whole.every(({ length }) => length <= MAX_LENGTH)) return whole;
  // A text of many MiB is not made only to be shown.
  if (left instanceof LongText || right instanceof LongText) return whole;
  try {
    return [showBeside(left, right), showBeside(right, left)];
  } catch {
    // A nesting beyond the stack.
    return whole;
  }
}

function showBeside(value: Value | undefined, other: Value | undefined) {
  const text = writeValue(value, MAX_LENGTH, { value: other, level: 0 });
  const most = MAX_LENGTH + MAX_TEXT;
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** The value on the other side: elements that are equal on both sides are not shown. */
interface Beside {
  readonly value: Value | undefined;
  readonly level: number;
}

/**
 * A text; a long one that is compared is whole up to a limit, and beyond it is
 * said where it differs. It is never cut at its start: half a secret would not
 * be known as one.
 */
function writeText(text: string, most: number, beside?: Beside): string {
  if (text.length <= most) return JSON.stringify(text);
  const other = beside?.value;
  if (typeof other !== "string") return JSON.stringify(text.slice(0, most));
  if (text.length <= MAX_TEXT) return JSON.stringify(text);
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  return `${
    JSON.stringify(text.slice(0, MAX_LENGTH))
  }… (differs from character ${same + 1} on)`;
}

/**
 * Writes a value as compact JSON, with the kinds that JSON lacks as JavaScript
 * prints them.
 *
 * @param most Characters after which the rest may be left out.
 */
function writeValue(
  value: Value | undefined,
  most = Infinity,
  beside?: Beside,
): string {
  if (value === undefined) return "undefined";
  if (value === null) return "null";
  if (typeof value === "string") return writeText(value, most, beside);
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  }
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) {
    const other = below(beside);
    if (!Array.isArray(other?.value)) {
      const write = (item: Value, left: number) => writeValue(item, left);
      return writeItems("[", value, write, most);
    }
    const { value: items, level } = other;
    const isAligned = items.length === value.length;
    const pieces = differing<Value, Value>(value, items, deepEqual);
    return writeItems(
      "[",
      pieces,
      (piece, left) =>
        typeof piece === "object" ? `… ${piece.equal} equal` : writeValue(
          value[piece],
          left,
          isAligned && !deepEqual(value[piece], items[piece])
            // An equal neighbour stands there whole.
            ? { value: items[piece], level }
            : undefined,
        ),
      most,
    );
  }
  if (typeof value === "object") {
    const members = value as Members;
    const other = below(beside);
    const others = isPlainObject(other?.value)
      ? other.value as Members
      : undefined;
    const keys = Object.keys(members);
    const shown = keys.filter((key) =>
      others === undefined || !Object.hasOwn(others, key) ||
      !deepEqual(members[key], others[key])
    );
    const write = (key: string | undefined, left: number) => {
      if (key === undefined) return `… ${keys.length - shown.length} equal`;
      const beside = others && { value: others[key], level: other!.level };
      return `${JSON.stringify(key)}:${writeValue(members[key], left, beside)}`;
    };
    // One that is equal takes no more room than the note.
    const few = keys.length - shown.length < 2;
    return writeItems("{", few ? keys : [...shown, undefined], write, most);
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

type Members = { readonly [key: string]: Value };

function below(beside: Beside | undefined): Beside | undefined {
  if (beside === undefined || beside.level >= MAX_LEVELS) return undefined;
  return { ...beside, level: beside.level + 1 };
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

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "\\": "\\",
};

/** The parts of a right side with the escapes in its own text undone; what values bring stays. */
export function unescapeParts(parts: readonly Part[]): Part[] {
  return trimmed(parts).map((part) =>
    part.kind === "text" ? { ...part, text: unescape(part.text) } : part
  );
}

/** The same of a list of items between commas, in which those in quotes stay as they are. */
export function unescapeItems(parts: readonly Part[]): Part[] {
  let quote = "";
  let atStart = true;
  return parts.map((part) => {
    if (part.kind === "placeholder") {
      atStart = false;
      return part;
    }
    const text = part.text.replace(
      /\\[^]|[^]/g,
      (found) => {
        const opens = quote === "" && atStart &&
          (found === '"' || found === "'");
        if (opens) quote = found;
        else if (quote === "") {
          atStart = found === "," || atStart && /[\s[]/.test(found);
          return unescape(found);
        } else if (found === quote || found.endsWith(quote)) quote = "";
        return found;
      },
    );
    return { ...part, text };
  });
}

function unescape(text: string): string {
  return text.replace(/\\([nrt\\])/g, (_, letter) => ESCAPES[letter]);
}

/** Without the blanks around, before an escape makes one of its own. */
function trimmed(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    if (part.kind === "placeholder") return part;
    let { text } = part;
    if (index === 0) text = text.trimStart();
    if (index === parts.length - 1) text = text.trimEnd();
    return { ...part, text };
  });
}
