import type { UnsupportedItem } from "../collection/types.ts";
import type { Step } from "../plan/types.ts";
import type { RequestResult } from "./types.ts";

/** The result of an item that Brace does not run. */
export function skipped(
  step: Step,
  item: UnsupportedItem,
  startedAt: number,
): RequestResult {
  return {
    step,
    status: "skipped",
    failures: [],
    assertions: [],
    tests: [],
    console: [],
    diagnostics: [],
    skipReason: `Brace does not run requests of type "${item.type}" yet`,
    startedAt,
    duration: 0,
    attempts: 0,
  };
}
