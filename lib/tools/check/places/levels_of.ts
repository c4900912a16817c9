import type { Collection, Defaults } from "../../../core/collection/types.ts";
import type { Place } from "./place.ts";
import type { Level } from "../uses/texts_in.ts";

/** Everything that has texts of its own. */
export function levelsOf(
  { defaults, environments }: Collection,
  places: readonly Place[],
): Level[] {
  const levels: Level[] = [defaults, ...environments];
  const seen = new Set<Defaults>();
  for (const { request, folders } of places) {
    for (const { defaults } of folders) {
      if (seen.has(defaults)) continue;
      seen.add(defaults);
      levels.push(defaults);
    }
    levels.push(request);
  }
  return levels;
}
