import type {
  Collection,
  Item,
  Variable,
} from "../../../core/collection/types.ts";
import { locationOf } from "../../../core/source/diagnostic.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import type { ScopeName } from "../../../core/scope/names.ts";
import type { CheckOptions, IndexedDefinition } from "../types.ts";

/** Definitions by the list of variables that they stand in. */
const known = new WeakMap<readonly Variable[], readonly IndexedDefinition[]>();

/** Every variable that a collection's files define, the disabled ones left out. */
export function definitionsIn(
  { defaults, environments, items }: Collection,
  { globals = [] }: Pick<CheckOptions, "globals"> = {},
): IndexedDefinition[] {
  const definitions: IndexedDefinition[] = [];
  const add = (
    scope: ScopeName,
    variables: readonly Variable[],
    label?: string,
  ) => {
    if (variables.length === 0) return;
    let own = known.get(variables);
    if (own === undefined) {
      own = variables.filter(({ disabled }) => !disabled)
        .map((variable) => ({
          name: variable.name,
          scope,
          ...(label !== undefined && { label }),
          location: locationOf(variable.at),
          by: "file",
          variable,
        }));
      known.set(variables, own);
    }
    pushAll(definitions, own);
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
