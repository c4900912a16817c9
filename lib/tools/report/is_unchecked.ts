import type { RequestResult } from "../../core/run/types.ts";
import { likeHttp } from "./step_label.ts";

/** How a reader learns that a request is unchecked. */
export const UNCHECKED = "an error without a test or assertion";

/** Whether a request passed though its response says 4xx or 5xx, or the like of them, since nothing looks at that. */
export function isUnchecked(
  { step, status, sent, response, assertions, tests }: RequestResult,
): boolean {
  const { item } = step;
  return status === "passed" && response !== undefined &&
    likeHttp(response, sent?.stream?.kind) >= 400 && assertions.length === 0 &&
    tests.every(({ status }) => status === "skipped") &&
    !(item.kind === "request" && item.settings.repeatUntil !== undefined);
}
