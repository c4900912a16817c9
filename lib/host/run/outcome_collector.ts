import type { FailureClass, RunEvent } from "../../run/types.ts";
import type { Outcome } from "../../run/exit_code.ts";

/** Gathers from a run's events what decides the exit code. */
export class OutcomeCollector {
  readonly #results: { index: number; failures: readonly FailureClass[] }[] =
    [];
  #executed = 0;
  #interrupted = false;

  add(event: RunEvent): void {
    switch (event.type) {
      case "request-end": {
        const { step, status, failures } = event.result;
        this.#results.push({ index: step.index, failures });
        if (status !== "skipped") this.#executed++;
        break;
      }
      case "run-end":
        this.#interrupted = event.summary.interrupted;
        break;
      case "run-start":
      case "warning":
      case "request-start":
        break;
      default:
        event satisfies never;
    }
  }

  outcome(): Omit<Outcome, "allowEmpty" | "unwritten"> {
    return {
      results: this.#results,
      executed: this.#executed,
      interrupted: this.#interrupted,
    };
  }
}
