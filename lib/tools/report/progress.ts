import { stepCount } from "../../core/plan/iterations.ts";
import type { Step } from "../../core/plan/types.ts";
import type { RunEvent } from "../../core/run/types.ts";
import { stepLabel } from "./step_label.ts";
import { escapeControls } from "./text/escape_controls.ts";
import { fitEnd, fitStart } from "./text/fit.ts";

/** How far a run is. */
export interface Progress {
  /** Takes an event of the run, in order. */
  add(event: RunEvent): void;
  /**
   * For a terminal: `[12/80] 1 failed · users/create.yml … 4/s · 17 s left`,
   * at most `width` columns and without a line end; `""` before the first
   * request and after the last. Writing and clearing it is up to the caller.
   */
  line(): string;
  /** For a log: `12/80 requests · 1 failed · 4/s · 17 s left`; `""` when nothing is under way. */
  status(): string;
}

/**
 * Follows a run.
 *
 * @param elapsed Gives milliseconds on a clock that only goes forward.
 *
 * @example
 * ```ts
 * import { followRun } from "./progress.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const progress = followRun({ width: 80, elapsed: () => 0 });
 * const plan = { steps: [], iterations: 1, rows: [] };
 * progress.add({ type: "run-start", collection: "C", plan, startedAt: 0 });
 * assertEquals(progress.line(), "");
 * ```
 */
export function followRun(
  { width, elapsed }: {
    readonly width: number;
    readonly elapsed: () => number;
  },
): Progress {
  let total = 0;
  let iterations = 1;
  let ended = 0;
  let failed = 0;
  let isOver = false;
  /** A wait for a server before the first request says nothing about the pace. */
  let began = 0;
  /** The steps under way: folders may run side by side. */
  const running = new Set<Step>();

  function add(event: RunEvent): void {
    switch (event.type) {
      case "run-start":
        began = elapsed();
        total = stepCount(event.plan);
        iterations = event.plan.iterations;
        break;
      case "request-start":
        running.add(event.step);
        break;
      case "request-end": {
        const { step, status } = event.result;
        running.delete(step);
        ended++;
        if (status === "failed" || status === "errored") failed++;
        break;
      }
      case "warning":
        break;
      case "run-end":
        running.clear();
        isOver = true;
        break;
      default:
        event satisfies never;
    }
  }

  const failures = () => failed === 0 ? [] : [`${failed} failed`];

  /** Nothing is said of the first moments, in which nothing is known. */
  function pace(): string[] {
    const seconds = (elapsed() - began) / 1_000;
    if (ended === 0 || seconds < 1) return [];
    const rate = ended / seconds;
    // Teardown may be all that is left of a run that was interrupted.
    const isKnown = ![...running].some(({ stage }) => stage === "teardown");
    const left = isKnown ? (total - ended) / rate : 0;
    return [
      `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
      ...left > 0 ? [`${formatWait(left)} left`] : [],
    ];
  }

  function line(): string {
    const step = [...running].at(-1);
    const label = step && escapeControls(stepLabel(step, iterations));
    if (isOver || label === undefined && ended === 0) return "";
    // Between two requests it stands there, too: a pause may be long.
    const number = label === undefined ? ended : ended + 1;
    // Scripts can run a request again: the plan's number is no limit.
    const count = [`[${number}/${Math.max(total, number)}]`, ...failures()]
      .join(" ");
    const more = running.size > 1 ? ` +${running.size - 1} …` : " …";
    const end = more +
      pace().map((it, at) => `${at ? " ·" : ""} ${it}`).join("");
    if (label === undefined) return fitEnd(count + end, width - 1);
    // The last column stays free: some terminals wrap there.
    const room = width - count.length - 1 - end.length - 1;
    return room >= 4
      ? `${count} ${fitStart(label, room)}${end}`
      : `${count} ${fitStart(label, Math.max(4, width - count.length - 4))} …`;
  }

  function status(): string {
    if (running.size === 0) return "";
    const counts = `${ended}/${Math.max(total, ended + 1)} requests`;
    return [counts, ...failures(), ...pace()].join(" · ");
  }

  return { add, line, status };
}

/** Whole seconds: `32 s`, `2 min 3 s`. */
function formatWait(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60
    ? `${whole} s`
    : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
