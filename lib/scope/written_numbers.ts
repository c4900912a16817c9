import type { Value } from "./value.ts";

/**
 * Members of a file's lists and mappings that are numbers, kept as the text
 * they are written in (`19.90`, a 20-digit id): JSON has them as numbers.
 */
const written = new WeakMap<object, Set<string>>();
const known = new WeakMap<object, boolean>();

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Remembers that a member's text is a number; not for one that JSON cannot write, such as `010`. */
export function keepWritten(
  container: object,
  key: string | number,
  text: string,
): void {
  if (!JSON_NUMBER.test(text)) return;
  const keys = written.get(container) ?? new Set();
  written.set(container, keys.add(String(key)));
}

/** Remembers the same of a copy. */
export function copyWritten<T extends object>(from: object, to: T): T {
  const keys = written.get(from);
  if (keys !== undefined) written.set(to, keys);
  return to;
}

/** Whether a member's text is a number. */
export function isWritten(container: object, key: string | number): boolean {
  return written.get(container)?.has(String(key)) === true;
}

/** Whether there is such a member somewhere inside a value without cycles. Remembered by object. */
export function holdsWritten(value: Value): boolean {
  if (typeof value !== "object" || value === null) return false;
  let holds = known.get(value);
  if (holds === undefined) {
    holds = written.has(value) || Object.values(value).some(holdsWritten);
    known.set(value, holds);
  }
  return holds;
}
