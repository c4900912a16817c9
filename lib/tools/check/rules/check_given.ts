import type { Collection } from "../../../core/collection/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../../core/source/nearest.ts";
import { type ScriptIndex, scriptUses } from "../script/script_index.ts";
import type { CheckOptions, Use } from "../types.ts";
import { type TextLevel, usesIn, usesOfText } from "../uses/texts_in.ts";
import { textsBeside, type UsedNames } from "../uses/used_names.ts";

/** What is known of a collection's variables. */
interface Known {
  readonly collection: Collection;
  readonly scripts: ScriptIndex;
  /** Everything that has texts of its own. */
  levels(): readonly TextLevel[];
  /** The names that are defined or set somewhere. */
  names(): ReadonlySet<string>;
}

/**
 * Names of given values that nothing has, next to one that is much like them. Whoever misspells a value of the environment sends to the wrong
 * host, so that is an error. A name that is like no other may be for another
 * collection: only a value of the environment is worth a warning then.
 */
export function checkGiven(
  known: Known,
  used: Pick<UsedNames, "has" | "readsAny">,
  options: CheckOptions,
): Diagnostic[] {
  const { variables = {}, envVariables = {} } = options;
  const names = known.names();
  const given = [
    ...Object.keys(envVariables).map((name) => ({ name, replaces: true })),
    ...Object.keys(variables).map((name) => ({ name, replaces: false })),
  ].filter(({ name }) => !names.has(name) && !used.has(name));
  // A script may read any name, and only a run shows which.
  if (given.length === 0 || used.readsAny) return [];
  const { collection, scripts } = known;
  const uses: Use[] = textsBeside(collection).flatMap(usesOfText);
  for (const level of known.levels()) {
    uses.push(...usesIn(level));
    if ("scripts" in level) uses.push(...scriptUses(level.scripts, scripts));
  }
  const all = new Set([
    ...names,
    ...(options.globals ?? []).map(({ name }) => name),
    ...(options.environmentFiles ?? []).flatMap(({ variables }) =>
      variables.map(({ name }) => name)
    ),
    ...options.rowNames ?? [],
    ...uses.flatMap(({ name, expression = name }) => [name, expression]),
  ]);
  const replaceable = new Set(
    [...collection.environments, ...options.environmentFiles ?? []]
      .flatMap(({ variables }) => variables.map(({ name }) => name)),
  );
  return given.flatMap(({ name, replaces }): Diagnostic[] => {
    if (all.has(name)) return [];
    const replaced = replaces ? nearest(name, replaceable) : undefined;
    const near = replaced ?? nearest(name, all);
    if (near === undefined && !replaces) return [];
    const hint = near === undefined ? held(replaceable) : didYouMean(near);
    const why = `nothing uses a variable of this name${hint}`;
    return [{
      code: "USAGE",
      severity: replaced === undefined ? "warning" : "error",
      message: replaced === undefined
        ? `The value given for "${name}" has no effect: ${why}`
        : `Cannot replace "${name}" of the environment: ${why}`,
      expression: name,
      ...(near !== undefined && { suggestion: near }),
    }];
  });
}

/** Of more names, none is told. */
const MAX_TOLD = 4;

/** The names that a value of the environment can have, if they are few. */
function held(names: ReadonlySet<string>): string {
  if (names.size === 0) return "";
  return names.size > MAX_TOLD
    ? ' ("brace vars" lists the names that environments have)'
    : ` (environments have ${[...names].map((it) => `"${it}"`).join(", ")})`;
}
