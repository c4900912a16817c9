import type { Collection } from "../collection/types.ts";
import {
  type CodesOf,
  codesThrough,
  type ReadModule,
} from "../collection/required/required_code.ts";
import { settingsOf } from "../collection/settings_of.ts";
import type { Leaf } from "./types.ts";
import { usedNames } from "./used_names.ts";

/** Adds to selected leaves those of a collection that they need. */
export type AddNeeded = (
  collection: Collection,
  selected: readonly Leaf[],
  all: readonly Leaf[],
) => Leaf[];

/**
 * The leaves with those whose scripts or actions set, by a literal name, the
 * variables that they use; and with what these need. The order is the
 * collection's. Scripts are followed into the files that they require.
 */
export function withNeeded(readFile: ReadModule): AddNeeded {
  return (collection, selected, all) =>
    addNeeded({ collection, selected, all }, codesThrough(readFile));
}

function addNeeded(
  { collection, selected, all }: {
    readonly collection: Collection;
    readonly selected: readonly Leaf[];
    readonly all: readonly Leaf[];
  },
  codesOf: CodesOf,
): Leaf[] {
  const bySet = new Map<string, Leaf[]>();
  for (const leaf of all) {
    if (leaf.item.kind !== "request") continue;
    for (
      const name of new Set(settingsOf(leaf.item, codesOf).map((it) => it.name))
    ) {
      const leaves = bySet.get(name);
      if (leaves) leaves.push(leaf);
      else bySet.set(name, [leaf]);
    }
  }
  const kept = new Set(selected);
  const open = [...selected];
  // What many inherit is followed once.
  const followed = new Set<ReadonlySet<string>>();
  for (let leaf; (leaf = open.pop()) !== undefined;) {
    if (leaf.item.kind !== "request") continue;
    for (const names of usedNames(collection, leaf, leaf.item, codesOf)) {
      if (followed.has(names)) continue;
      followed.add(names);
      for (const name of names) {
        for (const setter of bySet.get(name) ?? []) {
          if (kept.has(setter)) continue;
          kept.add(setter);
          open.push(setter);
        }
      }
    }
  }
  return all.filter((leaf) => kept.has(leaf));
}
