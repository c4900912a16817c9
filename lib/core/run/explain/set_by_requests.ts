import type { Collection, Folder, Item } from "../../collection/types.ts";
import { settingsOf } from "../../collection/settings_of.ts";
import { usedNames } from "../../plan/used_names.ts";

const known = new WeakMap<Collection, ReadonlySet<string>>();

/**
 * Whether a request of the collection sets a variable that it does not use
 * itself, as a login sets a token: nobody knows its value by heart.
 */
export function isSetByRequest(collection: Collection, name: string): boolean {
  let names = known.get(collection);
  if (names === undefined) {
    names = new Set(namesSetIn(collection, collection.items, []));
    known.set(collection, names);
  }
  return names.has(name);
}

function* namesSetIn(
  collection: Collection,
  items: readonly Item[],
  folders: readonly Folder[],
): Generator<string> {
  for (const item of items) {
    if (item.kind === "folder") {
      yield* namesSetIn(collection, item.items, [...folders, item]);
    }
    if (item.kind !== "request") continue;
    const set = settingsOf(item);
    if (set.length === 0) continue;
    const used = usedNames(collection, { folders }, item);
    for (const { name } of set) if (!used.has(name)) yield name;
  }
}
