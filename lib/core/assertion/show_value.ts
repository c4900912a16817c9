import { LongText } from "../http/long_text.ts";
import type { Value } from "../scope/value/value.ts";
import { WrittenNumber } from "../scope/value/written_number.ts";
import type { Actual } from "./types.ts";

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
export function writeValue(value: Value | undefined, most = Infinity): string {
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
