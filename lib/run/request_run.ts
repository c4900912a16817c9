import type {
  Action,
  Assertion,
  Request,
  Script,
  ScriptPhase,
} from "../collection/types.ts";
import type { Text } from "../source/origin.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import { PermissionError } from "../source/errors.ts";
import type { Step } from "../plan/types.ts";
import { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import { renderRequest } from "../request/render_request.ts";
import type { Response } from "../request/response.ts";
import type { RenderedRequest } from "../request/types.ts";
import { selectFast, type Selection } from "../assertion/select_fast.ts";
import type { AssertionResult } from "../assertion/types.ts";
import {
  type Inherited,
  inheritedActions,
  inheritedBy,
  inheritedScripts,
} from "../collection/inherit.ts";
import type {
  ConsoleLine,
  Sandbox,
  ScriptContext,
  TestResult,
} from "../script/types.ts";
import type { ChangedRequest } from "./apply_draft.ts";
import { failureOf, renderFailure, scriptFailure } from "./failure_of.ts";
import type { Iteration } from "./iteration.ts";
import { learnAuthSecrets, learnSecrets } from "./learn_secrets.ts";
import { NestedRuns } from "./nested_runs.ts";
import { runAssertion } from "./run_assertion.ts";
import type { Scripting } from "./scripting.ts";
import { learnedOf } from "./script_variables.ts";
import { setByAction } from "./set_by_action.ts";
import { sendWithRetries } from "./send_with_retries.ts";
import type { FailureClass, RequestResult } from "./types.ts";
import { pushAll } from "../source/push_all.ts";

/** Kept once it is loaded: an import takes a turn of the event loop each time. */
let scripting: typeof import("./scripting.ts") | undefined;

/** One execution of a request, from its first script to its last test. */
export class RequestRun {
  readonly scopes: Scopes;
  readonly execution: Execution;
  readonly inherited: Inherited;
  readonly tests: TestResult[] = [];
  readonly assertions: AssertionResult[] = [];
  readonly console: ConsoleLine[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly failures = new Set<FailureClass>();
  /** Set by `skipRequest` before the request is sent. */
  skipped = false;
  /** The answer as scripts see it. */
  seen: Response | undefined;

  #response: Response | undefined;
  #sent: RenderedRequest | undefined;
  #attempts = 0;
  /** Absent as long as no script ran: the request is as written. */
  #scripting: Scripting | undefined;

  constructor(
    readonly step: Step,
    readonly request: Request,
    readonly iteration: Iteration,
    /** How many requests run this one through `runRequest`. */
    readonly depth: number = 0,
    readonly nested: NestedRuns = new NestedRuns(),
  ) {
    const { ports } = iteration.settings;
    this.scopes = iteration.scopes.scopesOf(step, request);
    this.execution = new Execution({ now: ports.now, random: ports.random });
    this.inherited = inheritedBy(step.collection, step.folders, request);
  }

  /** Runs it; never throws for what request, scripts or server do. */
  async execute(): Promise<RequestResult> {
    const { ports, signal } = this.iteration.settings;
    const startedAt = ports.now();
    const start = ports.elapsed();
    if (ports.learn) {
      learnSecrets(this.scopes, this.execution, (it) => ports.learn?.(it));
    }
    await this.#run();
    // What scripts set for a request that did not go out.
    if (this.#sent === undefined && this.#scripting) this.#learnAuth();
    const interrupted = signal?.aborted && this.#response === undefined;
    const skipReason = interrupted
      ? "the run was interrupted"
      : this.skipped
      ? "a script skipped it"
      : undefined;
    return {
      step: this.step,
      status: this.#status(skipReason),
      failures: [...this.failures],
      ...(this.#sent && { sent: this.#sent }),
      ...(this.#response && { response: this.#response }),
      assertions: this.assertions,
      tests: this.tests,
      console: this.console,
      diagnostics: await this.explain(this.diagnostics),
      ...(skipReason !== undefined && { skipReason }),
      startedAt,
      duration: ports.elapsed() - start,
      attempts: this.#attempts,
    };
  }

  /** The request with its scripts' changes, rendered by the scopes as they are now. */
  render(): { value?: RenderedRequest; diagnostics: Diagnostic[] } {
    const { request, inherited, bytes }: ChangedRequest =
      this.#scripting?.changed() ?? this;
    const { value, diagnostics } = renderRequest(request, {
      scopes: this.scopes,
      execution: this.execution,
      inherited,
    });
    if (value === undefined) return { diagnostics };
    const timeout = value.settings.timeout ?? this.iteration.settings.timeout;
    return {
      value: {
        ...value,
        ...(bytes && { body: { type: "bytes", bytes } }),
        settings: {
          ...value.settings,
          ...(timeout !== undefined && { timeout }),
        },
      },
      diagnostics,
    };
  }

  /** Adds what is wrong, and what decides the exit code. */
  fail(kind: FailureClass, diagnostics: readonly Diagnostic[]): void {
    this.failures.add(kind);
    pushAll(this.diagnostics, diagnostics);
  }

  /** Diagnostics with what is known about where their variables are set. */
  async explain(diagnostics: readonly Diagnostic[]): Promise<Diagnostic[]> {
    if (!diagnostics.some((it) => it.code === "UNDEFINED_VARIABLE")) {
      return [...diagnostics];
    }
    const { explainUndefined } = await import("./explain_undefined.ts");
    const { step, iteration } = this;
    return diagnostics.map((it) =>
      explainUndefined(it, step.collection, iteration.ran)
    );
  }

  /** An execution of another request for this one's scripts. */
  nest(step: Step, request: Request): RequestRun {
    // Where a nested request wants to go next is of no consequence.
    const flow = { next: undefined, stopped: false };
    const iteration = { ...this.iteration, flow };
    const nested = new NestedRuns(this.nested);
    return new RequestRun(step, request, iteration, this.depth + 1, nested);
  }

  async #run(): Promise<void> {
    if (!await this.#before()) return;
    const { value: rendered, diagnostics } = this.render();
    const errors = diagnostics.filter((it) => it.severity === "error");
    if (rendered === undefined || errors.length > 0) {
      this.fail(renderFailure(errors), diagnostics);
      return;
    }
    pushAll(this.diagnostics, diagnostics);
    // What its scripts need is loaded while the answer is on its way.
    const [answered] = await Promise.all([
      this.#sendUntil(rendered),
      this.#hasScriptsAfter() && this.#loadSandbox(),
    ]);
    if (!answered) return;
    for (const action of this.#actions("after-response")) {
      await this.#act(action);
    }
    for (const script of this.#scripts("after-response")) {
      await this.#script(script);
    }
    for (const assertion of this.request.assertions) {
      if (!assertion.disabled) await this.#assert(assertion);
    }
    for (const script of this.#scripts("tests")) {
      await this.#script(script);
    }
  }

  /** Scripts and actions before the request; false when it is not to be sent. */
  async #before(): Promise<boolean> {
    const phase = "before-request";
    const scripts = this.#scripts(phase);
    if (scripts.length > 0) this.#learnAuth();
    for (const script of scripts) {
      if (!await this.#script(script) || this.skipped) return false;
    }
    for (const action of this.#actions(phase)) {
      if (!await this.#act(action)) return false;
    }
    return this.iteration.settings.signal?.aborted !== true;
  }

  /** Sends, again while `repeatUntil` does not hold; false without an answer. */
  async #sendUntil(rendered: RenderedRequest): Promise<boolean> {
    const { ports, signal } = this.iteration.settings;
    const until = this.request.settings.repeatUntil;
    for (let count = 1;; count++) {
      if (!await this.#send(rendered)) return false;
      if (until === undefined) return true;
      const selection = await this.#select(until.expression);
      if (selection.ok && selection.value) return true;
      if (count >= until.limit) {
        this.fail("check", [untilDiagnostic(until.expression, count)]);
        return true;
      }
      await ports.sleep(until.delay, signal);
      if (signal?.aborted) return true;
    }
  }

  async #send(rendered: RenderedRequest): Promise<boolean> {
    const { ports, signal, retry, output } = this.iteration.settings;
    const { url } = this.request;
    this.#sent = rendered;
    try {
      const sign = rendered.auth && await ports.signer?.(
        rendered,
        (warning) => this.#warn(warning),
      );
      const own = this.request.settings.retry;
      const result = await sendWithRetries(rendered, {
        ports,
        send: {
          label: this.request.path,
          ...((this.#scripting?.draft.url ?? url.text) === url.text &&
            { at: url.at }),
          ...(signal && { signal }),
          ...(sign && { sign }),
          ...(output !== undefined && this.depth === 0 && { output }),
        },
        retry: {
          count: own?.count ?? retry?.count ?? 0,
          delay: own?.delay ?? retry?.delay ?? 0,
          all: own !== undefined || (retry?.all ?? false),
        },
      });
      this.#attempts += result.attempts;
      if (!result.ok) throw result.error;
      this.#response = this.seen = result.response;
      if (result.response.truncated) this.#warn(cutAnswer(url));
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      const failure = failureOf(error);
      if (failure.class === "permission" && !this.#wentOut(error)) {
        this.#sent = undefined;
      }
      this.fail(failure.class, failure.diagnostics);
      await this.#failed(failure.diagnostics[0]);
      return false;
    }
  }

  /** Adds a warning, once however often the request is repeated. */
  #warn(warning: Diagnostic): void {
    const { message } = warning;
    if (this.diagnostics.some((it) => it.message === message)) return;
    this.diagnostics.push(warning);
  }

  /** Whether something was sent before a refusal: a hop, an attempt, a repetition. */
  #wentOut(refusal: unknown): boolean {
    return refusal instanceof PermissionError && refusal.sent ||
      this.#attempts > 1 || this.#response !== undefined;
  }

  /** Calls what a script gave to `req.onFail`. */
  async #failed(failure: Diagnostic): Promise<void> {
    if (this.#scripting?.draft.onFail === undefined) return;
    const { onFailScript } = await import("../script/on_fail_script.ts");
    const { draft } = this.#scripting;
    const script = onFailScript(draft, failure, this.request.at);
    if (script) await this.#script(script);
  }

  async #assert(assertion: Assertion): Promise<void> {
    const result = await runAssertion(assertion, {
      scopes: this.scopes,
      execution: this.execution,
      select: (expression) => this.#select(expression),
      explain: (diagnostics) => this.explain(diagnostics),
    });
    this.assertions.push(result);
    if (result.status === "failed") this.failures.add("check");
  }

  async #script(script: Script): Promise<boolean> {
    const { sandbox, context } = await this.#sandbox();
    this.iteration.ran.add(script);
    const { flow } = this.iteration;
    const next = flow.next;
    const outcome = await sandbox.run(script, context);
    if (flow.next !== next) flow.by = script;
    this.nested.endedScripts++;
    pushAll(this.tests, outcome.tests);
    pushAll(this.console, outcome.console);
    if (outcome.tests.some((test) => test.status === "failed")) {
      this.failures.add("check");
    }
    if (outcome.error === undefined) return true;
    const { error } = outcome;
    this.fail(scriptFailure(error), [error, ...this.nested.causesOf(error)]);
    return false;
  }

  async #act(action: Action): Promise<boolean> {
    this.iteration.ran.add(action);
    const selection = await this.#select(action.selector);
    const problem = setByAction(action, selection, this.scopes);
    if (problem !== undefined) {
      this.fail("script", [problem]);
      return false;
    }
    const learned = learnedOf(this.scopes, action.scope, action.variable);
    if (learned) this.iteration.settings.ports.learn?.(learned);
    return true;
  }

  async #select(expression: Text): Promise<Selection> {
    // Where a script wants the content unparsed, the sandbox knows.
    const raw = this.#scripting?.draft.rawResponse;
    const fast = this.seen && !raw && selectFast(expression, this.seen);
    if (fast) return fast;
    const { sandbox, context } = await this.#sandbox();
    return await sandbox.evaluate(expression, context);
  }

  async #sandbox(): Promise<{ sandbox: Sandbox; context: ScriptContext }> {
    const sandbox = await this.#loadSandbox();
    this.#scripting ??= new scripting!.Scripting(this);
    return { sandbox, context: this.#scripting.context };
  }

  /** Loads what scripts need; nothing of it without one. */
  async #loadSandbox(): Promise<Sandbox> {
    const { ports } = this.iteration.settings;
    if (scripting !== undefined) return await ports.sandbox();
    const [sandbox, loaded] = await Promise.all([
      ports.sandbox(),
      import("./scripting.ts"),
    ]);
    scripting = loaded;
    return sandbox;
  }

  #learnAuth(): void {
    const { ports } = this.iteration.settings;
    if (ports.learn === undefined) return;
    learnAuthSecrets(this.inherited.auth, this.scopes, (it) => {
      ports.learn?.(it);
    });
  }

  #hasScriptsAfter(): boolean {
    return this.#scripts("after-response").length > 0 ||
      this.#scripts("tests").length > 0;
  }

  #scripts(phase: ScriptPhase): Script[] {
    const { collection, folders } = this.step;
    return inheritedScripts(collection, folders, this.request, phase);
  }

  #actions(phase: Action["phase"]): Action[] {
    const { collection, folders } = this.step;
    return inheritedActions(collection, folders, this.request, phase);
  }

  #status(skipReason: string | undefined): RequestResult["status"] {
    const errored = [...this.failures].some((it) => it !== "check");
    if (errored) return "errored";
    if (this.failures.size > 0) return "failed";
    return skipReason === undefined ? "passed" : "skipped";
  }
}

/** Checks of such an answer may fail, or pass, for what is not there. */
function cutAnswer({ text, at }: Text): Diagnostic {
  return {
    code: "LIMIT",
    severity: "warning",
    message:
      "Cannot keep the whole answer: it is cut, by its size or its time (raise --max-response-size or --timeout)",
    location: locationOf(at, { length: text.length }),
  };
}

function untilDiagnostic({ text, at }: Text, count: number): Diagnostic {
  return {
    code: "ASSERTION",
    severity: "error",
    message: `Repeat until "${text}": still not so after ${count} requests`,
    location: locationOf(at, { length: text.length }),
  };
}
