import { copyValue } from "../../scope/value/snapshot.ts";
import { withBody } from "../../http/parse_body.ts";
import { renderText } from "../../render/render_text.ts";
import { InterpolationError } from "../../source/errors.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
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
import * as renderers from "../../request/part_renderers.ts";
import type { RunPorts } from "../ports.ts";
import { explain } from "../explain/explain.ts";
import { renderChanged } from "../render_state.ts";
import { runNested } from "./run_nested.ts";
import type { RunState } from "../run_state.ts";
import { sentRequest } from "./sent_request.ts";
import { scriptVariables } from "./script_variables.ts";

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
    });
    this.flow = flowOf(state);
    this.cookies = ports.cookies;
  }

  get #ports(): RunPorts {
    return this.#state.iteration.settings.ports;
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
      renderers,
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
      ...(this.signal && { signal: this.signal }),
    });
  }

  runRequest(path: string): Promise<Response | undefined> {
    return runNested(this.#state, path);
  }

  readFile(path: string): string {
    return this.#ports.readFile(this.#state.step.collection, path);
  }

  processEnv(name: string): string | undefined {
    return this.#ports.processEnv(this.#state.step.collection, name);
  }

  results(): ReturnType<ScriptContext["results"]> {
    const { tests, assertions } = this.#state;
    return { tests, assertions };
  }
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

function infoOf({ step, request, iteration }: RunState): ScriptInfo {
  const { ports, environment } = iteration.settings;
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
      explain(errors, step.collection, iteration),
    );
  }
  return value;
}
