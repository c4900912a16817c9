import { groupOf } from "../../core/plan/groups.ts";
import type { Plan } from "../../core/plan/types.ts";
import type {
  FailureClass,
  RequestResult,
  RunEvent,
} from "../../core/run/types.ts";
import type { Outcome } from "../../core/run/exit_code.ts";

/** What was wrong with one request. */
interface Failed {
  readonly index: number;
  readonly failures: readonly FailureClass[];
  readonly group: string | undefined;
  readonly rerun: number;
}

/** Gathers from a run's events what decides the exit code; of requests that pass nothing is kept. */
export class OutcomeCollector {
  readonly #failed: Failed[] = [];
  /** How often groups ran again. */
  readonly #reruns = new Map<string | undefined, number>();
  #plan: Plan | undefined;
  #executed = 0;
  #interrupted = false;
  #flaky = false;
  #broken = false;

  add(event: RunEvent): void {
    switch (event.type) {
      case "run-start":
        this.#plan = event.plan;
        break;
      case "request-end":
        this.#addResult(event.result);
        break;
      case "run-end":
        this.#interrupted = event.summary.interrupted;
        this.#flaky = (event.summary.flaky ?? 0) > 0;
        break;
      case "warning":
        this.#broken ||= event.diagnostic.severity === "error";
        break;
      case "request-start":
        break;
      default:
        event satisfies never;
    }
  }

  #addResult({ step, status, failures, rerun = 0 }: RequestResult): void {
    if (status !== "skipped") this.#executed++;
    if (failures.length === 0 && rerun === 0) return;
    const group = groupOf(step, this.#plan!);
    if (rerun > 0) this.#reruns.set(group, rerun);
    if (failures.length === 0) return;
    this.#failed.push({ index: step.index, failures, group, rerun });
  }

  /** @param options.failOnFlaky Whether requests fail that passed only when they ran again. */
  outcome(
    { failOnFlaky }: { readonly failOnFlaky: boolean },
  ): Omit<Outcome, "allowEmpty" | "unwritten"> {
    return {
      results: this.#failed.filter(({ group, rerun }) =>
        rerun === (this.#reruns.get(group) ?? 0)
      ),
      executed: this.#executed,
      interrupted: this.#interrupted,
      flaky: failOnFlaky && this.#flaky,
      broken: this.#broken,
    };
  }
}
