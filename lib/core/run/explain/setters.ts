import type { Collection, Item } from "../../collection/types.ts";
import {
  type CodesOf,
  codesThrough,
} from "../../collection/required/required_code.ts";
import type { ScopeName } from "../../scope/names.ts";
import {
  defaultsFile,
  type Setting,
  settingsOf,
} from "../../collection/settings_of.ts";

/** A place that sets a variable: a script with `setVar("name", …)` or its like, or an action. */
export interface Setter {
  /** As a reader finds it: `before-request script of users/create.yml`. */
  readonly label: string;
  /** The script or action itself, or what a step sets. */
  readonly source: object;
  /** The scope that it sets the variable in. */
  readonly scope: ScopeName;
}

/**
 * Finds where a collection's scripts and actions set variables, by name. Names
 * that scripts compute are not found.
 */
export function settersOf(
  collection: Collection,
  codesOf: CodesOf | undefined,
): Map<string, Setter[]> {
  const setters = new Map<string, Setter[]>();
  const visit = (owner: Setting, label: string) => {
    for (const { name, by, source, scope } of settingsOf(owner, codesOf)) {
      add(setters, name, { label: `${by} of ${label}`, source, scope });
    }
  };
  const walk = (items: readonly Item[]) => {
    for (const item of items) {
      switch (item.kind) {
        case "folder":
          visit(item.defaults, item.path);
          walk(item.items);
          break;
        case "request":
          visit(item, item.path);
          break;
        case "unsupported":
          break;
        default:
          item satisfies never;
      }
    }
  };
  visit(collection.defaults, defaultsFile(collection));
  walk(collection.items);
  return setters;
}

/** Text of a file inside a collection; throws where it may not be read. */
export type ReadFile = (collection: Collection, path: string) => string;

/** By what reads the files: another run may find other texts in them. */
const followed = new WeakMap<ReadFile, WeakMap<Collection, CodesOf>>();

/** Follows scripts of a collection into files, as far as a run may read them. */
export function codesIn(
  collection: Collection,
  readFile: ReadFile,
): CodesOf {
  let byCollection = followed.get(readFile);
  if (!byCollection) followed.set(readFile, byCollection = new WeakMap());
  let codesOf = byCollection.get(collection);
  if (codesOf === undefined) {
    codesOf = codesThrough((path) => {
      try {
        return readFile(collection, path);
      } catch {
        return undefined;
      }
    });
    byCollection.set(collection, codesOf);
  }
  return codesOf;
}

/** Adds to the list of a name. */
export function add<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const list = lists.get(name);
  if (list) list.push(item);
  else lists.set(name, [item]);
}
