import { groupBy } from "../../../core/source/group_by.ts";
import { deepEqual } from "../../../core/assertion/deep_equal.ts";
import type {
  Collection,
  Environment,
  Variable,
} from "../../../core/collection/types.ts";
import { locationOfName } from "../../../core/collection/read/location_of_name.ts";
import type { Diagnostic, Location } from "../../../core/source/diagnostic.ts";
import { expressionsIn } from "../../../core/template/expressions_in.ts";
import { rootName } from "../../../core/template/template_of.ts";
import type { RequestPlace } from "../places/reach.ts";
import type { IndexedDefinition } from "../types.ts";
import { textsBeside, type UsedNames } from "../uses/used_names.ts";

/** Variables of one name that are told with the first. */
const MAX_SHOWN = 3;

/** Variables that nothing uses, and those of folders that hide what an environment says. */
export function checkVariables(
  collection: Collection,
  definitions: readonly IndexedDefinition[],
  used: Pick<UsedNames, "has" | "readsAny">,
): Diagnostic[] {
  const byName = groupBy(
    definitions.filter(({ scope }) => scope !== "global"),
    ({ name }) => name,
  );
  const configured = new Set(
    textsBeside(collection).flatMap(({ text }) => expressionsIn(text))
      .flatMap((it) => [it, rootName(it)]),
  );
  const isUsed = (name: string) =>
    used.readsAny || used.has(name) || configured.has(name);
  const alike = new Map(
    [...byName.keys()].filter(isUsed).map((name) => [likeness(name), name]),
  );
  return [...byName].flatMap(([name, all]) =>
    isUsed(name)
      ? shadowing(all)
      : [unusedVariable(name, all, alike.get(likeness(name)))]
  );
}

/** Equal for names that differ in capitals, `-` and `_` only. */
function likeness(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

function unusedVariable(
  name: string,
  [first, ...others]: readonly IndexedDefinition[],
  meant: string | undefined,
): Diagnostic {
  const wayOut = meant === undefined
    ? "remove it"
    : `did you mean "${meant}"? if not, remove it`;
  return {
    code: "UNUSED_VARIABLE",
    severity: "hint",
    message: `Nothing uses the variable "${name}" (${wayOut})`,
    expression: name,
    location: nameOf(first),
    ...(others.length > 0 && {
      related: others.slice(0, MAX_SHOWN).map((one) => ({
        message: "defined here, too",
        location: nameOf(one),
      })),
    }),
  };
}

/** Where the name stands: that is what the message is about. */
function nameOf({ variable, location }: IndexedDefinition): Location {
  return variable === undefined ? location : locationOfName(variable);
}

/** Leaves out that nothing uses a variable which another finding takes for the one that was meant. */
export function withoutMeant(found: readonly Diagnostic[]): Diagnostic[] {
  const meant = new Set(
    found.filter(({ code }) => code === "UNDEFINED_VARIABLE")
      .flatMap(({ suggestion = [] }) => suggestion),
  );
  return found.filter(({ code, expression = "" }) =>
    code !== "UNUSED_VARIABLE" || !meant.has(expression)
  );
}

/** A folder's variable that hides an environment's of another value: changing that one changes nothing there. */
function shadowing(all: readonly IndexedDefinition[]): Diagnostic[] {
  const environments = all.filter(({ scope }) => scope === "environment")
    .map(({ label = "", variable }) => ({ label, variable: variable! }));
  return all.flatMap(({ scope, variable }) =>
    scope !== "folder" || variable === undefined
      ? []
      : hiding(variable, scope, { scope: "environment", all: environments })
  );
}

/** Variables of a level with its name. */
interface Hidden {
  readonly scope: "folder" | "environment" | "collection";
  readonly all: readonly { label: string; variable: Variable }[];
}

function hiding(
  variable: Variable,
  scope: "request" | "folder",
  hidden: Hidden,
): Diagnostic[] {
  const { name, value } = variable;
  const others = hidden.all.filter(({ variable }) =>
    !variable.unset && !deepEqual(variable.value, value)
  );
  if (others.length === 0) return [];
  return [{
    code: "SHADOWED_VARIABLE",
    severity: "hint",
    message:
      `The ${scope}'s variable "${name}" hides that of the ${hidden.scope}, which has another value: the ${hidden.scope}'s value has no effect here`,
    expression: name,
    location: locationOfName(variable),
    related: others.slice(0, MAX_SHOWN).map(({ label, variable }) => ({
      message: `hidden: that of the ${hidden.scope} "${label}"`,
      location: locationOfName(variable),
    })),
  }];
}

/** A request's variables that hide the values which it would have without them. */
export function checkHidden(
  { environments, defaults, name: collection }: Collection,
  { request, folders }: Pick<RequestPlace, "request" | "folders">,
  used: Pick<UsedNames, "has" | "readsAny">,
): Diagnostic[] {
  return request.variables.flatMap((own) => {
    const { name, disabled } = own;
    const isUsed = used.readsAny || used.has(name);
    const isLast = byName(request.variables).get(name) === own;
    if (disabled || !isLast || !isUsed) return [];
    const folder = folders.findLast((one) =>
      byName(one.defaults.variables).has(name)
    );
    if (folder) {
      const variable = byName(folder.defaults.variables).get(name)!;
      const all = [{ label: folder.name, variable }];
      return hiding(own, "request", { scope: "folder", all });
    }
    const all = environments.flatMap(({ name: label, variables }) => {
      const variable = byName(variables).get(name);
      return variable === undefined ? [] : { label, variable };
    });
    const found = hiding(own, "request", { scope: "environment", all });
    const variable = byName(defaults.variables).get(name);
    if (found.length > 0 || !variable || isInEach(name, environments)) {
      return found;
    }
    return hiding(own, "request", {
      scope: "collection",
      all: [{ label: collection, variable }],
    });
  });
}

const MAX_DEPTH = 32;

/** Whether each environment has a name, itself or by what it extends; false without one. */
function isInEach(
  name: string,
  environments: readonly Environment[],
): boolean {
  return environments.length > 0 && environments.every((one) => {
    let at: Environment | undefined = one;
    for (let depth = 0; at && depth < MAX_DEPTH; depth++) {
      if (byName(at.variables).has(name)) return true;
      const base: string | undefined = at.extends;
      at = environments.find((other) => other.name === base);
    }
    return false;
  });
}

const known = new WeakMap<
  readonly Variable[],
  ReadonlyMap<string, Variable>
>();

/** The variables of a list, but for the disabled ones; the last of a name counts. */
function byName(
  variables: readonly Variable[],
): ReadonlyMap<string, Variable> {
  let map = known.get(variables);
  if (map === undefined) {
    map = new Map(
      variables.filter(({ disabled }) => !disabled)
        .map((one) => [one.name, one]),
    );
    known.set(variables, map);
  }
  return map;
}
