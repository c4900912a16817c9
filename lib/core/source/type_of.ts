/**
 * What JavaScript gave where something else was expected, in words: `text`,
 * `a list`, `of class Map`. Not the value, which may be secret.
 */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return "text";
    case "object": {
      if (Array.isArray(value)) return "a list";
      const name = value.constructor?.name ?? "Object";
      return name === "Object" ? "an object" : `of class ${name}`;
    }
    case "boolean":
    case "undefined":
      return `${value}`;
    default:
      return `a ${typeof value}`;
  }
}
