import {
  expressionsWithBraces,
  inheritedActions,
  inheritedScripts,
} from "../collection/inherit.ts";
import type {
  Action,
  Request,
  Script,
  ScriptPhase,
} from "../collection/types.ts";
import { pushAll } from "../source/push_all.ts";
import {
  callOnFail,
  loadScripts,
  openScripts,
  runScript,
} from "./script/load_scripts.ts";
import { emptyInBody, setLater } from "./explain/empty_in_body.ts";
import { emptySegments } from "./explain/empty_segments.ts";
import { explainFor, renderFailure } from "./explain/failure_of.ts";
import { fail, renderState, type RunState, warn } from "./run_state.ts";
import { sendUntil } from "./send/send_until.ts";
import type { FailureClass, RequestResult } from "./types.ts";
import { SKIPPED_BY_SCRIPT } from "./skipped.ts";
import type { Step } from "../plan/types.ts";
import { headerOf } from "../http/header_of.ts";
import type { RenderedRequest } from "../http/rendered_request.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import { formatYamlPath } from "../source/origin.ts";
import { noteInvalidBody } from "../assertion/assertion_result.ts";
import type { ValueSelection } from "../assertion/types.ts";
import type { Unread } from "./assert/or_null.ts";
import { runAssertion, selectIn } from "./assert/run_assertion.ts";
import { askForScripts, askStores, namesStores } from "./stored_secrets.ts";
import { learnedOf } from "./script/script_variables.ts";
import { layerWith } from "../scope/layer.ts";
import type { Scopes } from "../scope/scopes.ts";

/**
 * Executes a request, from its first script to its last test; never throws for
 * what request, scripts or server do.
 */
export async function executeRequest(state: RunState): Promise<RequestResult> {
  const { step, iteration } = state;
  const { ports, signal } = iteration.settings;
  const began = ports.now();
  await runPhases(state);
  if (state.response?.status === 401) await explain401(state);
  const retry = state.request.settings.retry ?? iteration.settings.retry;
  if (retry?.count && state.failures.size > 0) {
    (await import("./send/unretried.ts")).noteUnretried(state);
  }
  // What scripts set for a request that did not go out.
  if (state.sent === undefined) state.scripts?.learnAuth();
  const interrupted = signal?.aborted && state.response === undefined;
  const skipReason = interrupted
    ? "the run was interrupted"
    : state.skipped
    ? SKIPPED_BY_SCRIPT
    : undefined;
  const { failures, sent, assertions, tests, console } = state;
  const response = state.cut ?? state.response;
  const diagnostics = state.diagnostics.length === 0
    ? []
    : await explainFor(state, state.diagnostics);
  // It grows: parts that are spread in take ten times as long.
  const result: { -readonly [K in keyof RequestResult]: RequestResult[K] } = {
    step,
    status: statusOf(failures, skipReason),
    failures: failures.size === 0 ? [] : [...failures],
    assertions,
    tests,
    console,
    diagnostics,
    startedAt: state.sentAt ?? began,
    duration: state.exchanging,
    attempts: state.attempts,
  };
  if (sent) result.sent = sent;
  if (response) result.response = response;
  const { spent } = state;
  if (spent !== undefined && spent !== response?.timings) {
    result.timings = spent;
  }
  if (skipReason !== undefined) result.skipReason = skipReason;
  return result;
}

async function runPhases(state: RunState): Promise<void> {
  const { refused } = state;
  if (refused) {
    // Its scripts do not run either: they could read what its texts hold.
    fail(state, renderFailure([refused]), [refused]);
    return;
  }
  if (namesStores(state) && !await askForScripts(state)) return;
  if (!await runBefore(state)) return;
  let { value: rendered, diagnostics } = renderState(state);
  const { scopes: { wanted } } = state;
  while (wanted.size > 0 && state.iteration.settings.ports.fetchSecret) {
    if (!await askStores(state, [...wanted])) return;
    ({ value: rendered, diagnostics } = renderState(state));
  }
  if (rendered?.stream) {
    const { messageProblems } = await import("./stream/conversation.ts");
    pushAll(diagnostics, messageProblems(state));
  }
  const errors = diagnostics.filter((it) => it.severity === "error");
  if (rendered === undefined || errors.length > 0) {
    const failure = renderFailure(errors);
    fail(state, failure, diagnostics);
    await callOnFail(state, { class: failure, diagnostics: errors });
    return;
  }
  pushAll(state.diagnostics, diagnostics);
  pushAll(state.diagnostics, state.scripts?.altered() ?? []);
  await state.scripts?.warnOfWritten();
  const empty = emptySegments(state);
  const inBody = emptyInBody(state);
  const sending = sendUntil(state, rendered);
  // What its scripts need is loaded while the response is on its way.
  const responded = hasScriptsAfter(state)
    ? await both(sending, loadScripts(state.iteration.settings.ports))
    : await sending;
  if (responded) await runAfter(state);
  await warnOfText(state);
  if (!responded) return;
  // A server that takes the empty text says nothing of it.
  const unseen = inBody.length > 0 && !isChecked(state)
    ? await setLater(inBody, state)
    : [];
  for (const one of isWanted(state) ? unseen : [...empty, ...unseen]) {
    warn(state, one);
  }
}

/** What the first one gives, once both are done. */
async function both<T>(one: Promise<T>, other: Promise<unknown>): Promise<T> {
  const [given] = await Promise.all([one, other]);
  return given;
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
    if (!await runAction(action, state)) return false;
  }
  return state.iteration.settings.signal?.aborted !== true;
}

/** Runs the scripts for messages, for one after the other. */
async function runForMessages(
  scripts: readonly Script[],
  state: RunState,
): Promise<void> {
  for (const { index } of state.seen?.stream?.messages ?? []) {
    state.message = index;
    for (const script of scripts) await runScript(script, state);
  }
  delete state.message;
}

/** Actions, scripts, assertions and tests, once there is a response. */
async function runAfter(state: RunState): Promise<void> {
  const tests = scriptsOf(state, "tests");
  const each = tests.filter(({ each }) => each !== undefined);
  if (each.length > 0) await runForMessages(each, state);
  for (const action of actionsOf(state, "after-response")) {
    await runAction(action, state);
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
  for (const script of tests) {
    if (script.each === undefined) await runScript(script, state);
  }
}

/** Warns of placeholders in expressions, by what the variables are by then. */
async function warnOfText(state: RunState): Promise<void> {
  const { step: { collection, folders }, request, scopes } = state;
  const expressions = expressionsWithBraces(collection, folders, request);
  if (expressions.length === 0) return;
  const { textPlaceholders } = await import("./explain/text_placeholders.ts");
  for (
    const one of textPlaceholders(
      expressions,
      (name) => layerWith(scopes.layers, name)?.scope,
    )
  ) warn(state, one);
}

/** Whether a response passed its checks; without any, whether it is no refusal. */
function isWanted(state: RunState): boolean {
  if (state.failures.size > 0) return false;
  return isChecked(state) || (state.response?.status ?? 0) < 400;
}

/** Whether something looked at the response, and found it right. */
function isChecked({ tests, assertions, failures }: RunState): boolean {
  return failures.size === 0 && tests.length + assertions.length > 0;
}

/** Says why a 401 may have come, where nothing expects it. */
async function explain401(state: RunState): Promise<void> {
  const { step, request, sent } = state;
  if (sent === undefined || isWanted(state)) return;
  const hint = await missingAuth(step, request, sent);
  if (hint !== undefined) warn(state, hint);
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
  if (failures.size > 0) {
    const errored = [...failures].some((it) => it !== "check");
    return errored ? "errored" : "failed";
  }
  return skipReason === undefined ? "passed" : "skipped";
}

/**
 * What may be the reason for a 401: the collection or a folder has auth, and
 * the request does not inherit it. Gives nothing where the request says
 * something about auth itself.
 */
async function missingAuth(
  { collection, folders }: Step,
  request: Request,
  sent: RenderedRequest,
): Promise<Diagnostic | undefined> {
  const { auth, type, at } = request;
  if (auth !== undefined) return undefined;
  if (headerOf(sent.headers, "authorization") !== undefined) return undefined;
  const levels = [
    { owner: "collection", auth: collection.defaults.auth },
    ...folders.map((folder) => ({
      owner: `folder "${folder.name}"`,
      auth: folder.defaults.auth,
    })),
  ];
  const level = levels.findLast(({ auth }) =>
    auth !== undefined && auth.type !== "inherit"
  );
  if (level?.auth === undefined || level.auth.type === "none") return undefined;
  // A login cannot inherit the token that it gets.
  const { setsForAuth } = await import("../plan/used_names.ts");
  if (setsForAuth(request, level.auth)) return undefined;
  return {
    code: "UNAUTHORIZED",
    severity: "warning",
    message:
      `Got 401 without auth: a request only takes the "${level.auth.type}" auth of the ${level.owner} if it asks for it (write "auth: inherit" below "${type}:")`,
    location: {
      file: at.file,
      keys: [...at.path, type],
      yamlPath: formatYamlPath([...at.path, type]),
      onKey: true,
      place: "auth",
    },
  };
}

/** Sets the variable of an action; false where that failed. */
async function runAction(
  action: Action,
  state: RunState,
): Promise<boolean> {
  const { iteration, scopes } = state;
  iteration.ran.set(action, "whole");
  const selection = await selectIn(state, action.selector);
  const problem = await setByAction(action, selection, scopes);
  if (problem !== undefined) {
    iteration.ran.set(action, "failed");
    const { text } = action.selector;
    fail(state, "script", [noteInvalidBody(problem, text, state.seen)]);
    return false;
  }
  iteration.ran.setVariable(action.variable, action);
  const learned = learnedOf(scopes, action.scope, action.variable);
  if (learned) iteration.settings.ports.learn?.(learned);
  return true;
}

/** The member that a selector cannot read: of a plain path, in QuickJS's words, or in V8's. */
const UNREAD = [
  /cannot read "(?<name>[^"]*)" of \w+$/,
  /cannot read property '(?<name>[^']*)' of \w+: (?<object>.+) is \w+$/,
  /Cannot read properties of \w+ \(reading '(?<name>[^']*)'\): (?<object>.+) is \w+$/,
];

/** What to write if what a selector names may be absent. */
async function ifAbsent(
  selector: string,
  unread?: Unread,
): Promise<string> {
  const { orNull } = await import("./assert/or_null.ts");
  const written = orNull(selector, unread);
  return written === undefined
    ? ""
    : ` (if it may be absent, write "${written}")`;
}

/**
 * Sets the variable of a `set-variable` action to what its selector found.
 * Gives what is wrong: the selector failed or found nothing, or the scope is
 * not there.
 */
async function setByAction(
  { selector, variable, scope }: Action,
  selection: ValueSelection,
  scopes: Scopes,
): Promise<Diagnostic | undefined> {
  if (!selection.ok) {
    const { message, ...rest } = selection.diagnostic;
    const name = JSON.stringify(variable);
    const unread = UNREAD.map((it) => it.exec(message)?.groups)
      .find((it) => it !== undefined) as Unread | undefined;
    const way = unread ? await ifAbsent(selector.text, unread) : "";
    return {
      ...rest,
      code: rest.code === "ASSERTION" ? "SCRIPT_ERROR" : rest.code,
      message: message.replace(
        /^Cannot evaluate /,
        () => `Cannot set the variable ${name} from `,
      ) + way,
    };
  }
  let problem: string;
  if (selection.value === undefined) {
    problem =
      `Cannot set the variable "${variable}": its selector "${selector.text}" is undefined${await ifAbsent(
        selector.text,
      )}`;
  } else {
    try {
      scopes.set(scope, variable, selection.value);
      return undefined;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      problem = error.message;
    }
  }
  return {
    code: "SCRIPT_ERROR",
    severity: "error",
    message: problem,
    location: locationOf(selector.at, { length: selector.text.length }),
  };
}
