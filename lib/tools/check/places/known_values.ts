import { renderText } from "../../../core/render/render_text.ts";
import type { DataRows } from "../../../core/plan/types.ts";
import { type Entry, Variables } from "../../../core/scope/variables.ts";
import { Execution } from "../../../core/scope/execution.ts";
import { Scopes } from "../../../core/scope/scopes.ts";
import type { Diagnostic, Related } from "../../../core/source/diagnostic.ts";
import type { Text } from "../../../core/source/origin.ts";
import { rootName, templateOf } from "../../../core/template/template_of.ts";
import type { Segment } from "../../../core/template/types.ts";
import type { WrittenValue } from "../types.ts";
import type { VariableSetting } from "./level_settings.ts";
import type { SetOrder } from "./set_order.ts";

/** Different values of one name, and characters of all of them as JSON, that are looked at. */
const MAX_VALUES = 20;
const MAX_LENGTH = 4_000;
/** Rows of data that are looked at. */
const MAX_ROWS = 1_000;

/** What a name may be set to, as JSON and as values: each is written in a script. */
interface Known {
  readonly values: readonly WrittenValue[];
  readonly key: string;
}

/** The values of variables that nothing sets but scripts, each of which writes the value out. */
export class KnownValues {
  readonly #known = new Map<string, Known | undefined>();
  readonly #problems = new Map<string, Partial<Diagnostic> | undefined>();
  readonly #inRows = new Map<string, Partial<Diagnostic> | undefined>();

  /** @param isGiven Whether a name has, or may have, a value that no script has set. */
  constructor(
    readonly order: SetOrder,
    readonly isGiven: (name: string) => boolean,
    readonly rows: DataRows,
  ) {}

  /** The only value that a name is set to; undefined where there are others, or none is known. */
  entryOf(name: string): Entry | undefined {
    const { values: [first, ...others] } = this.#of(name) ?? { values: [] };
    return first === undefined || others.length > 0 || first.open.length > 0
      ? undefined
      : entryOf(first);
  }

  /** The same text as long as the same is known of a name. */
  stateOf(name: string): string {
    return this.#of(name)?.key ?? "";
  }

  /** What is wrong with an expression, whichever of its values a variable has; undefined where it may be right. */
  problemOf(expression: string): Partial<Diagnostic> | undefined {
    if (!this.#problems.has(expression)) {
      this.#problems.set(expression, this.#problem(expression));
    }
    return this.#problems.get(expression);
  }

  /** What is wrong with an expression in one of the rows of data; undefined where it is right, or scripts set its variable. */
  rowProblemOf(expression: string): Partial<Diagnostic> | undefined {
    if (!this.#inRows.has(expression)) {
      this.#inRows.set(expression, this.#rowProblem(expression));
    }
    return this.#inRows.get(expression);
  }

  #rowProblem(expression: string): Partial<Diagnostic> | undefined {
    const name = rootName(expression);
    if (
      name === undefined || this.order.computed.length > 0 ||
      this.#settings(name).length > 0
    ) return undefined;
    const seen = new Set<string>();
    let count = 0;
    for (const row of this.rows) {
      if (++count > MAX_ROWS) break;
      if (!Object.hasOwn(row, name)) continue;
      const value = row[name];
      const key = JSON.stringify(value);
      if (seen.has(key)) continue;
      seen.add(key);
      const entry = { value, template: false, from: "row" as const };
      const problem = problemWith(expression, name, entry);
      if (problem) {
        return { ...problem, notes: [`in row ${count} of the data`] };
      }
    }
    return undefined;
  }

  /** Where a variable of a known value is set, as it is told with what is wrong with it. */
  relatedTo(name: string): readonly Related[] {
    if (this.#of(name) === undefined) return [];
    const [{ label, location }] = this.#settings(name);
    return [{ message: `the ${label} sets "${name}" here`, location }];
  }

  #problem(expression: string): Partial<Diagnostic> | undefined {
    const name = rootName(expression);
    const known = name === undefined ? undefined : this.#of(name);
    if (name === undefined || known === undefined) return undefined;
    const [part] = templateOf(textOf(expression)).placeholders;
    if (part?.expression?.kind !== "reference") return undefined;
    const { path } = part.expression;
    const found = known.values.map((one) =>
      leadsIntoOpen(path, one)
        ? undefined
        : problemWith(expression, name, entryOf(one))
    );
    const [first] = found;
    return first === undefined || found.includes(undefined)
      ? undefined
      : { ...first, related: this.relatedTo(name) };
  }

  #of(name: string): Known | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#find(name));
    return this.#known.get(name);
  }

  #find(name: string): Known | undefined {
    const settings = this.#settings(name);
    // What computes names may set this one, too.
    if (
      settings.length === 0 || this.order.computed.length > 0 ||
      this.isGiven(name)
    ) return undefined;
    const values = new Map<string, WrittenValue>();
    let length = 0;
    for (const { written } of settings) {
      if (written === undefined) return undefined;
      const key = JSON.stringify(written);
      if (values.has(key)) continue;
      length += key.length;
      if (values.size === MAX_VALUES || length > MAX_LENGTH) return undefined;
      values.set(key, written);
    }
    return { values: [...values.values()], key: [...values.keys()].join() };
  }

  #settings(name: string): readonly VariableSetting[] {
    return this.order.settings.get(name) ?? [];
  }
}

function textOf(expression: string): Text {
  return { text: `{{${expression}}}`, at: { file: "", path: [] } };
}

/** What is wrong with an expression where its variable has a value. */
function problemWith(
  expression: string,
  name: string,
  entry: Entry,
): Partial<Diagnostic> | undefined {
  const entries = new Variables([[name, entry]]);
  const scopes = new Scopes([{ scope: "runtime", entries }]);
  const [first] =
    renderText(textOf(expression), scopes, new Execution()).diagnostics;
  if (first === undefined) return undefined;
  const { location: _, ...problem } = first;
  return problem;
}

function entryOf({ value }: WrittenValue): Entry {
  return { value, template: false, from: "script" };
}

function leadsIntoOpen(
  path: readonly Segment[],
  { open }: WrittenValue,
): boolean {
  return open.some((way) =>
    way.length <= path.length &&
    way.every((name, at) =>
      name === path[at].key || name === String(path[at].index)
    )
  );
}
