import { copyValue } from "../../scope/value/snapshot.ts";
import { withBody } from "../../http/parse_body.ts";
import { renderText } from "../../render/render_text.ts";
import {
  type DiagnosticError,
  InterpolationError,
  NetworkError,
  PermissionError,
  ScriptError,
} from "../../source/errors.ts";
import type { Diagnostic, DiagnosticCode } from "../../source/diagnostic.ts";
import type {
  RequestDraft,
  ScriptContext,
  ScriptCookies,
  ScriptFlow,
  ScriptInfo,
  ScriptVariables,
} from "../../script/border/types.ts";
import type { RenderedRequest } from "../../http/rendered_request.ts";
import type { Response } from "../../http/response.ts";
import type { Value } from "../../scope/value/value.ts";
import type { RunPorts } from "../ports.ts";
import { explainProblems } from "../explain/explain.ts";
import {
  nestedState,
  renderChanged,
  type RunState,
  runState,
} from "../run_state.ts";
import { sentRequest } from "./sent_request.ts";
import { warnOfJoinedValue } from "./joined_objects.ts";
import { defaultsFile } from "../../collection/settings_of.ts";
import { scriptVariables } from "./script_variables.ts";
import { noteUndefined } from "./unset_entries.ts";
import type { Request } from "../../collection/types.ts";
import type { Step } from "../../plan/types.ts";
import {
  findRequest,
  type Located,
  nearestRequest,
  requestsOf,
} from "../../plan/find_request.ts";
import type { RequestResult } from "../types.ts";
import { pushAll } from "../../source/push_all.ts";

/** What the scripts around one request can see and do. */
export function scriptContext(
  state: RunState,
  draft: RequestDraft,
): ScriptContext {
  return new RequestContext(state, draft);
}

/**
 * A class, and no object that is written here: one with a getter of its own
 * stays, with the whole request (see `docs/performance.md`).
 */
class RequestContext implements ScriptContext {
  readonly signal?: AbortSignal;
  readonly info: ScriptInfo;
  readonly variables: ScriptVariables;
  readonly flow: ScriptFlow;
  readonly cookies: ScriptCookies;
  readonly #state: RunState;

  constructor(state: RunState, readonly request: RequestDraft) {
    const { iteration, scopes, execution } = state;
    const { ports, signal } = iteration.settings;
    this.#state = state;
    if (signal) this.signal = signal;
    this.info = infoOf(state);
    this.variables = scriptVariables({
      scopes,
      execution,
      ...(ports.learn && { learn: ports.learn.bind(ports) }),
      changed: (name, isDeleted, value) => {
        noteChange(state, name, isDeleted);
        warnOfJoinedValue(state, name, value);
        noteUndefined(state, value);
      },
      missed: (name) => state.scripts?.missed.add(name),
      files: { collection: state.step.collection, ports },
    });
    this.flow = flowOf(state);
    this.cookies = ports.cookies;
  }

  get #ports(): RunPorts {
    return this.#state.iteration.settings.ports;
  }

  get words(): RunPorts["words"] {
    return this.#ports.words;
  }

  get response(): Response | undefined {
    return this.#state.seen;
  }

  resolved(): RenderedRequest {
    const sent = sentRequest(this.#state);
    if (sent !== undefined) return sent;
    const { value, diagnostics } = renderChanged(
      this.#state,
      this.#state.scripts?.changed() ?? this.#state,
    );
    return valueOrThrow(value, diagnostics, this.#state);
  }

  setResponseBody(body: Value | undefined): void {
    const { seen } = this.#state;
    if (seen) this.#state.seen = withBody(seen, body);
  }

  interpolate(text: string): string {
    const { scopes, execution } = this.#state;
    const { value, diagnostics } = renderText(text, scopes, execution);
    return valueOrThrow(value, diagnostics, this.#state);
  }

  send(rendered: RenderedRequest): Promise<Response> {
    return this.#ports.send(rendered, {
      label: this.#state.request.path,
      byScript: true,
      ...(this.signal && { signal: this.signal }),
    });
  }

  runRequest(path: string): Promise<Response | undefined> {
    return runNested(this.#state, path);
  }

  readFile(path: string): string {
    return this.#ports.readFile(this.#state.step.collection, path);
  }

  findFile(path: string): string | undefined {
    return this.#ports.findFile(this.#state.step.collection, path);
  }

  nearFile(path: string): string | undefined {
    return this.#ports.nearFile?.(this.#state.step.collection, path);
  }

  packageOutside(name: string): string | undefined {
    return this.#ports.packageOutside?.(this.#state.step.collection, name);
  }

  foldersAbove(): number {
    return this.#ports.foldersAbove?.(this.#state.step.collection) ?? 0;
  }

  processEnv(name: string): string | undefined {
    const value = this.#ports.processEnv(
      this.#state.step.collection,
      name,
      "script",
    );
    if (value === "") this.#state.scripts?.empty.add(name);
    const unset = this.#state.scripts?.unset;
    if (value === undefined && !unset?.has(name)) unset?.set(name, undefined);
    return value;
  }

  results(): ReturnType<ScriptContext["results"]> {
    const { tests, assertions } = this.#state;
    return { tests, assertions };
  }
}

function noteChange(
  { iteration: { ran }, step, request, scripts }: RunState,
  name: string,
  isDeleted: boolean,
): void {
  const by = scripts?.running;
  if (!isDeleted) return ran.setVariable(name, by);
  if (by === undefined) return;
  const { collection, folders } = step;
  const folder = folders.find(({ defaults }) => defaults.scripts.includes(by));
  const owner = request.scripts.includes(by)
    ? request.path
    : folder?.path ?? defaultsFile(collection);
  ran.deleteVariable(name, { by, label: `${by.phase} script of ${owner}` });
}

function flowOf(state: RunState): ScriptFlow {
  const { flow } = state.iteration;
  return {
    setNextRequest(name) {
      flow.next = name;
    },
    skipRequest() {
      if (state.seen === undefined) state.skipped = true;
    },
    stopExecution() {
      flow.stopped = true;
    },
  };
}

function infoOf(state: RunState): ScriptInfo {
  const { step, request, iteration } = state;
  const { ports, savedEnvironment } = iteration.settings;
  // Scripts compare it with what stands in the file.
  const environment = savedEnvironment?.sharedName ??
    iteration.settings.environment;
  return {
    collectionName: step.collection.name,
    ...(environment !== undefined && { environmentName: environment }),
    cwd: step.collection.root,
    requestName: request.name,
    requestPath: request.path,
    tags: request.tags,
    iterationIndex: step.iteration,
    totalIterations: iteration.total,
    iterationData: copyValue(iteration.row),
    // A getter of an object literal would keep the whole request (docs/performance.md).
    messageIndex: () => state.message,
    now: () => ports.now(),
    random: () => ports.random(),
  };
}

function valueOrThrow<T>(
  value: T | undefined,
  diagnostics: readonly Diagnostic[],
  { step, iteration }: RunState,
): T {
  const errors = diagnostics.filter((it) => it.severity === "error");
  if (value === undefined || errors.length > 0) {
    throw new InterpolationError(
      explainProblems(errors, step.collection, { ...iteration, step }),
    );
  }
  return value;
}

/** Requests that run requests that run requests: more than this is a mistake. */
const MAX_DEPTH = 10;
/** So many that one request runs in all, those that they run included, are one too. */
const MAX_COUNT = 10_000;

/**
 * Runs another request of the collection for a script, those of one request
 * one after the other. Its tests, assertions
 * and console join those of the request that asked; where it cannot be sent or
 * its scripts fail, the script gets the error.
 */
async function runNested(
  outer: RunState,
  called: string,
): Promise<Response | undefined> {
  const { collection } = outer.step;
  const found = findRequest(collection, called);
  if (found === undefined) {
    const requests = [...requestsOf(collection.items)].map((it) => it.request);
    throw failed(
      "SCRIPT_ERROR",
      `Cannot run the request "${called}": the collection has no such request${
        nearestRequest(requests, called)
      }`,
    );
  }
  const problem = outer.iteration.settings.ports.problemOf?.(
    found.request.path,
  );
  if (problem !== undefined) {
    const { file = found.request.path } = problem.location ?? {};
    throw failed(
      "SCRIPT_ERROR",
      `Cannot run the request "${called}": "${file}" has an error (correct that file first)`,
    );
  }
  if (outer.depth >= MAX_DEPTH) {
    throw failed(
      "LIMIT",
      `Cannot run the request "${called}": requests run each other more than ${MAX_DEPTH} levels deep`,
    );
  }
  if (++outer.nested.total.count > MAX_COUNT) {
    throw failed(
      "LIMIT",
      `Cannot run the request "${called}": one request runs more than ${MAX_COUNT} others`,
    );
  }
  const { nested } = outer;
  const { last, endedScripts } = nested;
  const { promise, resolve } = Promise.withResolvers<void>();
  nested.last = promise;
  await last;
  try {
    if (nested.endedScripts !== endedScripts) {
      throw failed(
        "SCRIPT_ERROR",
        `Cannot run the request "${called}": the script has ended`,
      );
    }
    return await runFound(outer, found, called);
  } finally {
    resolve();
  }
}

async function runFound(
  outer: RunState,
  { request, folders }: Located,
  called: string,
): Promise<Response | undefined> {
  const step = { ...outer.step, folders, item: request };
  const nested = nestedIn(outer, step, request);
  const result = await outer.execute(nested);
  join(outer, result, request.name);
  const error = errorOf(result, called);
  if (error === undefined) return nested.seen;
  outer.nested.failure = { message: error.message, causes: errorsOf(result) };
  throw error;
}

/** The state of another request that one's scripts run. */
function nestedIn(outer: RunState, step: Step, request: Request): RunState {
  // Where a nested request wants to go next is of no consequence.
  const flow = { next: undefined, stopped: false };
  const iteration = { ...outer.iteration, flow };
  return {
    ...runState(step, request, { iteration, execute: outer.execute }),
    depth: outer.depth + 1,
    nested: nestedState(outer.nested),
  };
}

function join(outer: RunState, result: RequestResult, name: string): void {
  pushAll(outer.console, result.console);
  pushAll(outer.assertions, result.assertions);
  pushAll(
    outer.tests,
    result.tests.map((test) => ({ ...test, name: `${name}: ${test.name}` })),
  );
  if (result.failures.includes("check")) outer.failures.add("check");
  pushAll(
    outer.diagnostics,
    result.diagnostics.filter((it) => it.severity === "warning"),
  );
}

/** What the script gets that asked: the first reason, however deep it lies. */
function errorOf(
  result: RequestResult,
  called: string,
): DiagnosticError | undefined {
  const { failures } = result;
  const errors = errorsOf(result);
  const reason = errors[0]?.message.replace(
    /^Cannot finish the \S+ script: /,
    "",
  );
  const message = reason?.startsWith('Cannot run the request "')
    ? reason
    : `Cannot run the request "${called}": ${reason}`;
  const diagnostics = errors.slice(0, 1).map((it) => ({ ...it, message }));
  if (failures.includes("permission")) return new PermissionError(diagnostics);
  if (failures.includes("render")) return new InterpolationError(diagnostics);
  if (failures.includes("script")) return new ScriptError(diagnostics);
  if (failures.includes("network")) return new NetworkError(diagnostics);
  return undefined;
}

function errorsOf({ diagnostics }: RequestResult): Diagnostic[] {
  return diagnostics.filter((it) => it.severity === "error");
}

function failed(code: DiagnosticCode, message: string): DiagnosticError {
  return new ScriptError([{ code, severity: "error", message }]);
}
