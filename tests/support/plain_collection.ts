import { WrittenNumber } from "../../lib/core/scope/value/written_number.ts";
import { formatYamlPath } from "../../lib/core/source/origin.ts";

/**
 * A collection as JSON for a fixture: texts without their origin, `at` as a
 * path, maps as objects, no diagnostics, no names of other forms, long integers as `123n`, other numbers that keep their
 * digits as `{written}`; nothing that depends on the
 * machine.
 */
export function plainCollection(collection: unknown): string {
  return `${JSON.stringify(collection, simplify, 2)}\n`;
}

function simplify(
  this: Record<string, unknown>,
  key: string,
  value: unknown,
): unknown {
  const held = this[key];
  if (held instanceof WrittenNumber) return { written: held.text };
  if (["root", "file", "diagnostics", "own"].includes(key)) return undefined;
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Map) return Object.fromEntries(value);
  if (typeof value !== "object" || value === null) return value;
  if ("text" in value && "at" in value) return value.text;
  return /^at$|At$/.test(key) && "path" in value && Array.isArray(value.path)
    ? formatYamlPath(value.path)
    : value;
}
