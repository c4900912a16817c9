import { isMapping, type RawJson } from "../json.ts";

/** A value in another one, and the keys that lead to it. */
interface Leaf {
  readonly keys: readonly string[];
  readonly value: RawJson;
}

/** Deeper values stand as one text. */
const MAX_DEPTH = 8;

/**
 * What the style `deepObject` writes of a value: `name[a][0]=…`. OpenAPI says
 * nothing of lists and of mappings in mappings; servers that read the style read
 * them so.
 */
export function deepLeaves(value: RawJson, depth = 0): Leaf[] {
  const entries = Array.isArray(value) || isMapping(value)
    ? Object.entries(value)
    : [];
  return entries.length === 0 || depth === MAX_DEPTH
    ? [{ keys: [], value }]
    : entries.flatMap(([key, inner]) =>
      deepLeaves(inner, depth + 1).map((leaf) => ({
        ...leaf,
        keys: [key, ...leaf.keys],
      }))
    );
}
