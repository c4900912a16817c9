import { isPlainObject } from "../../../core/source/plain_value.ts";

/** A private character, which makes a text of a number. */
const MARK = "\ue000";

/** So many characters around a number are looked at. */
const AROUND = 100;
/** What stands before a value of a mapping or a list; limits of schemas stay numbers. */
const BEFORE = /(?:[:[,]\s*|-\s+)$/;
const LIMIT = /(?:imum|multipleOf|Length|Items|Properties)["']?\s*:\s*$/;
const AFTER = /^\s*(?:[,\]}#]|$)/m;

/** Marks the integers of a document that reading it would round, such as ids of 64 bits. */
export function markLongNumbers(text: string): string {
  return text.replace(/-?\d{16,}/g, (digits, at: number) => {
    const before = text.slice(Math.max(0, at - AROUND), at);
    const end = at + digits.length;
    const isValue = digits.length < AROUND && BEFORE.test(before) &&
      !LIMIT.test(before) && AFTER.test(text.slice(end, end + AROUND));
    return isValue && BigInt(digits) !== BigInt(Number(digits))
      ? MARK + digits
      : digits;
  });
}

/** Data in whose texts, JSON in them too, marked numbers are as the document has them. */
export function withLongNumbers<Value>(value: Value): Value {
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return unmarked(value);
    if (Array.isArray(value)) return value.map(walk);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [unmarked(key), walk(one)]),
    );
  };
  return walk(value) as Value;
}

function unmarked(text: string): string {
  return text.includes(MARK)
    ? text.replace(/"\ue000(-?\d+)"/g, "$1").replace(/\ue000(?=-?\d)/g, "")
    : text;
}
