import type { Collection } from "../collection/types.ts";
import { settingsOf } from "../collection/settings_of.ts";
import type { Leaf } from "./types.ts";
import { usedNames } from "./used_names.ts";

/**
 * The leaves with those whose scripts or actions set, by a literal name, the
 * variables that they use; and with what these need. The order is the
 * collection's.
 */
export function withNeeded(
  collection: Collection,
  selected: readonly Leaf[],
  all: readonly Leaf[],
): Leaf[] {
  const bySet = new Map<string, Leaf[]>();
  for (const leaf of all) {
    if (leaf.item.kind !== "request") continue;
    for (const name of new Set(settingsOf(leaf.item).map((it) => it.name))) {
      const leaves = bySet.get(name);
      if (leaves) leaves.push(leaf);
      else bySet.set(name, [leaf]);
    }
  }
  const kept = new Set(selected);
  const open = [...selected];
  for (let leaf; (leaf = open.pop()) !== undefined;) {
    if (leaf.item.kind !== "request") continue;
    for (const name of usedNames(collection, leaf, leaf.item)) {
      for (const setter of bySet.get(name) ?? []) {
        if (kept.has(setter)) continue;
        kept.add(setter);
        open.push(setter);
      }
    }
  }
  return all.filter((leaf) => kept.has(leaf));
}
