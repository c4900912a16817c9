import type { Collection, Variable } from "../../core/collection/types.ts";
import { type SetOrder, setOrder } from "./places/set_order.ts";
import type { ScriptIndex } from "./script/script_index.ts";
import { levelsOf } from "./uses/levels_of.ts";
import type { TextLevel } from "./uses/texts_in.ts";

/** What is known of a collection's variables. */
export interface VariableIndex {
  readonly collection: Collection;
  /** The requests in the order of a run, and what scripts and actions set. */
  readonly order: SetOrder;
  /** Everything that has texts of its own. */
  levels(): readonly TextLevel[];
  /** The names of all variables that are defined or set somewhere. */
  names(): Set<string>;
}

/**
 * Finds out what defines and sets the variables of a collection, and nothing
 * else of it.
 *
 * @param scripts What is known of scripts: those of other readings of the collection, too.
 */
export function indexVariables(
  collection: Collection,
  { scripts, globals }: {
    readonly scripts: ScriptIndex;
    readonly globals: readonly Variable[];
  },
): VariableIndex {
  const order = setOrder(collection, scripts);
  const levels = levelsOf(collection, order.places);
  return {
    collection,
    order,
    levels: () => levels,
    names: () => variableNames(order, levels, globals),
  };
}

/** The names that are set, or that levels or the globals define. */
export function variableNames(
  { settings }: Pick<SetOrder, "settings">,
  levels: readonly TextLevel[],
  globals: readonly Variable[] = [],
): Set<string> {
  const names = new Set(settings.keys());
  for (const { variables } of [{ variables: globals }, ...levels]) {
    for (const { name } of variables) names.add(name);
  }
  return names;
}
