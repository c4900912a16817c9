import type { AssertionOperator } from "../collection/types.ts";
import { LongText } from "../http/long_text.ts";
import type { Value } from "../scope/value/value.ts";
import { deepEqual } from "./deep_equal.ts";
import { readRightSide, type RightSide } from "./read_right_side.ts";
import { showValue } from "./read_right_side.ts";
import type { Actual } from "./types.ts";

/** A regular expression, or why a text is not one. */
type ReadPattern =
  | { readonly ok: true; readonly value: RegExp }
  | { readonly ok: false; readonly why: string };

/**
 * Reads the right side of `matches`: a regular expression as it stands, or
 * `/…/flags`.
 */
export function readPattern(text: string): ReadPattern {
  const [, source = text, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  try {
    // g and y make test() depend on earlier calls.
    return { ok: true, value: new RegExp(source, flags.replace(/[gy]/g, "")) };
  } catch (error) {
    return { ok: false, why: (error as Error).message };
  }
}

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** The order of two values, or why they have none. */
type Comparison =
  | { readonly ok: true; readonly order: number }
  | { readonly ok: false; readonly why: string };

/**
 * Orders two values: numbers by size, dates by time, texts by their characters.
 * A text that reads as a finite number counts as one beside a number, so that a
 * header such as `content-length` compares.
 */
function compare(
  actual: Actual,
  expected: Value | undefined,
): Comparison {
  if (actual instanceof LongText && typeof expected === "string") {
    return { ok: true, order: actual.compare(expected) };
  }
  if (typeof actual === "string" && typeof expected === "string") {
    const a = numberOf(actual);
    const b = numberOf(expected);
    if (a !== undefined && b !== undefined) return order(a, b);
    return order(actual, expected);
  }
  const a = numberOf(actual);
  if (a === undefined) {
    return { ok: false, why: `${showValue(actual)} is not a number` };
  }
  const b = numberOf(expected);
  if (b === undefined) {
    return { ok: false, why: `${showValue(expected)} is not a number` };
  }
  return order(a, b);
}

function order<T extends number | bigint | string>(a: T, b: T): Comparison {
  return { ok: true, order: a < b ? -1 : a > b ? 1 : 0 };
}

function numberOf(value: Actual): number | bigint | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (typeof value === "string" && NUMBER.test(value)) {
    if (/^\s*-?\d{16,}\s*$/.test(value)) return BigInt(value);
    const number = Number(value);
    return Number.isFinite(number) ? number : undefined;
  }
  if (value instanceof Date) return value.getTime();
  return undefined;
}

/** Brackets around a whole list, such as `[a, b]`. In `[1], [2]` they are the items'. */
const BRACKETS = /^\s*\[([^[\]]*(?:\[.*)?)\]\s*$/s;

/**
 * Reads the list that `in`, `notIn` and `between` take: an array as it is,
 * otherwise the text's parts between commas, each read as a right side.
 * Commas inside quotes do not separate, and brackets around the list, which is
 * no JSON then, do not count.
 */
function readList(right: RightSide): readonly (Value | undefined)[] {
  if (Array.isArray(right.value)) return right.value;
  const list = right.quoted ?? right.text;
  const [, inside = list] = BRACKETS.exec(list) ?? [];
  return splitAtCommas(inside).map((part) => readRightSide(part).value);
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") {
      // A quote counts only at the start of an element: the apostrophe of
      // "don't" is a character like any other.
      if (text.slice(start, i).trim() === "") quote = char;
    } else if (char === ",") {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Whether an operator holds; a text says why it cannot. */
type Check = (
  actual: Actual,
  expected: RightSide,
) => boolean | string;

/**
 * Every operator. One that cannot decide (a number has no length, say) gives a
 * text, and the assertion fails: neither `contains` nor `notContains` passes
 * for a value that contains nothing.
 */
export const OPERATORS: { readonly [name in AssertionOperator]: Check } = {
  eq: (actual, { value }) => isEqual(actual, value),
  neq: (actual, { value }) => !isEqual(actual, value),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  in: isIn,
  notIn: not(isIn),
  contains,
  notContains: not(contains),
  length: hasLength,
  matches,
  notMatches: not(matches),
  startsWith: (actual, { text }) =>
    withText(actual, (it) => it.startsWith(text)),
  endsWith: (actual, { text }) => withText(actual, (it) => it.endsWith(text)),
  between: isBetween,
  isEmpty,
  isNotEmpty: not(isEmpty),
  isNull: (actual) => actual === null,
  isUndefined: (actual) => actual === undefined,
  isDefined: (actual) => actual !== undefined,
  isTruthy: (actual) => Boolean(actual),
  isFalsy: (actual) => !actual,
  isJson,
  isNumber: (actual) =>
    typeof actual === "bigint" ||
    typeof actual === "number" && !Number.isNaN(actual),
  isString: isText,
  isBoolean: (actual) => typeof actual === "boolean",
  isArray: (actual) => Array.isArray(actual),
};

/** Turns a decision around; what cannot be decided stays undecided. */
function not(check: Check): Check {
  return (actual, expected) => {
    const result = check(actual, expected);
    return typeof result === "string" ? result : !result;
  };
}

function ordered(test: (order: number) => boolean): Check {
  return (actual, { value }) => {
    const comparison = compare(actual, value);
    return comparison.ok ? test(comparison.order) : comparison.why;
  };
}

function isIn(actual: Actual, expected: RightSide): boolean {
  return readList(expected).some((item) => isEqual(actual, item));
}

function contains(
  actual: Actual,
  expected: RightSide,
): boolean | string {
  if (Array.isArray(actual)) {
    return actual.some((item) => deepEqual(item, expected.value));
  }
  if (isObject(actual) && isObject(expected.value)) {
    return Object.entries(expected.value).every(([key, member]) =>
      Object.hasOwn(actual, key) && deepEqual(actual[key], member)
    );
  }
  return withText(actual, (it) => it.includes(expected.text));
}

function hasLength(
  actual: Actual,
  { value, text }: RightSide,
): boolean | string {
  if (typeof value !== "number" || !Number.isInteger(value)) {
    return `"${text}" is not a length, write a whole number`;
  }
  if (!isText(actual) && !Array.isArray(actual)) {
    return `${showValue(actual)} has no length`;
  }
  return actual.length === value ||
    `got length ${actual.length}: ${showValue(actual)}`;
}

function matches(
  actual: Actual,
  { text }: RightSide,
): boolean | string {
  const pattern = readPattern(text);
  if (!pattern.ok) return pattern.why;
  return withText(actual, (it) => pattern.value.test(`${it}`));
}

function isBetween(
  actual: Actual,
  expected: RightSide,
): boolean | string {
  const bounds = readList(expected);
  if (bounds.length !== 2) {
    return `"${expected.text}" is not a range, write two values such as 1, 10`;
  }
  const low = compare(actual, bounds[0]);
  if (!low.ok) return low.why;
  const high = compare(actual, bounds[1]);
  if (!high.ok) return high.why;
  return low.order >= 0 && high.order <= 0;
}

function isEmpty(actual: Actual): boolean | string {
  if (isText(actual) || Array.isArray(actual)) return actual.length === 0;
  if (isObject(actual)) return Object.keys(actual).length === 0;
  return `${showValue(actual)} is neither text, array nor object`;
}

function isJson(actual: Actual): boolean {
  if (!isText(actual)) return isObject(actual) || Array.isArray(actual);
  if (actual instanceof LongText && !/[[{]/.test(actual.first ?? "")) {
    return false;
  }
  try {
    const value = JSON.parse(`${actual}`);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** Numbers and booleans count as the text that they print as. */
function withText(
  actual: Actual,
  test: (text: string | LongText) => boolean,
): boolean | string {
  if (isText(actual)) return test(actual);
  switch (typeof actual) {
    case "number":
    case "bigint":
    case "boolean":
      return test(String(actual));
    default:
      return `${showValue(actual)} is not text`;
  }
}

function isEqual(actual: Actual, value: Value | undefined): boolean {
  return actual instanceof LongText
    ? actual.equals(value)
    : deepEqual(actual, value);
}

function isText(actual: Actual): actual is string | LongText {
  return typeof actual === "string" || actual instanceof LongText;
}

function isObject(
  value: Actual,
): value is { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null &&
    !Array.isArray(value) && !(value instanceof Date) &&
    !(value instanceof LongText);
}
