import { LongText } from "../http/long_text.ts";
import type { Value } from "../scope/value/value.ts";
import { showValue } from "./show_value.ts";
import type { Actual } from "./types.ts";

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** The order of two values, or why they have none. */
export type Comparison =
  | { readonly ok: true; readonly order: number }
  | { readonly ok: false; readonly why: string };

/**
 * Orders two values: numbers by size, dates by time, texts by their characters.
 * A text that reads as a finite number counts as one beside a number, so that a
 * header such as `content-length` compares.
 */
export function compare(
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
