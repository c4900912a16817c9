import type { Collection, Item, Variable } from "../../collection/types.ts";
import type { Step } from "../../plan/types.ts";

/** Where a name has a value that only a part of the collection sees. */
interface Owner {
  readonly item: Item;
  readonly note: string;
}

const known = new WeakMap<Collection, ReadonlyMap<string, readonly Owner[]>>();

/**
 * Says of a name that nothing defines that another request or folder does, for
 * itself: who reads "no scope defines it" has seen it in that file.
 */
export function narrowerNotes(
  name: string,
  collection: Collection,
  step: Step | undefined,
): string[] {
  let owners = known.get(collection);
  if (owners === undefined) {
    owners = ownersIn(collection.items);
    known.set(collection, owners);
  }
  const [first, ...others] = owners.get(name) ?? [];
  if (first === undefined) return [];
  // A script took it away here, and that is another matter.
  const here: readonly Item[] = step ? [...step.folders, step.item] : [];
  if ([first, ...others].some(({ item }) => here.includes(item))) return [];
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return [`"${name}" is a variable of ${first.note}${more}`];
}

function ownersIn(items: readonly Item[]): Map<string, Owner[]> {
  const owners = new Map<string, Owner[]>();
  const add = (variables: readonly Variable[], owner: Owner) => {
    for (const { name, unset, disabled } of variables) {
      if (unset || disabled) continue;
      const list = owners.get(name);
      if (list === undefined) owners.set(name, [owner]);
      else if (list.at(-1)?.item !== owner.item) list.push(owner);
    }
  };
  const walk = (items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind === "request") {
        const note = `${item.path} alone, not of a folder or the collection`;
        add(item.variables, { item, note });
      }
      if (item.kind !== "folder") continue;
      const note = `the folder ${item.path} alone, not of the collection`;
      add(item.defaults.variables, { item, note });
      walk(item.items);
    }
  };
  walk(items);
  return owners;
}
