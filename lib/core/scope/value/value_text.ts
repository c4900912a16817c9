import type { Value } from "./value.ts";
import { findFlaw, type Flaw } from "./flaw.ts";
import { WrittenNumber } from "./written_number.ts";

/**
 * The text of a value: strings as they are, dates as ISO 8601 in UTC with
 * milliseconds, objects and arrays as compact JSON. A value that has no
 * faithful text gives the flaw instead, never `null` or `[object Object]`.
 *
 * @example
 * ```ts
 * import { valueText } from "./value_text.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(valueText({ at: new Date(0), n: -0 }), '{"at":"1970-01-01T00:00:00.000Z","n":0}');
 * assertEquals(valueText([1, NaN]), { path: "[1]", reason: "NaN" });
 * ```
 */
export function valueText(value: Value): string | Flaw {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value)
        ? String(value)
        : { path: "", reason: String(value) };
    case "boolean":
    case "bigint":
      return String(value);
    default:
      return objectText(value);
  }
}

function objectText(value: Exclude<Value, string>): string | Flaw {
  try {
    if (!(value instanceof Date)) return jsonText(value);
    return Number.isNaN(value.getTime())
      ? { path: "", reason: "an invalid date" }
      : value.toISOString();
  } catch {
    return UNREADABLE;
  }
}

/** A program's own object may refuse to be read. */
const UNREADABLE: Flaw = { path: "", reason: "an object that cannot be read" };

/** The JSON of a value, compact, members in their order; or the flaw that it has. */
export function jsonText(value: Value): string | Flaw {
  switch (typeof value) {
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      return Number.isFinite(value)
        ? String(value)
        : { path: "", reason: String(value) };
    case "string":
      return JSON.stringify(value);
  }
  if (value === null) return "null";
  try {
    if (plain.has(value)) return JSON.stringify(value);
    const { flaw, hasDigits } = findFlaw(value);
    if (flaw !== undefined) return flaw;
    if (hasDigits) return withDigits(value);
    if (!(value instanceof Date)) plain.add(value);
    return JSON.stringify(value);
  } catch {
    return UNREADABLE;
  }
}

/** Objects and arrays that were found to be sound: values do not change once they are one. */
const plain = new WeakSet<object>();

/** JSON in which numbers keep their digits. */
function withDigits(value: Value): string {
  if (typeof value === "bigint" || value instanceof WrittenNumber) {
    return String(value);
  }
  if (
    typeof value !== "object" || value === null || value instanceof Date
  ) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(withDigits).join(",")}]`;
  const members = Object.entries(value as { [key: string]: Value });
  return `{${
    members.map(([key, member]) =>
      `${JSON.stringify(key)}:${withDigits(member)}`
    ).join(",")
  }}`;
}
