import type { Value } from "./value.ts";
import { findFlaw } from "./flaw.ts";
import { put } from "./put.ts";
import { WrittenNumber } from "./written_number.ts";

/**
 * A deep copy of a value, checked to be one that a variable can have: what
 * `setVar` stores, so that later changes of the original do not reach it.
 *
 * @param name The variable's name, for the error.
 * @throws {TypeError} For undefined, NaN, infinities, invalid dates, maps,
 * sets, class instances, functions, symbols and cycles, anywhere in the value.
 *
 * @example
 * ```ts
 * import { snapshot } from "@brace/brace";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const tags = ["a"];
 * const copy = snapshot(tags, "tags");
 * tags.push("b");
 * assertEquals(copy, ["a"]);
 * assertThrows(() => snapshot({ age: NaN }, "user"), TypeError, '"user.age" is NaN');
 * ```
 */
export function snapshot(value: unknown, name: string): Value {
  checkValue(value, name);
  try {
    return copyValue(value);
  } catch {
    // It could be read once, but not twice.
    throw new TypeError(
      `Cannot set the variable "${name}": it holds an object that cannot be read`,
    );
  }
}

/**
 * Refuses a value that no variable can have.
 *
 * @throws {TypeError} Says why.
 */
export function checkValue(
  value: unknown,
  name: string,
): asserts value is Value {
  const { flaw } = findFlaw(value);
  if (flaw === undefined) return;
  throw new TypeError(
    `Cannot set the variable "${name}": ${
      flaw.path === "" ? "it" : `its "${name}${flaw.path}"`
    } is ${flaw.reason}`,
  );
}

/** A deep copy of a value that is known to be one, in JavaScript's own numbers; what is too large for them is text. */
export function copyValue(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof WrittenNumber) return value.toJSON();
  if (Array.isArray(value)) return value.map(copyValue);
  const copy: Record<string, Value> = {};
  const source = value as { readonly [key: string]: Value };
  for (const key of Object.keys(source)) {
    put(copy, key, copyValue(source[key]));
  }
  return copy;
}
