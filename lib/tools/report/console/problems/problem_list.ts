import type { Diagnostic } from "../../../../core/source/diagnostic.ts";
import { fitEnd } from "../../text/fit.ts";
import { type Context, indent } from "../context.ts";
import { problemOf } from "./errors.ts";
import { grouped, type Most, restLines } from "./grouped.ts";

/** Diagnostics that are shown in full at once. */
const MAX_COUNT: Most = { all: 20, first: 20 };

/** Diagnostics outside of a run: equal ones are shown once, of very many only the first in full. */
export class ProblemList {
  readonly #context: Context;
  readonly #shown = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Gives what is to be said about more of them.
   *
   * @param most How many of them are shown in full.
   */
  add(diagnostics: readonly Diagnostic[], most = MAX_COUNT): string[] {
    const context = this.#context;
    const fresh: Diagnostic[] = [];
    const again: string[] = [];
    const keys = new Set<string>();
    for (const diagnostic of diagnostics) {
      const { key, title } = problemOf(diagnostic, context);
      if (!this.#shown.has(key)) fresh.push(diagnostic);
      else if (!keys.has(key)) {
        const label = `${diagnostic.severity} as above: `;
        again.push(label + fitEnd(title, context.prose - label.length));
      }
      keys.add(key);
    }
    for (const key of keys) this.#shown.add(key);
    const { groups, rest } = grouped(
      fresh.map((it) => problemOf(it, context)),
      { check: most, error: most },
    );
    return [
      ...groups.values().flatMap((group) => [
        ...group.lines,
        ...indent(group.more(context), 2),
      ]),
      ...restLines(rest, context),
      ...shortened(again),
    ];
  }
}

/** What was said before needs no more than this. */
function shortened(lines: readonly string[]): string[] {
  const shown = lines.slice(0, 3);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `… ${more} more as above`] : shown;
}
