import { groupOf } from "../../core/plan/iterations.ts";
import { lastRuns } from "../../core/plan/last_runs.ts";
import { REPORT_KINDS, type ReportKind } from "../../tools/report/kinds.ts";
import { exitCode } from "../../core/run/exit_code.ts";
import type {
  RequestResult,
  RunEvent,
  RunSummary,
} from "../../core/run/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { nearest } from "../../core/source/nearest.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import type { RunEnd } from "./perform_run.ts";
import type { StartedRun } from "./start_run.ts";

/** How a run ended. */
export interface RunOutcome {
  /** Whether everything passed that was to run: the exit code is 0. */
  readonly passed: boolean;
  /**
   * What `brace run` would have exited with: 0 all passed, 1 a test or an
   * assertion failed, 2 nothing was executed or a file not written, 3 rendering,
   * 4 network, 5 script, 6 permission, 130 aborted.
   */
  readonly exitCode: number;
  /** What could not be saved after the run, and why. */
  readonly unwritten: readonly Diagnostic[];
}

/** What came of a run. */
export interface RunResult extends RunOutcome {
  /** The collection's name. */
  readonly collection: string;
  /** What happened to each request, in the order in which they ended. Values are as they were sent: secrets are in them. */
  readonly requests: readonly RequestResult[];
  /** How many requests, tests and assertions passed and failed. */
  readonly summary: RunSummary;
  /** Warnings about the collection and its surroundings. */
  readonly warnings: readonly Diagnostic[];
  /**
   * The text of a report, secrets masked.
   *
   * @throws {TypeError} From JavaScript, for a report that does not exist.
   */
  toReport(kind: ReportKind): Promise<string>;
}

/** How a run ended, for programs. */
export function outcomeOf({ outcome, unwritten }: RunEnd): RunOutcome {
  const code = exitCode({
    ...outcome,
    unwritten: unwritten.some(({ severity }) => severity === "error"),
  });
  return { passed: code === 0, exitCode: code, unwritten };
}

/** Runs to the end, and gives what came of it. */
export async function collectResult(
  { prepared, masker, locator, events: start }: StartedRun,
  { seed }: RunCollectionOptions,
): Promise<RunResult> {
  const kept: RunEvent[] = [];
  const events = start();
  let next = await events.next();
  for (; !next.done; next = await events.next()) kept.push(next.value);
  const outcome = outcomeOf(next.value);
  return {
    ...outcome,
    collection: prepared.loaded.collection.name,
    requests: lastRuns(
      kept.flatMap((event) => event.type === "request-end" ? event.result : []),
      ({ step, rerun }) => ({
        group: groupOf(step, prepared.loaded.plan),
        ...rerun !== undefined && { rerun },
      }),
    ),
    summary: kept.findLast((event) => event.type === "run-end")!.summary,
    warnings: kept.flatMap((event) =>
      event.type === "warning" ? event.diagnostic : []
    ),
    async toReport(kind) {
      if (!REPORT_KINDS.includes(kind)) throw noReport(kind);
      const { reportText } = await import("../reports/report_text.ts");
      return await reportText(kind, kept, {
        masker,
        locator,
        exitCode: outcome.exitCode,
        ...(seed !== undefined && { seed }),
      });
    },
  };
}

function noReport(kind: unknown): TypeError {
  const near = nearest(String(kind), REPORT_KINDS);
  const hint = near === undefined
    ? `there is ${REPORT_KINDS.join(", ")}`
    : `did you mean "${near}"?`;
  return new TypeError(
    `Cannot write the report "${kind}": there is no such report (${hint})`,
  );
}
