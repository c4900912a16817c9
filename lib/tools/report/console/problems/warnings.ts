import type { Diagnostic } from "../../../../core/source/diagnostic.ts";
import { fitEnd } from "../../text/fit.ts";
import { type Context, indent } from "../context.ts";
import { problemOf } from "./errors.ts";
import { Group } from "./grouped.ts";

/** The warnings of a run: each is shown once, and of equal ones the first in full. */
export class Warnings {
  readonly #context: Context;
  readonly #groups = new Map<string, { title: string; group: Group }>();
  readonly #seen = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** What is to be said of a warning now; nothing where an equal one was shown. */
  add(warning: Diagnostic): readonly string[] {
    const problem = problemOf(warning, this.#context);
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
