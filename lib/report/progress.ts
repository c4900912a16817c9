import type { RunEvent } from "../run/types.ts";
import { stepLabel } from "./step_label.ts";
import { escapeControls } from "./text/escape_controls.ts";
import { fitStart } from "./text/fit.ts";

/**
 * Makes the line that says what a run is doing, for a terminal: `[12/80]
 * users/create.yml …`. It takes the run's events in order and gives the line
 * as it is from now on, at most `width` columns and without a line end; `""`
 * when nothing is under way. Writing and clearing it is up to the caller.
 *
 * @example
 * ```ts
 * import { progressLine } from "./progress.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const line = progressLine({ width: 80 });
 * const plan = { steps: [], iterations: 1, rows: [] };
 * assertEquals(line({ type: "run-start", collection: "C", plan, startedAt: 0 }), "");
 * ```
 */
export function progressLine(
  { width }: { readonly width: number },
): (event: RunEvent) => string {
  let total = 0;
  let iterations = 1;
  let ended = 0;
  /** Labels of what is under way, by step: folders may run side by side. */
  const running = new Map<unknown, string>();

  function line(): string {
    const label = [...running.values()].at(-1);
    if (label === undefined) return "";
    // Scripts can run a request again: the plan's number is no limit.
    const number = ended + 1;
    const count = `[${number}/${Math.max(total, number)}] `;
    const more = running.size > 1 ? ` +${running.size - 1} …` : " …";
    // The last column stays free: some terminals wrap there.
    const room = Math.max(4, width - count.length - more.length - 1);
    return count + fitStart(label, room) + more;
  }

  return (event) => {
    switch (event.type) {
      case "run-start":
        total = event.plan.steps.length;
        iterations = event.plan.iterations;
        return "";
      case "request-start":
        running.set(
          event.step,
          escapeControls(stepLabel(event.step, iterations)),
        );
        return line();
      case "request-end":
        running.delete(event.result.step);
        ended++;
        return line();
      case "warning":
        return line();
      case "run-end":
        return "";
      default:
        return event satisfies never;
    }
  };
}
