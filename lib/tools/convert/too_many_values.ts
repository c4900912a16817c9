import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { Json } from "./json.ts";

/** A large API has some 100,000 values. */
const MAX_VALUES = 2_000_000;

/**
 * What is wrong with a document of YAML that has too many values with each
 * alias written out, or one that stands in itself; undefined for any other.
 */
export function tooManyValues(
  file: string,
  document: Json,
): Diagnostic | undefined {
  return expandsBeyond(document, MAX_VALUES)
    ? {
      code: "LIMIT",
      severity: "error",
      message:
        `Cannot import "${file}": it has more than ${MAX_VALUES} values with its aliases written out`,
      location: { file },
    }
    : undefined;
}

/** Visits what is shared once. */
function expandsBeyond(document: Json, most: number): boolean {
  const sizes = new Map<object, number>();
  const sizeOf = (value: Json): number => {
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
