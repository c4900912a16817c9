import type { UnsupportedItem } from "../collection/types.ts";
import type { Step } from "../plan/types.ts";
import type { RequestResult } from "./types.ts";

/** The reason for a request that `skipRequest` skipped; in JSON reports, it is what tells such a request from one that could not run. */
export const SKIPPED_BY_SCRIPT = "a script skipped it";

/** The result of a step that is not run. */
export function skipped(
  step: Step,
  { reason, startedAt }: {
    readonly reason: string;
    readonly startedAt: number;
  },
): RequestResult {
  return {
    step,
    status: "skipped",
    failures: [],
    assertions: [],
    tests: [],
    console: [],
    diagnostics: [],
    skipReason: reason,
    startedAt,
    duration: 0,
    attempts: 0,
  };
}

/** Why an item is skipped that Brace does not run. */
export function unsupported({ type }: UnsupportedItem): string {
  return `Brace does not run requests of type "${type}" yet`;
}
