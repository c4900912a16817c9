import type { Value } from "../scope/value.ts";
import { WrittenNumber } from "../scope/written_number.ts";

const MAX_LENGTH = 2_000;

/**
 * Writes a value for the reader of a report: texts in quotes, objects as
 * compact JSON, long ones cut.
 */
export function showValue(value: Value | undefined): string {
  let text: string;
  try {
    text = writeValue(value);
  } catch {
    // Only a nesting beyond the stack gets here.
    text = "a value that is nested too deep to show";
  }
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** Writes a value as compact JSON, with the kinds that JSON lacks as JavaScript prints them. */
export function writeValue(value: Value | undefined): string {
  if (value === undefined) return "undefined";
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  }
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeValue).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${writeValue(member)}`);
    return `{${members.join(",")}}`;
  }
  return Object.is(value, -0) ? "-0" : String(value);
}
