import {
  environmentName,
  formatOf,
  V3_FORMAT,
} from "../../../core/collection/format.ts";
import { readCollection } from "../../../core/collection/read_collection.ts";
import type { Item } from "../../../core/collection/types.ts";
import { bundledChange } from "./bundled_change.ts";
import { environmentChange } from "./environment_change.ts";
import { PlanProblem } from "./plan_problem.ts";
import { treeChange } from "./tree_change.ts";
import type {
  ChangedCollection,
  ChangePlan,
  CollectionChange,
} from "./types.ts";

/**
 * What a change of a collection's items comes to: files that are written,
 * renamed or removed, in this order. Every file that is written keeps what is
 * not about the change.
 */
export function planChange(
  { main, files, items }: ChangedCollection,
  change: CollectionChange,
): ChangePlan {
  const format = formatOf(main);
  try {
    if (format === V3_FORMAT) {
      throw new PlanProblem(
        `Cannot change "${main}": Brace does not edit the files that Postman writes (import the collection)`,
      );
    }
    const isEnvironment = change.kind === "create-environment" ||
      "path" in change && environmentName(change.path, format) !== undefined;
    if (isEnvironment) {
      return environmentChange({ main, files, format }, change);
    }
    const read = items ??
      readCollection({ root: "", files, main }).value?.items;
    if (read === undefined) {
      throw new PlanProblem(
        `Cannot change "${main}": it cannot be read (mend it as text first)`,
      );
    }
    const collection = { main, files, format, items: read };
    return isBundle(main, files, read)
      ? bundledChange(collection, change)
      : treeChange(collection, change);
  } catch (error) {
    if (error instanceof PlanProblem) return { problem: error.diagnostic };
    throw error;
  }
}

/** Whether the items are in the collection's own file. */
export function isBundle(
  main: string,
  files: ReadonlyMap<string, string>,
  items: readonly Item[],
): boolean {
  const [first] = items;
  if (first === undefined) {
    return /^items[ \t]*:|"items"\s*:/m.test(files.get(main) ?? "");
  }
  for (let item: Item | undefined = first; item;) {
    if (item.kind !== "folder") {
      return item.at.path.length > 0 && item.at.file.endsWith(main);
    }
    const next: Item | undefined = item.items[0];
    if (next === undefined) break;
    item = next;
  }
  return /^items[ \t]*:|"items"\s*:/m.test(files.get(main) ?? "");
}
