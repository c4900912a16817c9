import type { MappingShape } from "./types.ts";

/**
 * What a mapping holds in the order of its shape's keys. An unknown key stays
 * behind the one that it stands behind.
 */
export function inOrder<T>(
  entries: readonly T[],
  { keys }: MappingShape,
  keyOf: (entry: T) => string,
): T[] {
  const order = new Map(Object.keys(keys).map((key, index) => [key, index]));
  let last = -1;
  const ranked = entries.map((entry) => {
    last = order.get(keyOf(entry)) ?? last;
    return { entry, rank: last };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}
