import type { Diagnostic } from "../source/diagnostic.ts";
import type { FailureClass, RunSummary } from "./types.ts";

/** What decides the exit code of a run. */
export interface RunVerdict {
  /** Results of requests: position in the plan, and every class of failure. */
  readonly results: readonly {
    readonly index: number;
    readonly failures: readonly FailureClass[];
  }[];
  /** Requests that were run, skipped ones left out. */
  readonly executed: number;
  readonly allowEmpty: boolean;
  readonly interrupted: boolean;
  /** What fails it besides its checks; absent: nothing. */
  readonly failOn?: RunSummary["failOn"];
  /** Whether the run could not go on: its data could not be read any more. */
  readonly broken?: boolean;
  /** Whether a report or the like could not be written. */
  readonly unwritten: boolean;
}

/** What Ctrl-C or SIGTERM has ended: 128 and the number of SIGINT. */
export const INTERRUPTED_CODE = 130;

/** Usage errors, and collections that cannot be loaded. */
const USAGE_CODE = 2;

/** Within one request the first of these that occurred decides. */
const BY_CLASS: readonly (readonly [FailureClass, number])[] = [
  ["permission", 6],
  ["render", 3],
  ["script", 5],
  ["network", 4],
  ["check", 1],
];

/**
 * The exit code of a run: 0 all passed, 130 interrupted, 2 nothing executed,
 * data that changed or a report not written; otherwise that of the earliest failing request in plan
 * order: 6 permission, 3 rendering, 5 script, 4 network, 1 a test or assertion.
 */
export function exitCode(outcome: RunVerdict): number {
  if (outcome.interrupted) return INTERRUPTED_CODE;
  let earliest: RunVerdict["results"][number] | undefined;
  for (const result of outcome.results) {
    if (result.failures.length === 0) continue;
    if (earliest === undefined || result.index < earliest.index) {
      earliest = result;
    }
  }
  if (earliest !== undefined) return codeOf(earliest.failures);
  if (outcome.failOn !== undefined) return codeOf(["check"]);
  if (outcome.unwritten || outcome.broken) return USAGE_CODE;
  return outcome.executed === 0 && !outcome.allowEmpty ? USAGE_CODE : 0;
}

/** The exit code when a command could not begin: 6 where a permission is missing, 4 where it waited for a server in vain, else 2. */
export function loadingCode(diagnostics: readonly Diagnostic[]): number {
  const codes = diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
  if (codes.includes("PERMISSION")) return codeOf(["permission"]);
  return codes.includes("NOT_READY") ? codeOf(["network"]) : USAGE_CODE;
}

function codeOf(failures: readonly FailureClass[]): number {
  for (const [failure, code] of BY_CLASS) {
    if (failures.includes(failure)) return code;
  }
  return 0;
}
