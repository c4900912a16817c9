import { add } from "../../../../core/run/explain/setters.ts";
import { everyItem } from "../../bru/every_item.ts";
import { elements, jsonTextOf, members, type RawJson } from "../../json.ts";
import type { FileRequest } from "../../open_collection.ts";
import type { Imported } from "../../types.ts";

/** What of a collection an export writes. */
export type Exported = Pick<Imported, "defaults" | "items" | "environments">;

/** The texts that each variable has at some level, and the requests in their order. */
export function valuesAndRequests(
  { defaults, items, environments }: Exported,
): {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly requests: readonly FileRequest[];
} {
  const values = new Map<string, string[]>();
  const define = (variables: RawJson) => {
    for (const row of elements(variables).map(members)) {
      const [name, text] = [jsonTextOf(row.name), jsonTextOf(row.value)];
      if (name === undefined || text === undefined) continue;
      if (row.disabled === true) continue;
      add(values, name, text);
    }
  };
  define(defaults?.variables);
  for (const { variables } of environments) define(variables);
  const requests: FileRequest[] = [];
  for (const item of everyItem(items)) {
    if (item.kind === "folder") define(item.defaults?.variables);
    else {
      define(item.request.runtime?.variables);
      requests.push(item.request);
    }
  }
  return { values, requests };
}
