import type { AssertionResult } from "../assertion/types.ts";
import { type Inherited, inheritedBy } from "../collection/inherit.ts";
import type { Request, Script } from "../collection/types.ts";
import type { RenderedRequest } from "../http/rendered_request.ts";
import type { Response, Timings } from "../http/response.ts";
import type { DataRow, DataUse, Step } from "../plan/types.ts";
import { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import type {
  ConsoleLine,
  RequestDraft,
  ScriptContext,
  TestResult,
} from "../script/border/types.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../source/diagnostic.ts";
import { pushAll } from "../source/push_all.ts";
import type { ChangedRequest } from "./script/apply_draft.ts";
import {
  inheritedWithoutSecrets,
  type Restraint,
  withheldAuth,
  withheldTexts,
  withoutSecrets,
} from "./restraint.ts";
import type { Ran } from "./ran.ts";
import type { FailureClass, RequestResult } from "./types.ts";
import type { IterationScopes } from "./iteration_scopes.ts";
import type { RunSettings } from "./options.ts";
import { renderRequest } from "../request/render_request.ts";
import type { Origin } from "../source/origin.ts";

/** One execution of a request: what all that takes part in it reads and writes. */
export interface RunState {
  readonly step: Step;
  readonly request: Request;
  readonly iteration: Iteration;
  /** Executes another request, one that this one's scripts run. */
  readonly execute: (state: RunState) => Promise<RequestResult>;
  /** How many requests run this one through `runRequest`. */
  readonly depth: number;
  readonly nested: NestedState;
  readonly scopes: Scopes;
  readonly execution: Execution;
  readonly inherited: Inherited;
  /** What keeps it from being rendered, whatever its texts say. */
  readonly refused?: Diagnostic;
  readonly tests: TestResult[];
  readonly assertions: AssertionResult[];
  readonly console: ConsoleLine[];
  readonly diagnostics: Diagnostic[];
  readonly failures: Set<FailureClass>;
  /** Set by `skipRequest` before the request is sent. */
  skipped: boolean;
  /** What was sent, or tried. */
  sent: RenderedRequest | undefined;
  response: Response | undefined;
  /** What came of a response that was cut: shown, and nothing else. */
  cut: Response | undefined;
  /** The response as scripts see it. */
  seen: Response | undefined;
  /** The message that a script runs for, by its place; absent: it runs for none. */
  message?: number;
  /** How often it was sent. */
  attempts: number;
  /** When it was sent first, in milliseconds since the epoch; absent: it was not. */
  sentAt?: number;
  /** Milliseconds of its exchanges, without pauses, scripts and people. */
  exchanging: number;
  /** What that was spent on, as far as it is known. */
  spent: Timings | undefined;
  /** Absent as long as no script ran: the request is as written. */
  scripts: ScriptSide | undefined;
}

/** The side of a request that its scripts see. */
export interface ScriptSide {
  readonly draft: RequestDraft;
  readonly context: ScriptContext;
  /** The script that runs, or ran last. */
  running: Script | undefined;
  /** The script that set the body last. */
  bodyBy: Script | undefined;
  /** The request with the changes that scripts made so far. */
  changed(): ChangedRequest;
  /** Warnings of placeholders that scripts changed, so that they go out as text, in the request that {@linkcode changed} gave last. */
  altered(): Diagnostic[];
  /** Entries of the process's environment that scripts read and nothing has; each with a place where its value is taken unseen, null if there is none, undefined before anybody looked. */
  readonly unset: Map<string, Location | null | undefined>;
  /** The same that are empty, of the script that runs, or ran last. */
  readonly empty: Set<string>;
  /** Variables that the script read, or the one that ran last, and that were not there. */
  readonly missed: Set<string>;
  /** Whether the script, or the one that ran last, set a variable to a text with `undefined`. */
  hasSetUndefined: boolean;
  /** Warns of values that became text in that request: `undefined` of {@linkcode unset} or of a promise, `[object Promise]`. */
  warnOfWritten(): Promise<void>;
  /** Shows scripts what was sent, once something was. */
  follow(): void;
  /** Tells what is secret of the request's auth, as the variables are now. */
  learnAuth(): void;
}

/** The state of a request before anything of it ran. */
export function runState(
  step: Step,
  request: Request,
  { iteration: whole, execute }: Pick<RunState, "iteration" | "execute">,
): RunState {
  const iteration = restrained(step, whole);
  const { settings: { ports }, restraint } = iteration;
  const scopes = iteration.scopes.scopesOf(step, request, ports);
  const inherited = inheritedBy(step.collection, step.folders, request);
  const refused = restraint && (withheldAuth(inherited, request, restraint) ??
    withheldTexts(request, restraint));
  return {
    step,
    request,
    iteration,
    execute,
    depth: 0,
    nested: nestedState(),
    scopes: restraint ? withoutSecrets(scopes, restraint) : scopes,
    execution: new Execution({ now: ports.now, random: ports.random }),
    inherited: restraint
      ? inheritedWithoutSecrets(inherited, request, restraint)
      : inherited,
    ...(refused && { refused }),
    tests: [],
    assertions: [],
    console: [],
    diagnostics: [],
    failures: new Set(),
    skipped: false,
    sent: undefined,
    response: undefined,
    cut: undefined,
    seen: undefined,
    attempts: 0,
    exchanging: 0,
    spent: undefined,
    scripts: undefined,
  };
}

/** What requests that a restrained one's scripts run share with it: the restraint, too. */
function restrained(step: Step, iteration: Iteration): Iteration {
  const { settings } = iteration;
  const restraint = iteration.restraint ??
    settings.restrain?.(step, settings.ports);
  if (restraint === undefined || iteration.restraint) return iteration;
  const { ports } = restraint;
  return { ...iteration, restraint, settings: { ...settings, ports } };
}

/** Adds what is wrong, and what decides the exit code. */
export function fail(
  state: RunState,
  kind: FailureClass,
  diagnostics: readonly Diagnostic[],
): void {
  state.failures.add(kind);
  pushAll(state.diagnostics, diagnostics);
}

/** Adds a warning, once however often the request is repeated. */
export function warn({ diagnostics }: RunState, warning: Diagnostic): void {
  if (diagnostics.some(({ message }) => message === warning.message)) return;
  diagnostics.push(warning);
}

/** What the requests of one iteration share, or of one group that runs apart from others. */
export interface Iteration {
  readonly settings: RunSettings;
  readonly steps: readonly Step[];
  /** The steps of the whole run, if `steps` is a part of it. */
  readonly all?: readonly Step[];
  /** How many iterations the run has. */
  readonly total: number;
  /** The row of data; empty without. */
  readonly row: DataRow;
  /** Whether teardown sees nothing of what requests before it set, as they run in iterations with variables of their own. */
  readonly isTeardownApart?: boolean;
  /** Where the rows are from; absent without data. */
  readonly data?: DataUse;
  /** The index of the run's last request, in whatever iteration; its response is what `output` is for. */
  readonly last?: number;
  readonly scopes: IterationScopes;
  /** Scripts and actions that ran, and how each of them ended last. */
  readonly ran: Ran;
  /** What scripts decided about the way on. */
  readonly flow: Flow;
  /** What keeps secrets from the request whose iteration this is; absent: nothing. */
  readonly restraint?: Restraint;
  /** Whether something elsewhere ended the run. */
  readonly isOver?: () => boolean;
}

/** The way on after a request. */
export interface Flow {
  /** A request's name or path; null ends the iteration; undefined: the next one. */
  next: string | null | undefined;
  /** The script that decided it. */
  by?: Script;
  /** Set by `stopExecution`: the run ends after the request. */
  stopped: boolean;
}

/** What came of rendering a request. */
interface Rendering {
  readonly value?: RenderedRequest;
  readonly diagnostics: Diagnostic[];
}

/** The request with its scripts' changes, rendered by the scopes as they are now. */
export function renderState(state: RunState): Rendering {
  return renderChanged(state, state.scripts?.changed() ?? state);
}

/** Renders a request with changes. */
export function renderChanged(
  state: RunState,
  { request, inherited, bytes, problem }: ChangedRequest,
): Rendering {
  const { scopes, execution } = state;
  if (state.refused) return { diagnostics: [state.refused] };
  const options = { scopes, execution, inherited };
  const { value, diagnostics } = renderRequest(request, options);
  if (problem !== undefined) {
    const by = state.scripts?.bodyBy ?? request;
    return { diagnostics: [...diagnostics, unsendable(problem, by.at)] };
  }
  if (value === undefined) return { diagnostics };
  return {
    value: { ...value, ...(bytes && { body: { type: "bytes", bytes } }) },
    diagnostics,
  };
}

/** A body that a script set, and that cannot be what its content type says. */
function unsendable(message: string, at: Origin): Diagnostic {
  const location = locationOf(at, { place: "script" });
  return { code: "INVALID_BODY", severity: "error", message, location };
}

/** What the scripts of one request have to do with the requests that they run. */
export interface NestedState {
  /** Settles when the last one that was asked for has ended. */
  last: Promise<void>;
  /** How many scripts have ended: what one asked for must not run after it. */
  endedScripts: number;
  /** What the last failed one's error says, and all that was wrong, the outermost first. */
  failure:
    | { readonly message: string; readonly causes: readonly Diagnostic[] }
    | undefined;
  /** How many requests run below the outermost one. */
  readonly total: { count: number };
}

/** @param outer That of the request that runs this one. */
export function nestedState(outer?: NestedState): NestedState {
  return {
    last: Promise.resolve(),
    endedScripts: 0,
    failure: undefined,
    total: outer?.total ?? { count: 0 },
  };
}

/** What was wrong behind an error that a script got and did not catch, each thing once. */
export function causesOf(
  error: Diagnostic,
  { failure }: NestedState,
): readonly Diagnostic[] {
  if (!failure || !error.message.endsWith(failure.message)) return [];
  // Requests that run each other fail at one place again and again.
  const seen = new Set([key(error)]);
  return failure.causes.filter((it) => {
    const isNew = !seen.has(key(it));
    seen.add(key(it));
    return isNew;
  });
}

function key({ message, location }: Diagnostic): string {
  return `${location?.file} ${message}`;
}
