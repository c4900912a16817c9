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
