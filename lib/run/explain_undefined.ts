import type { Collection } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { parseTemplate } from "../template/parse_template.ts";
import { type Setter, settersOf } from "./setters.ts";

/**
 * Adds to diagnostics about undefined variables which script sets the variable
 * and whether it ran.
 */
export class UndefinedExplainer {
  readonly #setters = new Map<Collection, Map<string, Setter[]>>();

  /**
   * @param collection Whose scripts are searched, at the first undefined name.
   * @param ran Scripts and actions that ran in this iteration.
   */
  explain(
    diagnostic: Diagnostic,
    collection: Collection,
    ran: ReadonlySet<object>,
  ): Diagnostic {
    if (diagnostic.code !== "UNDEFINED_VARIABLE") return diagnostic;
    const name = rootName(diagnostic.expression ?? "");
    if (name === undefined) return diagnostic;
    let setters = this.#setters.get(collection);
    if (setters === undefined) {
      setters = settersOf(collection);
      this.#setters.set(collection, setters);
    }
    const found = setters.get(name);
    if (found === undefined) return diagnostic;
    const notes = found.map(({ label, source }) =>
      `"${name}" is set by the ${label}, which ${
        ran.has(source) ? "ran without setting it" : "has not run"
      }`
    );
    return {
      ...diagnostic,
      notes: [...diagnostic.notes ?? [], ...new Set(notes)],
    };
  }
}

function rootName(expression: string): string | undefined {
  const [placeholder] = parseTemplate(`{{${expression}}}`).placeholders;
  const parsed = placeholder?.expression;
  return parsed?.kind === "reference" ? parsed.name : undefined;
}
