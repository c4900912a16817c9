import { everyItem } from "../bru/every_item.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { Imported } from "../types.ts";

/** The names of variables of all levels, environments and globals. */
export function definedNames(
  { defaults, items, environments }: Imported,
): Set<string> {
  const levels = [
    defaults,
    ...environments,
    ...Array.from(
      everyItem(items),
      (item) => item.kind === "folder" ? item.defaults : item.request.runtime,
    ),
  ];
  return new Set(
    levels.flatMap((level) => elements(level?.variables as RawJson))
      .map((row) => jsonTextOf(members(row).name) ?? ""),
  );
}
