import { withBody } from "../request/parse_body.ts";
import { renderText } from "../render/render_text.ts";
import { InterpolationError } from "../source/errors.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type {
  RequestDraft,
  ScriptContext,
  ScriptInfo,
} from "../script/types.ts";
import { explainUndefined } from "./explain_undefined.ts";
import { runNested } from "./run_nested.ts";
import type { RequestRun } from "./request_run.ts";
import { scriptVariables } from "./script_variables.ts";

/** What the scripts around one request can see and do. */
export function scriptContext(
  run: RequestRun,
  draft: RequestDraft,
): ScriptContext {
  const { step, request, iteration, scopes, execution } = run;
  const { ports, signal } = iteration.settings;
  const { collection } = step;
  return {
    info: infoOf(run),
    variables: scriptVariables({
      scopes,
      execution,
      ...(ports.learn && { learn: ports.learn.bind(ports) }),
    }),
    request: draft,
    get response() {
      return run.seen;
    },
    resolved() {
      const { value, diagnostics } = run.render();
      return valueOrThrow(value, diagnostics, run);
    },
    setResponseBody(body) {
      if (run.seen) run.seen = withBody(run.seen, body);
    },
    interpolate(text) {
      const { value, diagnostics } = renderText(text, scopes, execution);
      return valueOrThrow(value, diagnostics, run);
    },
    flow: {
      setNextRequest(name) {
        iteration.flow.next = name;
      },
      skipRequest() {
        if (run.seen === undefined) run.skipped = true;
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
    runRequest: (path) => runNested(run, path),
    readFile: (path) => ports.readFile(collection, path),
    processEnv: (name) => ports.processEnv(collection, name),
    results: () => ({ tests: run.tests, assertions: run.assertions }),
  };
}

function infoOf({ step, request, iteration }: RequestRun): ScriptInfo {
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
    iterationData: iteration.row,
    now: () => ports.now(),
    random: () => ports.random(),
  };
}

function valueOrThrow<T>(
  value: T | undefined,
  diagnostics: readonly Diagnostic[],
  { step, iteration }: RequestRun,
): T {
  const errors = diagnostics.filter((it) => it.severity === "error");
  if (value === undefined || errors.length > 0) {
    throw new InterpolationError(
      errors.map((it) => explainUndefined(it, step.collection, iteration.ran)),
    );
  }
  return value;
}
