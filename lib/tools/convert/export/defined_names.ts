import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { Imported } from "../types.ts";

/** The names of variables of all levels, environments and globals. */
export function definedNames(
  { defaults, items, environments }: Imported,
): Set<string> {
  const lists: RawJson[] = [
    defaults?.variables as RawJson,
    ...environments.map(({ variables }) => variables as RawJson),
  ];
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") {
      lists.push(item.request.runtime?.variables as RawJson);
    } else {
      lists.push(item.defaults?.variables as RawJson);
      for (const one of item.items) stack.push(one);
    }
  }
  return new Set(
    lists.flatMap(elements).map((row) => jsonTextOf(members(row).name) ?? ""),
  );
}
