import type { RequestResult } from "../../../core/run/types.ts";

/** Whether a request passed though its response says 4xx or 5xx, since nothing looks at that. */
export function isUnchecked(
  { step, status, response, assertions, tests }: RequestResult,
): boolean {
  const { item } = step;
  return status === "passed" && response !== undefined &&
    response.status >= 400 && assertions.length === 0 &&
    tests.every(({ status }) => status === "skipped") &&
    !(item.kind === "request" && item.settings.repeatUntil !== undefined);
}
