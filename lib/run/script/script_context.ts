import { copyValue } from "../../scope/value/snapshot.ts";
import { withBody } from "../../http/parse_body.ts";
import { renderText } from "../../render/render_text.ts";
import { InterpolationError } from "../../source/errors.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type {
  RequestDraft,
  ScriptContext,
  ScriptInfo,
} from "../../script/border/types.ts";
import { explain } from "../explain/explain.ts";
import { renderState } from "../render_state.ts";
import { runNested } from "./run_nested.ts";
import type { RunState } from "../run_state.ts";
import { sentRequest } from "./sent_request.ts";
import { scriptVariables } from "./script_variables.ts";

/** What the scripts around one request can see and do. */
export function scriptContext(
  state: RunState,
  draft: RequestDraft,
): ScriptContext {
  const { step, request, iteration, scopes, execution } = state;
  const { ports, signal } = iteration.settings;
  const { collection } = step;
  return {
    ...(signal && { signal }),
    info: infoOf(state),
    variables: scriptVariables({
      scopes,
      execution,
      ...(ports.learn && { learn: ports.learn.bind(ports) }),
    }),
    request: draft,
    get response() {
      return state.seen;
    },
    resolved() {
      const sent = sentRequest(state);
      if (sent !== undefined) return sent;
      const { value, diagnostics } = renderState(state);
      return valueOrThrow(value, diagnostics, state);
    },
    setResponseBody(body) {
      if (state.seen) state.seen = withBody(state.seen, body);
    },
    interpolate(text) {
      const { value, diagnostics } = renderText(text, scopes, execution);
      return valueOrThrow(value, diagnostics, state);
    },
    flow: {
      setNextRequest(name) {
        iteration.flow.next = name;
      },
      skipRequest() {
        if (state.seen === undefined) state.skipped = true;
      },
      stopExecution() {
        iteration.flow.stopped = true;
      },
    },
    cookies: ports.cookies,
    send: (rendered) =>
      ports.send(rendered, {
        label: request.path,
        ...(signal && { signal }),
      }),
    runRequest: (path) => runNested(state, path),
    readFile: (path) => ports.readFile(collection, path),
    processEnv: (name) => ports.processEnv(collection, name),
    results: () => ({ tests: state.tests, assertions: state.assertions }),
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
