/** A mapping's members; none for anything else. */
export function members(value: unknown): Record<string, unknown> {
  return isMapping(value) ? value : {};
}

/** A list's elements; none for anything else. */
export function elements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; numbers and booleans as they are printed; undefined for anything else. */
export function jsonTextOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
      return String(value);
    default:
      return undefined;
  }
}

/** True for a mapping. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether data has more values than these with each alias written out, or stands in itself. */
export function expandsBeyond(document: unknown, most: number): boolean {
  // A value that several places share is visited once.
  const sizes = new Map<object, number>();
  const sizeOf = (value: unknown): number => {
    if (typeof value !== "object" || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    sizes.set(value, Infinity);
    let size = 1;
    for (const child of Object.values(value)) size += sizeOf(child);
    sizes.set(value, size);
    return size;
  };
  return sizeOf(document) > most;
}

/** Whether a value is an object literal, in whichever realm it was made: its members say all of it. */
export function isPlainObject(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  // An object literal's prototype has none itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
