import type { RunSummary } from "../../core/run/types.ts";
import { REQUEST_TYPES } from "../../core/collection/request_types.ts";
import { counted } from "../../core/source/counted.ts";
import type { CollectedRequest } from "./collect/types.ts";

/** The options because of which requests fail a run, though no check of theirs fails. */
export const FAIL_ON = {
  flaky: "--fail-on-flaky",
  skipped: "--fail-on-skipped",
} as const;

/** Why a run fails though its requests do not: `1 request is flaky (--fail-on-flaky)`; "" where nothing of the kind is. */
export function failOnText({ failOn = {} }: RunSummary): string {
  const { flaky = 0, skipped = 0 } = failOn;
  const verb = (count: number) => count === 1 ? "is" : "are";
  return [
    ...flaky > 0
      ? [`${counted(flaky, "request")} ${verb(flaky)} flaky (${FAIL_ON.flaky})`]
      : [],
    ...skipped > 0
      ? [
        `${counted(skipped, "request")} ${
          verb(skipped)
        } not sent (${FAIL_ON.skipped})`,
      ]
      : [],
  ].join(", ");
}

/** Whether a request was skipped because Brace cannot send it. */
export function isUnsent(
  { status, type }: Pick<CollectedRequest, "status" | "type">,
): boolean {
  return status === "skipped" && !REQUEST_TYPES.some((one) => one === type);
}
