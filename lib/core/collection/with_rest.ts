import type { Collection, Item } from "./types.ts";

/** How the rest of a collection is read, of which a part is there. */
export interface Rest {
  /** All items, those of the part included. */
  items(): readonly Item[];
  /** The items outside the part that may declare a secret. */
  secretItems(): readonly Item[];
}

/** The items of a collection that may declare a secret, where not all are read. */
const declaring = new WeakMap<Collection, () => readonly Item[]>();

/**
 * A collection of which a part is read: the rest is when somebody asks for the
 * items. What is in both is the part's, the same objects.
 */
export function withRest(part: Collection, rest: Rest): Collection {
  let items: readonly Item[] | undefined;
  const collection = {
    ...part,
    get items() {
      return items ??= joined(rest.items(), part.items);
    },
  };
  declaring.set(collection, () => [...part.items, ...rest.secretItems()]);
  return collection;
}

/** Every item that may declare a secret, without reading more of the collection than that takes. */
export function itemsWithSecrets(collection: Collection): readonly Item[] {
  return declaring.get(collection)?.() ?? collection.items;
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
