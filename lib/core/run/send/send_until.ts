import { counted } from "../../source/counted.ts";
import { CutError, type Response, type Timings } from "../../http/response.ts";
import type { RenderedRequest } from "../../http/rendered_request.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  locationOf,
} from "../../source/diagnostic.ts";
import { NetworkError, PermissionError } from "../../source/errors.ts";
import type { Origin, Text } from "../../source/origin.ts";
import { callOnFail } from "../script/load_scripts.ts";
import { failureOf } from "../explain/failure_of.ts";
import type { PortSendOptions, RunPorts } from "../ports.ts";
import { fail, type RunState, warn } from "../run_state.ts";
import { selectIn } from "../assert/run_assertion.ts";
import { isIdempotent } from "../../http/is_idempotent.ts";
import { headerOf } from "../../http/header_of.ts";
import type { RetrySettings } from "../options.ts";
import type { Held } from "../stream/conversation.ts";
import {
  hasOneMessage,
  streamedResponse,
} from "../stream/streamed_response.ts";
import { wayOut } from "../../source/way_out.ts";

/** Sends a request, again while `repeatUntil` does not hold; false without a response. */
export async function sendUntil(
  state: RunState,
  rendered: RenderedRequest,
): Promise<boolean> {
  const { ports, signal } = state.iteration.settings;
  const { url, settings: { repeatUntil: until } } = state.request;
  // A URL that a script set stands elsewhere.
  const isOwn = (state.scripts?.draft.url ?? url.text) === url.text;
  for (let count = 1;; count++) {
    if (!await send(state, rendered, isOwn ? url.at : undefined)) return false;
    if (until === undefined) return true;
    const selection = await selectIn(state, until.expression);
    if (selection.ok && selection.value) return true;
    const wrong = selection.ok ? undefined : selection.diagnostic;
    if (wrong) {
      const { unknownName } = await import("../explain/bare_name_note.ts");
      // No further response can bring the name.
      if (unknownName(wrong) !== undefined) {
        fail(state, "check", [wrong]);
        return true;
      }
    }
    if (count >= until.limit) {
      const ended = untilDiagnostic(until.expression, count);
      const notes = wrong && [wrong.message, ...wrong.notes ?? []];
      fail(state, "check", [{ ...ended, ...(notes && { notes }) }]);
      return true;
    }
    await ports.sleep(until.delay, signal);
    if (signal?.aborted) return true;
  }
}

async function send(
  state: RunState,
  rendered: RenderedRequest,
  at: Origin | undefined,
): Promise<boolean> {
  state.sent = rendered;
  const talk: Talk = {};
  try {
    const result = await (rendered.auth ? signedAttempt : attempt)(
      state,
      rendered,
      { at, talk },
    );
    state.attempts += result.attempts;
    state.exchanging += result.time;
    state.spent = sumOf(state.spent, result.spent);
    if (!result.ok) throw result.error;
    const { response } = result;
    if (response.stream) {
      return await takeStream(state, response, await talk.holding);
    }
    state.response = state.seen = response;
    state.scripts?.follow();
    if (state.request.stream) {
      const { noStream } = await import("../stream/stream_findings.ts");
      const missing = noStream(state.request, response);
      if (missing) fail(state, "check", [missing]);
    }
    if (response.truncated) {
      warn(state, cutResponse(state.request.url, response));
    }
    return true;
  } catch (error) {
    if (state.iteration.settings.signal?.aborted) return false;
    if (error instanceof CutError) {
      const held = await talk.holding;
      const { response } = error;
      state.cut = held ? { ...response, stream: held.stream } : response;
    }
    const failure = failureOf(error);
    const isStopped = /^(?:permission|render)$/.test(failure.class) &&
      !wentOut(state, error);
    if (isStopped || state.response === undefined && isUnsigned(error)) {
      // Until then it was prepared, such as by reading the file of its body.
      state.exchanging = 0;
      state.spent = undefined;
      if (failure.class !== "render") state.sent = undefined;
    }
    fail(state, failure.class, failure.diagnostics);
    await callOnFail(state, failure);
    return false;
  }
}

/** What the last attempt has said over its stream. */
interface Talk {
  /** What its time was spent on, if no response came. */
  failed?: Timings;
  holding?: Promise<Held>;
}

/** Takes the response of a stream, with what was wrong while it was open; false where nothing may look at it. */
async function takeStream(
  state: RunState,
  response: Response,
  held: Held | undefined,
): Promise<boolean> {
  const { findings = [], broken = false, needed = true } = held ?? {};
  const one = hasOneMessage(response.stream ?? {});
  const seen = one || needed ? streamedResponse(response) : response;
  for (const { class: kind, diagnostics } of findings) {
    fail(state, kind, diagnostics);
  }
  if (broken) {
    state.cut = one ? seen : response;
    await callOnFail(state, findings[0]);
    return false;
  }
  state.response = one ? seen : response;
  state.seen = seen;
  state.scripts?.follow();
  return true;
}

/** How an attempt is made: where its URL stands, and what it has said. */
interface Attempting {
  readonly at: Origin | undefined;
  readonly talk: Talk;
}

async function signedAttempt(
  state: RunState,
  rendered: RenderedRequest,
  attempting: Attempting,
): Promise<Attempted> {
  const { ports } = state.iteration.settings;
  const sign = await ports.signer?.(
    rendered,
    (warning) => warn(state, warning),
  );
  return await attempt(state, rendered, { ...attempting, sign });
}

function attempt(
  state: RunState,
  rendered: RenderedRequest,
  { at, talk, sign }: Attempting & {
    readonly sign?: PortSendOptions["sign"] | undefined;
  },
): Promise<Attempted> {
  const { request, step, iteration, depth } = state;
  const { ports, signal, retry, output, describe } = iteration.settings;
  const started = ports.elapsed();
  state.sentAt ??= ports.now();
  // Not for those that scripts run.
  const isOutput = depth === 0 && step.index === iteration.last;
  const send: { -readonly [K in keyof PortSendOptions]: PortSendOptions[K] } = {
    label: request.path,
    failed: (timings) => talk.failed = timings,
    converse: async (connection) => {
      const { converse } = await import("../stream/conversation.ts");
      // What an attempt before this one left.
      (await talk.holding)?.stream.spilled?.[Symbol.dispose]();
      talk.holding = converse(state, connection, started);
      return (await talk.holding).stream;
    },
  };
  if (at) send.at = at;
  if (signal) send.signal = signal;
  if (sign) send.sign = sign;
  if (output !== undefined && isOutput) send.output = output;
  if (describe) send.describe = describe;
  const own = request.settings.retry;
  return sendWithRetries(rendered, {
    ports,
    send,
    talk,
    retry: {
      count: own?.count ?? retry?.count ?? 0,
      delay: own?.delay ?? retry?.delay ?? 0,
      all: own !== undefined || (retry?.all ?? false),
    },
  });
}

/** Whether something was sent before a refusal: a hop, an attempt, a repetition. */
function wentOut({ attempts, response }: RunState, refusal: unknown): boolean {
  return refusal instanceof PermissionError && refusal.sent ||
    attempts > 1 || response !== undefined;
}

/** Whether there was no token to sign the request with: only requests for one went out. */
function isUnsigned(error: unknown): boolean {
  return error instanceof NetworkError &&
    error.diagnostics.every(({ location }) => location?.keys?.includes("auth"));
}

/** Checks of an incomplete response can pass or fail for the wrong reason. */
function cutResponse({ text, at }: Text, { saved }: Response): Diagnostic {
  return {
    code: "LIMIT",
    severity: "warning",
    message: saved?.whole
      ? `Cannot show scripts and assertions the whole response: it is longer than the limit, all of it is in "${saved.path}"`
      : "Cannot keep the whole response: it is cut, by its size or its time",
    waysOut: [
      wayOut(
        "raise-limit",
        "maxResponseSize",
        ...saved?.whole ? [] : ["timeout"],
      ),
    ],
    location: locationOf(at, { length: text.length }),
  };
}

function untilDiagnostic({ text, at }: Text, count: number): Diagnostic {
  return {
    code: "ASSERTION",
    severity: "error",
    message: `Repeat until "${text}": still not true after ${
      counted(count, "request")
    }`,
    location: locationOf(at, { length: text.length }),
  };
}

/** How often a request went out, and what came of the last time. */
type Attempted =
  & {
    readonly attempts: number;
    /** Milliseconds of the exchanges. */
    readonly time: number;
    /** What that was spent on, as far as it is known. */
    readonly spent: Timings | undefined;
  }
  & (
    | { readonly ok: true; readonly response: Response }
    | { readonly ok: false; readonly error: unknown }
  );

/** gRPC's status of a call that the server has not looked at. */
const UNAVAILABLE = 14;
/** The statuses after which a request is tried again: what they say may pass. */
export const MAY_PASS: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const PASSING_ERRORS = new Set<DiagnosticCode>([
  "DNS",
  "CONNECTION",
  "TIMEOUT",
  "PROTOCOL",
  "RESPONSE_CUT",
]);
/** A server that asks for more patience than this gets its response reported. */
const MAX_PAUSE = 60_000;

/**
 * Sends a request and, where the retry settings say so, again after a network
 * error, 429, 502, 503 or 504; one that may have had an effect only where nothing
 * of it went out. The pause doubles; a `Retry-After` of at most
 * a minute counts instead. Never throws.
 */
async function sendWithRetries(
  request: RenderedRequest,
  options: {
    ports: RunPorts;
    send: PortSendOptions;
    talk: Talk;
    retry: RetrySettings;
  },
): Promise<Attempted> {
  const { ports, send, talk, retry } = options;
  const most = (error: unknown) =>
    error instanceof NetworkError && error.unsent ? retry.count : allowed;
  const allowed = retry.all || isIdempotent(request.method.toUpperCase())
    ? retry.count
    : 0;
  let time = 0;
  let spent: Timings | undefined;
  for (let attempts = 1;; attempts++) {
    let pause = retry.delay * 2 ** (attempts - 1);
    const started = ports.elapsed();
    try {
      const response = await ports.send(request, send);
      time += response.timings.total;
      spent = sumOf(spent, response.timings);
      const isUnavailable = response.stream?.kind === "grpc" &&
        response.status === UNAVAILABLE;
      const isDone = isUnavailable
        ? attempts > retry.count
        : attempts > allowed || !MAY_PASS.has(response.status);
      if (isDone) {
        return { ok: true, response, attempts, time, spent };
      }
      const asked = retryAfter(response, ports.now());
      if (asked !== undefined) {
        if (asked > MAX_PAUSE) {
          return { ok: true, response, attempts, time, spent };
        }
        pause = asked;
      }
    } catch (error) {
      const timings = error instanceof CutError
        ? error.response.timings
        : talk.failed;
      delete talk.failed;
      time += timeOf(error, timings?.total ?? ports.elapsed() - started);
      spent = sumOf(spent, timings);
      if (attempts > most(error) || send.signal?.aborted || !mayPass(error)) {
        return { ok: false, error, attempts, time, spent };
      }
    }
    await ports.sleep(pause, send.signal);
    if (send.signal?.aborted) {
      const error = send.signal.reason;
      return { ok: false, error, attempts, time, spent };
    }
  }
}

/** How long an exchange took that failed. */
function timeOf(error: unknown, elapsed: number): number {
  return error instanceof PermissionError && !error.sent ? 0 : elapsed;
}

/** What exchanges were spent on, together. */
function sumOf(
  some: Timings | undefined,
  more: Timings | undefined,
): Timings | undefined {
  if (some === undefined || more === undefined) return some ?? more;
  const sum: { -readonly [K in keyof Timings]: Timings[K] } = { ...some };
  for (const [phase, time] of Object.entries(more)) {
    const key = phase as keyof Timings;
    sum[key] = (sum[key] ?? 0) + time;
  }
  return sum;
}

function mayPass(error: unknown): boolean {
  return error instanceof NetworkError &&
    error.diagnostics.some(({ code }) => PASSING_ERRORS.has(code));
}

/** Milliseconds that `Retry-After` asks for: seconds, or a date. */
function retryAfter(response: Response, now: number): number | undefined {
  const value = headerOf(response.headers, "retry-after")?.trim();
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
