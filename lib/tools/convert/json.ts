/** JSON from a file, whose shape nothing vouches for. */
export type Json = unknown;

/** A mapping's members; none for anything else. */
export function members(value: Json): Record<string, Json> {
  return isMapping(value) ? value : {};
}

/** A list's elements; none for anything else. */
export function elements(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A text; numbers and booleans as they are printed; undefined for anything else. */
export function jsonTextOf(value: Json): string | undefined {
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
export function isMapping(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
