import type { Collection } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { parseTemplate } from "../template/parse_template.ts";
import { type Setter, settersOf } from "./setters.ts";

const known = new WeakMap<Collection, Map<string, Setter[]>>();

/**
 * Adds to a diagnostic about an undefined variable which scripts of the
 * collection set it and whether they ran; gives any other one as it is.
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
  const notes = settersIn(collection).get(name)?.map(({ label, source }) =>
    `"${name}" is set by the ${label}, which ${
      ran.has(source) ? "ran without setting it" : "has not run"
    }`
  );
  if (notes === undefined) return diagnostic;
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
