import { groupOf } from "../../plan/groups.ts";
import { lastRuns, type Rerun } from "../../plan/last_runs.ts";
import type { Plan } from "../../plan/types.ts";
import type { FailureClass, RunEvent } from "../../run/types.ts";
import type { Outcome } from "../../run/exit_code.ts";

/** What decides about one request. */
interface Result extends Rerun {
  readonly index: number;
  readonly failures: readonly FailureClass[];
  readonly isSkipped: boolean;
}

/** Gathers from a run's events what decides the exit code. */
export class OutcomeCollector {
  readonly #results: Result[] = [];
  #plan: Plan | undefined;
  #interrupted = false;
  #flaky = false;

  add(event: RunEvent): void {
    switch (event.type) {
      case "run-start":
        this.#plan = event.plan;
        break;
      case "request-end": {
        const { step, status, failures, rerun } = event.result;
        this.#results.push({
          index: step.index,
          failures,
          isSkipped: status === "skipped",
          group: groupOf(step, this.#plan!),
          ...rerun !== undefined && { rerun },
        });
        break;
      }
      case "run-end":
        this.#interrupted = event.summary.interrupted;
        this.#flaky = (event.summary.flaky ?? 0) > 0;
        break;
      case "warning":
      case "request-start":
        break;
      default:
        event satisfies never;
    }
  }

  /** @param options.failOnFlaky Whether requests fail that passed only when they ran again. */
  outcome(
    { failOnFlaky }: { readonly failOnFlaky: boolean },
  ): Omit<Outcome, "allowEmpty" | "unwritten"> {
    const results = lastRuns(this.#results, (it) => it);
    return {
      results,
      executed: results.filter(({ isSkipped }) => !isSkipped).length,
      interrupted: this.#interrupted,
      flaky: failOnFlaky && this.#flaky,
    };
  }
}
