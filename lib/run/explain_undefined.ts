import type { Collection } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { parseTemplate } from "../template/parse_template.ts";
import { type Setter, settersOf } from "./setters.ts";

const known = new WeakMap<Collection, Map<string, Setter[]>>();

/**
 * Adds to a diagnostic about an undefined variable which scripts of the
 * collection set it and whether they ran, and which environments define it or
 * leave its value out; gives any other one as it is.
 *
 * @param ran Scripts and actions that ran.
 */
export function explainUndefined(
  diagnostic: Diagnostic,
  collection: Collection,
  ran: ReadonlySet<object>,
): Diagnostic {
  if (diagnostic.code !== "UNDEFINED_VARIABLE") return diagnostic;
  const name = rootName(diagnostic.expression ?? "");
  if (name === undefined) return diagnostic;
  const setters = settersIn(collection).get(name) ?? [];
  const notes = setters.map(({ label, source }) =>
    `"${name}" is set by the ${label}, which ${
      ran.has(source) ? "ran without setting it" : "has not run"
    }`
  );
  for (
    const { name: environment, file, variables } of collection.environments
  ) {
    const variable = variables.findLast((it) => it.name === name);
    if (variable === undefined) continue;
    notes.push(
      variable.unset
        ? `"${name}" is a secret whose value ${file} leaves out: give it with --env-var ${name}=VALUE`
        : variable.disabled
        ? `"${name}" is disabled in ${file}`
        : `"${name}" is defined by the environment "${environment}", which is not selected: --env ${environment}`,
    );
  }
  if (notes.length === 0) return diagnostic;
  return {
    ...diagnostic,
    notes: [...diagnostic.notes ?? [], ...new Set(notes)],
  };
}

function settersIn(collection: Collection): Map<string, Setter[]> {
  let setters = known.get(collection);
  if (setters === undefined) {
    setters = settersOf(collection);
    known.set(collection, setters);
  }
  return setters;
}

function rootName(expression: string): string | undefined {
  const [placeholder] = parseTemplate(`{{${expression}}}`).placeholders;
  const parsed = placeholder?.expression;
  return parsed?.kind === "reference" ? parsed.name : undefined;
}
