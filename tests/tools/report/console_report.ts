import { assert } from "@std/assert";
import type { ConsoleOptions } from "../../../lib/tools/report/console/context.ts";
import * as details from "../../../lib/tools/report/console/detail_lines.ts";
import {
  eventLines,
  needsDetails,
} from "../../../lib/tools/report/console/event_lines.ts";
import type { Step } from "../../../lib/core/plan/types.ts";
import type { RequestResult, RunEvent } from "../../../lib/core/run/types.ts";
import { counts } from "./sample_run.ts";

/** What `brace run` prints about events; details are there for those that need them, as in the program. */
export function consoleReport(
  events: readonly RunEvent[],
  options: ConsoleOptions,
): string {
  let needed = false;
  const linesOf = eventLines(options, () => {
    assert(needed, "details are written that were not needed");
    return details;
  });
  return events.flatMap((event) => {
    needed = needsDetails(event, options);
    return linesOf(event);
  }).map((line) => `${line}\n`).join("");
}

/** What a run's end counts. */
export const SUMMARY = {
  requests: counts({ passed: 2 }),
  tests: counts({}),
  assertions: counts({}),
  duration: 61_400,
  interrupted: false,
};
/** The end of a run. */
export const END: RunEvent = { type: "run-end", summary: SUMMARY };

/** The start of a run of these steps. */
export function startOf(steps: readonly Step[]): RunEvent {
  const iterations = 1 + Math.max(...steps.map(({ iteration }) => iteration));
  return {
    type: "run-start",
    collection: "C",
    plan: { steps, iterations, rows: [] },
    startedAt: 0,
  };
}

/** A run whose requests ended like this. */
export function runOf(results: readonly RequestResult[]): RunEvent[] {
  return [
    startOf(results.map((it) => it.step)),
    ...results.map((it): RunEvent => ({ type: "request-end", result: it })),
    END,
  ];
}
