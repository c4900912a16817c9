import { missingAuth } from "./send/missing_auth.ts";
import { inheritedActions, inheritedScripts } from "../collection/inherit.ts";
import type { Action, Script, ScriptPhase } from "../collection/types.ts";
import { pushAll } from "../source/push_all.ts";
import { callOnFail } from "./script/call_on_fail.ts";
import { explainFor } from "./explain/explain_for.ts";
import { renderFailure } from "./explain/failure_of.ts";
import { loadScripts, openScripts } from "./script/load_scripts.ts";
import { renderState } from "./render_state.ts";
import { runAssertion } from "./assert/run_assertion.ts";
import { runScript } from "./script/run_script.ts";
import { fail, type RunState, warn } from "./run_state.ts";
import { sendUntil } from "./send/send_until.ts";
import type { FailureClass, RequestResult } from "./types.ts";

/**
 * Executes a request, from its first script to its last test; never throws for
 * what request, scripts or server do.
 */
export async function executeRequest(state: RunState): Promise<RequestResult> {
  const { step, iteration } = state;
  const { ports, signal } = iteration.settings;
  const startedAt = ports.now();
  const start = ports.elapsed();
  await runPhases(state);
  if (state.response?.status === 401) explain401(state);
  // What scripts set for a request that did not go out.
  if (state.sent === undefined) state.scripts?.learnAuth();
  const interrupted = signal?.aborted && state.response === undefined;
  const skipReason = interrupted
    ? "the run was interrupted"
    : state.skipped
    ? "a script skipped it"
    : undefined;
  const { failures, sent, assertions, tests, console } = state;
  const response = state.cut ?? state.response;
  return {
    step,
    status: statusOf(failures, skipReason),
    failures: [...failures],
    ...(sent && { sent }),
    ...(response && { response }),
    assertions,
    tests,
    console,
    diagnostics: await explainFor(state, state.diagnostics),
    ...(skipReason !== undefined && { skipReason }),
    startedAt,
    duration: ports.elapsed() - start,
    attempts: state.attempts,
  };
}

async function runPhases(state: RunState): Promise<void> {
  if (!await runBefore(state)) return;
  const { value: rendered, diagnostics } = await renderState(state);
  const errors = diagnostics.filter((it) => it.severity === "error");
  if (rendered === undefined || errors.length > 0) {
    fail(state, renderFailure(errors), diagnostics);
    await callOnFail(state, errors[0]);
    return;
  }
  pushAll(state.diagnostics, diagnostics);
  // What its scripts need is loaded while the response is on its way.
  const [responded] = await Promise.all([
    sendUntil(state, rendered),
    hasScriptsAfter(state) && loadScripts(state.iteration.settings.ports),
  ]);
  if (responded) await runAfter(state);
}

/** Scripts and actions before the request; false when it is not to be sent. */
async function runBefore(state: RunState): Promise<boolean> {
  const phase = "before-request";
  const scripts = scriptsOf(state, phase);
  if (scripts.length > 0) {
    await openScripts(state);
    state.scripts?.learnAuth();
  }
  for (const script of scripts) {
    if (!await runScript(script, state) || state.skipped) {
      return false;
    }
  }
  for (const action of actionsOf(state, phase)) {
    if (!await act(action, state)) return false;
  }
  return state.iteration.settings.signal?.aborted !== true;
}

/** Actions, scripts, assertions and tests, once there is a response. */
async function runAfter(state: RunState): Promise<void> {
  for (const action of actionsOf(state, "after-response")) {
    await act(action, state);
  }
  for (const script of scriptsOf(state, "after-response")) {
    await runScript(script, state);
  }
  for (const assertion of state.request.assertions) {
    if (assertion.disabled) continue;
    const result = await runAssertion(assertion, state);
    state.assertions.push(result);
    if (result.status === "failed") state.failures.add("check");
  }
  for (const script of scriptsOf(state, "tests")) {
    await runScript(script, state);
  }
}

/** Says why a 401 may have come, where nothing expects it. */
function explain401(state: RunState): void {
  const { step, request, sent, tests, assertions, failures } = state;
  const isChecked = tests.length + assertions.length > 0;
  if (sent === undefined || isChecked && failures.size === 0) return;
  const hint = missingAuth(step, request, sent);
  if (hint !== undefined) warn(state, hint);
}

/** Kept once it is loaded: an import takes a turn of the event loop each time. */
let acting: typeof import("./assert/run_action.ts") | undefined;

async function act(action: Action, state: RunState): Promise<boolean> {
  acting ??= await import("./assert/run_action.ts");
  return await acting.runAction(action, state);
}

function hasScriptsAfter(state: RunState): boolean {
  return scriptsOf(state, "after-response").length > 0 ||
    scriptsOf(state, "tests").length > 0;
}

function scriptsOf({ step, request }: RunState, phase: ScriptPhase): Script[] {
  return inheritedScripts(step.collection, step.folders, request, phase);
}

function actionsOf(
  { step, request }: RunState,
  phase: Action["phase"],
): Action[] {
  return inheritedActions(step.collection, step.folders, request, phase);
}

function statusOf(
  failures: ReadonlySet<FailureClass>,
  skipReason: string | undefined,
): RequestResult["status"] {
  const errored = [...failures].some((it) => it !== "check");
  if (errored) return "errored";
  if (failures.size > 0) return "failed";
  return skipReason === undefined ? "passed" : "skipped";
}
