import type { Value } from "../scope/value/value.ts";

/**
 * Whether two values are equal: same kind, same content. The order of an
 * object's members does not count; a long integer equals the number of the
 * same size; 0 equals -0; a date equals its text in ISO 8601, which is what an
 * response holds of it.
 *
 * @example
 * ```ts
 * import { deepEqual } from "./deep_equal.ts";
 * import { assert } from "@std/assert";
 *
 * assert(deepEqual({ a: 1, b: [2] }, { b: [2], a: 1 }));
 * assert(!deepEqual("1", 1));
 * ```
 */
export function deepEqual(
  a: Value | undefined,
  b: Value | undefined,
): boolean {
  if (a === b) return true;
  if (a instanceof Date) {
    return a.toJSON() === (b instanceof Date ? b.toJSON() : b);
  }
  if (b instanceof Date) return b.toJSON() === a;
  if (typeof a === "bigint" || typeof b === "bigint") {
    // == between number and bigint compares exactly.
    return isNumber(a) && isNumber(b) && a == b;
  }
  if (typeof a === "number" && typeof b === "number") {
    return Number.isNaN(a) && Number.isNaN(b);
  }
  if (
    typeof a !== "object" || typeof b !== "object" || a === null || b === null
  ) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length &&
      a.every((item, index) => deepEqual(item, b[index]));
  }
  return equalMembers(
    a as { readonly [key: string]: Value },
    b as { readonly [key: string]: Value },
  );
}

function equalMembers(
  a: { readonly [key: string]: Value },
  b: { readonly [key: string]: Value },
): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]));
}

function isNumber(value: Value | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
