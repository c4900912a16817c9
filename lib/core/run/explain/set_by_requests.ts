import type { CodesOf } from "../../collection/required/required_code.ts";
import { codesIn, type ReadFile } from "./setters.ts";
import type { Collection, Folder, Item } from "../../collection/types.ts";
import { settingsOf } from "../../collection/settings_of.ts";
import { usedNames } from "../../plan/used_names.ts";

const known = new WeakMap<
  Collection,
  {
    readonly readFile: ReadFile | undefined;
    readonly names: ReadonlySet<string>;
  }
>();

/**
 * Whether a request of the collection sets a variable that it does not use
 * itself, as a login sets a token: nobody knows its value by heart.
 */
export function isSetByRequest(
  collection: Collection,
  name: string,
  readFile?: ReadFile,
): boolean {
  let about = known.get(collection);
  if (about === undefined || about.readFile !== readFile) {
    const codesOf = readFile && codesIn(collection, readFile);
    const names = namesSetIn(collection, { items: collection.items, codesOf });
    about = { readFile, names: new Set(names) };
    known.set(collection, about);
  }
  return about.names.has(name);
}

function* namesSetIn(
  collection: Collection,
  { items, folders = [], codesOf }: {
    readonly items: readonly Item[];
    readonly folders?: readonly Folder[];
    readonly codesOf: CodesOf | undefined;
  },
): Generator<string> {
  for (const item of items) {
    if (item.kind === "folder") {
      yield* namesSetIn(collection, {
        items: item.items,
        folders: [...folders, item],
        codesOf,
      });
    }
    if (item.kind !== "request") continue;
    const set = settingsOf(item, codesOf);
    if (set.length === 0) continue;
    const used = usedNames(collection, { folders }, item, codesOf);
    for (const { name } of set) {
      if (!used.some((names) => names.has(name))) yield name;
    }
  }
}
