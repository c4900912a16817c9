import type { RequestResult } from "../../../core/run/types.ts";
import { passedChecks } from "./checks.ts";
import { type Context, indent } from "./context.ts";
import { diagnosticLines } from "./diagnostic_lines.ts";
import { exchangeLines } from "./exchange/exchange.ts";
import { AS_ABOVE, Failures } from "./problems/failures.ts";
import { scriptOutputLines } from "./script_output.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { fitEnd } from "../text/fit.ts";
import { failureProblem } from "./problems/failures.ts";
import { Group, grouped, type Most, restLines } from "./problems/grouped.ts";

/** Diagnostics that are shown in full at once. */
const MAX_COUNT: Most = { all: 20, first: 20 };

/** Diagnostics outside of a run: equal ones are shown once, of very many only the first in full. */
class ProblemList {
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
      const { key, title } = failureProblem(diagnostic, context);
      if (!this.#shown.has(key)) fresh.push(diagnostic);
      else if (!keys.has(key)) {
        const label = `${diagnostic.severity} as above: `;
        again.push(label + fitEnd(title, context.prose - label.length));
      }
      keys.add(key);
    }
    for (const key of keys) this.#shown.add(key);
    const { groups, rest } = grouped(
      fresh.map((it) => failureProblem(it, context)),
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

/** The warnings of a run: each is shown once, and of equal ones the first in full. */
class Warnings {
  readonly #context: Context;
  readonly #groups = new Map<string, { title: string; group: Group }>();
  readonly #seen = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** What is to be said of a warning now; nothing where an equal one was shown. */
  add(warning: Diagnostic): readonly string[] {
    const problem = failureProblem(warning, this.#context);
    const { yamlPath } = warning.location ?? {};
    const once = [problem.key, problem.place, yamlPath].join("\n");
    if (this.#seen.has(once)) return [];
    this.#seen.add(once);
    const known = this.#groups.get(problem.key);
    if (known !== undefined) {
      known.group.add(problem);
      return [];
    }
    const group = new Group(problem, problem.lines());
    this.#groups.set(problem.key, { title: problem.title, group });
    return group.lines;
  }

  /** Where else there are warnings equal to those that were shown. */
  lines(): string[] {
    const { style, prose } = this.#context;
    return [...this.#groups.values()].flatMap(({ title, group }) => {
      const more = group.more(this.#context);
      if (more.length === 0) return [];
      return [
        `${style.yellow("warning")} ${fitEnd(title, prose - 8)}`,
        ...indent(more, 2),
        "",
      ];
    });
  }
}

export { AS_ABOVE, diagnosticLines, Failures, ProblemList, Warnings };

/** All that happened with a request, but for its failures. */
export function everythingLines(
  result: RequestResult,
  context: Context,
): string[] {
  return [
    ...exchangeLines(result, context),
    ...passedChecks(result, context),
    ...scriptOutputLines(result.console, context),
  ];
}
