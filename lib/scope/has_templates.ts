import type { Value } from "./value.ts";

const known = new WeakMap<object, boolean>();

/** Whether a string inside a value from a file holds `{{`. Remembered by object. */
export function hasTemplates(value: Value): boolean {
  if (typeof value === "string") return value.includes("{{");
  if (typeof value !== "object" || value === null) return false;
  let has = known.get(value);
  if (has === undefined) {
    has = Object.values(value).some(hasTemplates);
    known.set(value, has);
  }
  return has;
}
