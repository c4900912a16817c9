import type { Diagnostic } from "../../source/diagnostic.ts";
import type { RunState } from "../run_state.ts";
import { MAY_PASS } from "./send_until.ts";

/**
 * Says of a request that has `retry`, failed and went out once that its response
 * is none that is tried again, and what waits for another one.
 */
export function noteUnretried(state: RunState): void {
  const { request, response, attempts, assertions, tests } = state;
  const { retry, repeatUntil } = request.settings;
  if (!retry?.count || repeatUntil || attempts !== 1) return;
  if (response === undefined || response.status < 400) return;
  // A server that asks for much patience is left alone.
  if (MAY_PASS.has(response.status) || response.stream) return;
  const statuses = [...MAY_PASS];
  const last = statuses.pop();
  const note = `"retry" sends again after a network error, ${
    statuses.join(", ")
  } and ${last}, and not after ${response.status} ("repeatUntil" sends again until an expression is true)`;
  for (const found of [assertions, tests, state.diagnostics]) {
    if (addNote(found, note)) return;
  }
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
