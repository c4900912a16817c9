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

/** Elements that are shown, by index, or how many equal ones are left out. */
export type DifferingPiece = number | { readonly equal: number };

/** Equal elements that are shown on either side of a difference. */
const AROUND = 2;

/**
 * Which elements of a list tell how it differs from another one: those that
 * differ and a few around them. Called for both lists it leaves out the same
 * elements of each. Elements that only one of them has may stand anywhere.
 *
 * @example
 * ```ts
 * import { differing } from "./deep_equal.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const [left, right] = [[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 7]];
 * assertEquals(differing(left, right, Object.is), [{ equal: 4 }, 4, 5, 6]);
 * ```
 */
export function differing<T, U>(
  list: readonly T[],
  other: readonly U[],
  same: (one: T, another: U) => boolean,
): DifferingPiece[] {
  const shorter = Math.min(list.length, other.length);
  let start = 0;
  while (start < shorter && same(list[start], other[start])) start++;
  let end = 0;
  while (
    end < shorter - start && same(list.at(-1 - end)!, other.at(-1 - end)!)
  ) end++;
  const isAligned = list.length === other.length;
  const near = list.map(() => false);
  const show = (at: number) =>
    near.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
  // What only the other one has is missing between these two.
  near.fill(true, Math.max(0, start - AROUND), start);
  near.fill(true, list.length - end, list.length - end + AROUND);
  for (let at = start; at < list.length - end; at++) {
    if (!isAligned || !same(list[at], other[at])) show(at);
  }
  const pieces: DifferingPiece[] = [];
  for (let at = 0; at < list.length; at++) {
    const from = at;
    while (at < list.length && !near[at]) at++;
    // A note would be no shorter than one element.
    if (at - from === 1) pieces.push(from);
    else if (at > from) pieces.push({ equal: at - from });
    if (at < list.length) pieces.push(at);
  }
  return pieces;
}
