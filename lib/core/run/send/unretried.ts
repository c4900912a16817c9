import { isIdempotent } from "../../http/is_idempotent.ts";
import type { Response } from "../../http/response.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { RunState } from "../run_state.ts";
import { MAY_PASS } from "./send_until.ts";

/**
 * Says of a request that is to be retried, failed and went out once why its
 * response was the last one.
 */
export function noteUnretried(state: RunState): void {
  const { request, response, attempts, assertions, tests } = state;
  if (request.settings.repeatUntil || attempts !== 1) return;
  if (response === undefined || response.status < 400) return;
  const note = request.settings.retry?.count
    ? noteOnStatus(response)
    : noteOnMethod(state, response);
  if (note === undefined) return;
  for (const found of [assertions, tests, state.diagnostics]) {
    if (addNote(found, note)) return;
  }
}

/** Of a request's own `retry`: the statuses that it is for, and what waits for another one. */
function noteOnStatus({ status, stream }: Response): string | undefined {
  // A server that asks for much patience is left alone.
  if (MAY_PASS.has(status) || stream) return undefined;
  const statuses = [...MAY_PASS];
  const last = statuses.pop();
  return `"retry" sends again after a network error, ${
    statuses.join(", ")
  } and ${last}, and not after ${status} ("repeatUntil" sends again until an expression is true)`;
}

/** Of `--retry`, which leaves out requests that may have had an effect. */
function noteOnMethod(
  { sent, iteration }: RunState,
  { status, stream }: Response,
): string | undefined {
  const { retry } = iteration.settings;
  const method = sent?.method.toUpperCase() ?? "";
  if (!retry?.count || retry.all || !MAY_PASS.has(status) || stream) {
    return undefined;
  }
  return isIdempotent(method)
    ? undefined
    : `"--retry" does not send ${method} again, as it may have had an effect ("--retry-all" does)`;
}

/** Adds a note to the first failure that has a diagnostic, or is one; false without any. */
function addNote(
  found: (Diagnostic | { readonly diagnostic?: Diagnostic })[],
  note: string,
): boolean {
  const at = found.findIndex((one) =>
    "code" in one ? one.severity === "error" : one.diagnostic !== undefined
  );
  if (at === -1) return false;
  const one = found[at];
  found[at] = "code" in one
    ? noted(one, note)
    : { ...one, diagnostic: noted(one.diagnostic!, note) };
  return true;
}

function noted(diagnostic: Diagnostic, note: string): Diagnostic {
  return { ...diagnostic, notes: [...diagnostic.notes ?? [], note] };
}
