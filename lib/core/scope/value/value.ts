import { WrittenNumber } from "./written_number.ts";
import type { Segment } from "../../template/types.ts";

/**
 * A variable's value: string, number, boolean, date, object, array or null.
 * A `bigint` is an integer beyond ±2^53 in a server's response; it counts as a
 * number and keeps its digits. So does a {@linkcode WrittenNumber}, which a
 * file writes otherwise than JavaScript would.
 */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | WrittenNumber
  | readonly Value[]
  | { readonly [key: string]: Value };

/** The name of a value's kind. */
export type ValueKind =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "object"
  | "array"
  | "date";

/**
 * The kinds of values and the client version that each is available from;
 * `0.0.0` stands for all versions.
 */
export const VALUE_KINDS: Readonly<Record<ValueKind, { since: string }>> = {
  string: { since: "0.0.0" },
  number: { since: "0.0.0" },
  boolean: { since: "0.0.0" },
  null: { since: "0.0.0" },
  object: { since: "2.2.0" },
  array: { since: "2.2.0" },
  date: { since: "2.2.0" },
};

/**
 * The kind of a value.
 *
 * @example
 * ```ts
 * import { kindOf } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(kindOf([1, 2]), "array");
 * assertEquals(kindOf(new Date(0)), "date");
 * ```
 */
export function kindOf(value: Value): ValueKind {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
    case "bigint":
      return "number";
    case "boolean":
      return "boolean";
    default:
      if (value === null) return "null";
      if (Array.isArray(value)) return "array";
      if (value instanceof WrittenNumber) return "number";
      return value instanceof Date ? "date" : "object";
  }
}

/** Whether a value has no members although it is an object in JavaScript. */
export function hasNoMembers(value: object): boolean {
  return value instanceof Date || value instanceof WrittenNumber;
}

/**
 * The member of a value that a step leads to; undefined where there is none.
 * Objects offer their own properties, arrays their elements and `length`;
 * nothing else has members.
 */
export function memberOf(
  value: Value,
  { key, index }: Segment,
): Value | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    if (Array.isArray(value)) {
      if (index !== -1) {
        return Object.hasOwn(value, index) ? value[index] : undefined;
      }
      return key === "length" ? value.length : undefined;
    }
    return !hasNoMembers(value) && Object.hasOwn(value, key)
      ? (value as { readonly [key: string]: Value })[key]
      : undefined;
  } catch {
    // A program's own object may refuse to be read.
    return undefined;
  }
}
