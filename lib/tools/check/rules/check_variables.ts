import { deepEqual } from "../../../core/assertion/deep_equal.ts";
import type { Collection } from "../../../core/collection/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { configTexts } from "../uses/config_texts.ts";
import { expressionsIn } from "../../../core/template/expressions_in.ts";
import { rootName } from "../../../core/template/template_of.ts";
import type { IndexedDefinition } from "../types.ts";
import type { UsedNames } from "../uses/used_names.ts";

/** Variables of one name that are told with the first. */
const MAX_SHOWN = 3;

/** Variables that nothing uses, and those that hide what an environment says. */
export function checkVariables(
  collection: Collection,
  definitions: readonly IndexedDefinition[],
  used: Pick<UsedNames, "has" | "readsAny">,
): Diagnostic[] {
  const byName = Map.groupBy(
    definitions.filter(({ scope }) => scope !== "global"),
    ({ name }) => name,
  );
  const configured = new Set(
    configTexts(collection).flatMap(({ text }) => expressionsIn(text))
      .flatMap((it) => [it, rootName(it)]),
  );
  return [...byName].flatMap(([name, all]) => {
    const unused = !used.readsAny && !used.has(name) && !configured.has(name);
    return unused ? [unusedVariable(name, all)] : shadowing(name, all);
  });
}

function unusedVariable(
  name: string,
  [{ location }, ...others]: readonly IndexedDefinition[],
): Diagnostic {
  return {
    code: "UNUSED_VARIABLE",
    severity: "hint",
    message: `Nothing uses the variable "${name}" (remove it)`,
    location,
    ...(others.length > 0 && {
      related: others.slice(0, MAX_SHOWN).map(({ location }) => ({
        message: "defined here, too",
        location,
      })),
    }),
  };
}

/** A request's or folder's variable that hides an environment's of another value: changing that one changes nothing there. */
function shadowing(
  name: string,
  all: readonly IndexedDefinition[],
): Diagnostic[] {
  const hidden = all.filter(({ scope }) => scope === "environment");
  if (hidden.length === 0) return [];
  return all.flatMap(({ scope, location, variable }) => {
    if (scope !== "request" && scope !== "folder") return [];
    const other = hidden.filter((it) =>
      !it.variable?.unset &&
      !deepEqual(it.variable?.value, variable?.value)
    );
    return other.length === 0 ? [] : {
      code: "SHADOWED_VARIABLE",
      severity: "hint",
      message:
        `The ${scope}'s variable "${name}" hides that of the environment, which has another value: what the environment says has no effect here`,
      location,
      related: other.slice(0, MAX_SHOWN).map(({ label, location }) => ({
        message: `hidden: that of the environment "${label}"`,
        location,
      })),
    };
  });
}
