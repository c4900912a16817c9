import { findFlaw } from "./value/flaw.ts";
import type { Value } from "./value/value.ts";

const known = new WeakMap<object, boolean>();

/**
 * Whether a string inside a value from a file holds `{{`; false for an object
 * that no variable can have. Remembered by object.
 */
export function hasTemplates(value: Value): boolean {
  if (typeof value === "string") return value.includes("{{");
  if (typeof value !== "object" || value === null) return false;
  let has = known.get(value);
  if (has === undefined) {
    // Cycles and endless depth must not be walked into.
    has = findFlaw(value).flaw === undefined && search(value);
    known.set(value, has);
  }
  return has;
}

function search(value: Value): boolean {
  if (typeof value === "string") return value.includes("{{");
  if (typeof value !== "object" || value === null) return false;
  let has = known.get(value);
  if (has === undefined) {
    has = Object.values(value).some(search);
    known.set(value, has);
  }
  return has;
}
