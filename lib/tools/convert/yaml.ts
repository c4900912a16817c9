import type { FileKind } from "../../core/collection/file_kind.ts";
import { schemaLine } from "../../core/collection/shape/schema_url.ts";
import { dataTree } from "./format/data_tree.ts";
import { spaceParts } from "./format/space_parts.ts";
import { styleOf } from "./format/style_of.ts";
import { writeTree } from "./format/write_tree.ts";

/** A file of a collection in the style of `brace fmt`, with a line for editors at its top. */
export function yaml(data: object, kind: FileKind): string {
  const { shape, spaced } = styleOf(kind);
  const tree = dataTree(withoutUndefined(data), shape);
  if (tree.kind !== "mapping") return schemaLine(kind);
  if (spaced) spaceParts(tree.entries);
  return `${schemaLine(kind)}\n${writeTree(tree)}`;
}

/** Nothing is written of `undefined`; empty lists are noise. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || Array.isArray(member) && member.length === 0) {
      continue;
    }
    Object.defineProperty(kept, key, {
      value: withoutUndefined(member),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return kept;
}
