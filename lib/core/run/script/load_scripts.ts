import type {
  RequestDraft,
  Sandbox,
  ScriptContext,
} from "../../script/border/types.ts";
import type { RunPorts } from "../ports.ts";
import { causesOf, fail, type RunState, warn } from "../run_state.ts";
import type { Script } from "../../collection/types.ts";
import { once } from "../../source/once.ts";
import { shownModule } from "./shown_module.ts";
import { pushAll } from "../../source/push_all.ts";
import { unreadNames } from "../explain/unread_names.ts";
import { warnOfUndefinedValue, warnOfUnset } from "./unset_entries.ts";
import {
  explainScriptError,
  type Failure,
  failureOfScript,
} from "../explain/failure_of.ts";
import type { FailureClass } from "../types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Origin } from "../../source/origin.ts";

const sideOfScripts = once(() => import("./script_side.ts"));

/** Loads what scripts need; nothing of it without one. */
export async function loadScripts(ports: RunPorts) {
  const [sandbox, { scriptSide }] = await Promise.all([
    ports.sandbox(),
    sideOfScripts(),
  ]);
  return { sandbox, scriptSide };
}

/** The sandbox, and what a request's scripts see in it. */
export async function openScripts(
  state: RunState,
): Promise<{ sandbox: Sandbox; context: ScriptContext }> {
  const { sandbox, scriptSide } = await loadScripts(
    state.iteration.settings.ports,
  );
  state.scripts ??= scriptSide(state);
  return { sandbox, context: state.scripts.context };
}

/** Runs a script of a request; false where it failed. */
export async function runScript(
  script: Script,
  state: RunState,
): Promise<boolean> {
  const { iteration, nested } = state;
  const { sandbox, context } = await openScripts(state);
  iteration.ran.set(script, "running");
  state.scripts!.running = script;
  const { empty, missed, unset } = state.scripts!;
  state.scripts!.hasSetUndefined = false;
  empty.clear();
  missed.clear();
  const { flow } = iteration;
  const next = flow.next;
  const { body } = context.request;
  const outcome = await sandbox.run(script, context);
  if (!outcome.error) iteration.ran.set(script, "whole");
  if (flow.next !== next) flow.by = script;
  if (context.request.body !== body) state.scripts!.bodyBy = script;
  nested.endedScripts++;
  const { collection } = state.step;
  const hasFailed = outcome.tests.some(({ status }) => status === "failed");
  // Scripts that pass need no notes, and load nothing for them.
  const notes = hasFailed || outcome.error
    ? await import("../explain/bare_name_note.ts")
    : undefined;
  let hasNote = false;
  pushAll(
    state.tests,
    outcome.tests.map((test) => {
      if (!test.diagnostic) return test;
      const diagnostic = shownModule(test.diagnostic, collection);
      const shown = { ...test, diagnostic };
      const noted = notes?.withGetVarNote(shown, script, state) ?? shown;
      hasNote ||= noted !== shown;
      return noted;
    }),
  );
  pushAll(state.console, outcome.console);
  for (const one of outcome.warnings ?? []) warn(state, one);
  if (empty.size > 0) await iteration.settings.ports.readEmpty?.(script, empty);
  if (unset.size > 0) await warnOfUnset(state);
  await warnOfUndefinedValue(state, script);
  if (outcome.unsent && !context.signal?.aborted) {
    tellUnsent(outcome.unsent, state);
  }
  if (hasFailed) state.failures.add("check");
  const error = shownModule(outcome.error, collection);
  const noted = error &&
    (await notes?.withVariableNote(error, script, state) ?? error);
  const isTold = noted !== error || error?.code === "PERMISSION";
  // Tests that pass may want what is not there.
  const isTest = script.phase === "tests";
  if (!isTold && (!isTest || error || hasFailed && !hasNote)) {
    const failures = [{ diagnostic: error }, ...outcome.tests];
    const unread = await unreadNames(script, state, failures);
    for (const one of unread) warn(state, one);
  }
  if (error === undefined) return true;
  const explained = await explainScriptError(noted ?? error, state);
  iteration.ran.set(script, "failed");
  fail(state, failureOfScript(error), [explained, ...causesOf(error, nested)]);
  return false;
}

/** What a script could not send although it goes on: the request does, too, but does not pass. */
function tellUnsent(unsent: readonly Diagnostic[], state: RunState): void {
  for (const one of unsent) {
    const shown = shownModule(one, state.step.collection);
    if (one.severity === "warning") warn(state, shown);
    else {
      fail(state, one.code === "PERMISSION" ? "permission" : "network", [
        shown,
      ]);
    }
  }
}

/** Calls what a script gave to `req.onFail`, for a request that cannot be rendered or sent. */
export async function callOnFail(
  state: RunState,
  failure: Failure,
): Promise<void> {
  const { draft } = state.scripts ?? {};
  if (draft?.onFail === undefined) return;
  const script = onFailScript(draft, failure, state.request.at);
  if (script) await runScript(script, state);
}

/** Names of errors as scripts know them from `sendRequest` and `interpolate`. */
const ERROR_NAMES: Readonly<Record<FailureClass, string>> = {
  permission: "PermissionError",
  render: "InterpolationError",
  script: "ScriptError",
  network: "NetworkError",
  check: "Error",
};

/**
 * The script that calls what `req.onFail` was given, when the request could
 * not be rendered or sent; undefined when it was given nothing. The function comes as its
 * source, so it sees globals and variables but nothing of the script around it.
 */
function onFailScript(
  draft: RequestDraft,
  { class: kind, diagnostics: [failure] }: Failure,
  at: Origin,
): Script | undefined {
  if (draft.onFail === undefined) return undefined;
  const about = JSON.stringify({
    name: ERROR_NAMES[kind],
    code: failure.code,
    url: draft.url,
    method: draft.method,
  });
  const message = JSON.stringify(failure.message);
  return {
    phase: "after-response",
    code:
      `await (${draft.onFail})(Object.assign(new Error(${message}), ${about}));`,
    at,
  };
}
