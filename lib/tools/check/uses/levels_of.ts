import type {
  Collection,
  Defaults,
  Item,
} from "../../../core/collection/types.ts";
import type { RequestPlace } from "../places/reach.ts";
import type { TextLevel } from "./texts_in.ts";

/**
 * What has texts in a collection, for the requests of its run. A folder counts
 * without any, as where its requests cannot be read.
 */
export function levelsOf(
  { defaults, environments, items }: Collection,
  places: readonly RequestPlace[],
): TextLevel[] {
  const levels: TextLevel[] = [defaults, ...environments];
  const seen = new Set<Defaults>();
  for (const { request, folders } of places) {
    for (const { defaults } of folders) {
      if (seen.has(defaults)) continue;
      seen.add(defaults);
      levels.push(defaults);
    }
    levels.push(request);
  }
  const visit = (items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind !== "folder") continue;
      if (!seen.has(item.defaults)) levels.push(item.defaults);
      visit(item.items);
    }
  };
  visit(items);
  return levels;
}
