import { groupOf, groupsOf } from "../plan/iterations.ts";
import type { Plan, Step } from "../plan/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { problemsOf } from "./explain/failure_of.ts";
import { hasFailed } from "./run_steps.ts";
import type { Counted, Tally } from "./tally.ts";
import type { RequestResult } from "./types.ts";

/** What a group came to in its last run. */
interface Group {
  rerun: number;
  failed: boolean;
  counted: Counted[];
  /** What was wrong with requests, by their index, in whichever run. */
  readonly problems: Map<number, readonly Diagnostic[]>;
}

/** Follows which groups of a run are to run again, and what they make of it. */
export class Reruns {
  readonly #plan: Plan;
  readonly #tally: Tally;
  readonly #groups = new Map<string, Group>();

  constructor(plan: Plan, tally: Tally) {
    this.#plan = plan;
    this.#tally = tally;
  }

  /** The groups in which something failed the last time, in the plan's order. */
  failed(): Map<string, readonly Step[]> {
    return new Map(
      groupsOf(this.#plan).filter(([name]) => this.#groups.get(name)?.failed),
    );
  }

  /** Counts a result, in place of those of earlier runs of its group; marks one that passes at last. */
  add(result: RequestResult, rerun: number): RequestResult {
    const group = this.#of(result.step);
    if (group === undefined) {
      this.#tally.add(result);
      return result;
    }
    if (rerun > group.rerun) this.#renew(group, rerun);
    const { step, status, tests, assertions, slow } = result;
    const before = group.problems.get(step.index);
    if (hasFailed(result)) {
      group.failed = true;
      group.problems.set(step.index, problemsOf(result));
    }
    const flaky = status === "passed" ? before : undefined;
    const counted = {
      status,
      tests: tests.map(({ status }) => ({ status })),
      assertions: assertions.map(({ status }) => ({ status })),
      ...rerun > 0 && { flaky },
      ...slow && { slow },
    };
    this.#tally.add(counted);
    group.counted.push(counted);
    return rerun > 0 ? { ...result, rerun, ...flaky && { flaky } } : result;
  }

  /** What was before does not count any more. */
  #renew(group: Group, rerun: number): void {
    for (const counted of group.counted) this.#tally.remove(counted);
    group.counted = [];
    group.failed = false;
    group.rerun = rerun;
  }

  #of(step: Step): Group | undefined {
    const name = groupOf(step, this.#plan);
    if (name === undefined) return undefined;
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { rerun: 0, failed: false, counted: [], problems: new Map() };
      this.#groups.set(name, group);
    }
    return group;
  }
}
