import type { Script, Variable } from "../../../core/collection/types.ts";
import type { ScopeName } from "../../../core/scope/names.ts";
import { unreadBy } from "../../../core/script/reading_call.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { RequestPlace } from "../places/reach.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import type { CheckScopes } from "./check_scopes.ts";

/**
 * Where a script sets a runtime variable because it finds none, although another
 * scope has one: requests then get what the script has for want of a value.
 * Postman's `pm.variables` reads all scopes, and Bruno's `getVar` this one only,
 * as files of Bruno's own mean it. What a script computes is a value to keep, and
 * no default.
 */
export function hiddenValues(
  script: Script,
  place: RequestPlace,
  scopes: CheckScopes,
  scripts: ScriptIndex,
): Diagnostic[] {
  if (script.at.file.endsWith(".bru")) return [];
  return scripts.factsOf(script).sets.flatMap(({ name, default: set }) => {
    if (set === undefined || isOtherwiseGiven(name, set.value, scopes)) {
      return [];
    }
    const scope = scopeWith(name, set.value, place, scopes);
    if (scope === undefined) return [];
    const { call, kept, offset, length } = set;
    return [{
      code: "UNDEFINED_VARIABLE",
      severity: "warning",
      message: unreadBy({ name: call, scope: "runtime" }, name, scope, kept),
      location: locationOf(script.at, { offset, length, place: "script" }),
    }];
  });
}

/** Whether anything else gives the runtime variable, so that a script may well ask for it. */
function isOtherwiseGiven(
  name: string,
  value: unknown,
  { order, options: { variables = {}, rowNames = [] } }: CheckScopes,
): boolean {
  return Object.hasOwn(variables, name) || rowNames.includes(name) ||
    (order.settings.get(name) ?? []).some((one) =>
      one.default?.value !== value
    );
}

/** The scope that has another value than this one under a name. */
function scopeWith(
  name: string,
  value: unknown,
  { request, folders }: RequestPlace,
  { collection, chain, options: { globals = [] } }: CheckScopes,
): ScopeName | undefined {
  const lists: [ScopeName, readonly Variable[]][] = [
    ["request", request.variables],
    ...folders.map(({ defaults }): [ScopeName, readonly Variable[]] => [
      "folder",
      defaults.variables,
    ]).reverse(),
    ...chain.map((one): [ScopeName, readonly Variable[]] => [
      "environment",
      one.variables,
    ]),
    ["collection", collection.defaults.variables],
    ["global", globals],
  ];
  for (const [scope, variables] of lists) {
    const found = variables.findLast((it) => it.name === name && !it.disabled);
    if (found === undefined) continue;
    const { value: own } = found;
    // An empty one waits for a value, as a secret does whose value may never come.
    const isNone = own === null || own === "";
    return isNone || `${own}` === `${value}` ? undefined : scope;
  }
  return undefined;
}
