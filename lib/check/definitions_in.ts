import type { Collection, Item, Variable } from "../collection/types.ts";
import { locationOf } from "../source/diagnostic.ts";
import type { ScopeName } from "../scope/names.ts";
import type { CheckOptions, Definition } from "./types.ts";

/** Every variable that a collection's files define, the disabled ones left out. */
export function definitionsIn(
  { defaults, environments, items }: Collection,
  { globals = [] }: Pick<CheckOptions, "globals"> = {},
): Definition[] {
  const definitions: Definition[] = [];
  const add = (
    scope: ScopeName,
    variables: readonly Variable[],
    label?: string,
  ) => {
    for (const variable of variables) {
      if (variable.disabled) continue;
      const { name, at } = variable;
      definitions.push({
        name,
        scope,
        ...(label !== undefined && { label }),
        location: locationOf(at),
        by: "file",
        variable,
      });
    }
  };
  const visit = (items: readonly Item[]) => {
    for (const item of items) {
      switch (item.kind) {
        case "folder":
          add("folder", item.defaults.variables, item.name);
          visit(item.items);
          break;
        case "request":
          add("request", item.variables, item.name);
          break;
        case "unsupported":
          break;
        default:
          item satisfies never;
      }
    }
  };
  for (const { name, variables } of environments) {
    add("environment", variables, name);
  }
  add("collection", defaults.variables);
  add("global", globals);
  visit(items);
  return definitions;
}
