import type { Collection, Item } from "./types.ts";

/**
 * A collection of which a part is read: the rest is when somebody asks for the
 * items. What is in both is the part's, the same objects.
 */
export function withRest(
  part: Collection,
  readRest: () => readonly Item[],
): Collection {
  let items: readonly Item[] | undefined;
  return {
    ...part,
    get items() {
      return items ??= joined(readRest(), part.items);
    },
  };
}

/** The items, those of the part in their places. */
function joined(all: readonly Item[], part: readonly Item[]): Item[] {
  const byPath = new Map(part.map((item) => [item.path, item]));
  return all.map((item) => {
    const known = byPath.get(item.path);
    if (item.kind !== "folder" || known?.kind !== "folder") {
      return known ?? item;
    }
    return { ...known, items: joined(item.items, known.items) };
  });
}
