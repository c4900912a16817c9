/** What a value is, in words: "a list", "text", "nothing". */
export function nodeKind(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    default:
      return "a mapping";
  }
}

/** Keys that the message about another kind than a mapping names. */
const MAX_KEYS = 6;

/** Those of almost every mapping tell nothing about one. */
const COMMON = /^(?:description|docs|disabled|enabled|extensions|transient)$/;

/** The keys of a mapping, as a message names them. */
export function keysText(known: readonly string[]): string {
  const own = known.filter((key) => !COMMON.test(key));
  const more = own.length > MAX_KEYS ? ", …" : "";
  const verb = own.length === 1 ? "key is" : "keys are";
  return `its ${verb} ${own.slice(0, MAX_KEYS).join(", ")}${more}`;
}

/** A way out as it stands behind a message. */
export function inBrackets(wayOut: string | undefined): string {
  return wayOut === undefined ? "" : ` (${wayOut})`;
}
