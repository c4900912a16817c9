import type { Segment } from "../../template/types.ts";
import type { Value } from "./value.ts";
import { WrittenNumber } from "./written_number.ts";

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
