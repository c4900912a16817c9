import { SCOPE_NAMES, type ScopeName } from "../../scope/names.ts";
import { setField, textPairs } from "./set_field.ts";
import type { RenderedRequest } from "../../http/rendered_request.ts";
import { toWireUrl } from "../../http/to_wire_url.ts";
import type { Response } from "../../http/response.ts";
import type { Calls, ResolvedView, SendRequest, Waits } from "./bridge.ts";
import type { ForeignKey } from "../foreign_keys.ts";
import type { Cookie, ScriptContext, ScriptInfo, TestResult } from "./types.ts";
import { parseBody } from "../../http/parse_body.ts";
import { callNamed } from "./text_calls.ts";
import { texts } from "./text_calls.ts";
import {
  bodyValue,
  fitting,
  fullResponseView,
  responseView,
  streamView,
} from "./response_view.ts";
import { resultsView } from "./results_view.ts";
import { bodyAsSeen } from "../body_view.ts";
import { unresolvedHint } from "../placeholder_hint.ts";
import { renderedBody } from "../rendered_body.ts";

/** What the host adds to a script's context. */
export interface Platform {
  /** Bytes that scripts may use. */
  readonly memory: number;
  /** Settles after the time, in milliseconds, or when this timer is woken. */
  sleep(time: number, timer?: number): Promise<void>;
  wake(timer: number): void;
  hash: Calls["crypto.hash"];
  hmac: Calls["crypto.hmac"];
  keyInfo: Calls["crypto.keyInfo"];
  sign: Calls["crypto.sign"];
  verify: Calls["crypto.verify"];
}

/** Where a script's console lines and test results go. */
export interface Recorder {
  console(level: string, text: string): void;
  /** What a script's side reports, not yet checked. */
  test(report: unknown): void;
  /** Results of the script's tests so far. */
  tests(): readonly TestResult[];
  /** Notes a key of Postman's in the description of what the script sends at this place. */
  foreign(key: ForeignKey, stack: string): void;
  /** A request that the script sent at this place, and that failed or was not permitted. */
  unsent(error: unknown, from: Pick<SendRequest, "stack" | "required">): void;
}

/** What the calls of one script's run work with. */
export interface HostBorder {
  readonly context: ScriptContext;
  readonly recorder: Recorder;
  readonly platform: Platform;
}

/** Does what a script's side asks for; throws TypeError for a name that is no call. */
export function callBorder(
  border: HostBorder,
  name: string,
  args: readonly unknown[],
): unknown {
  return Object.hasOwn(texts, name)
    ? callNamed(texts, name, args)
    : callNamed(CALLS, name, [border, ...args]);
}

/** The same for what takes time. */
export function waitBorder(
  border: HostBorder,
  name: string,
  args: readonly unknown[],
): unknown {
  return callNamed(WAITS, name, [border, ...args]);
}

/**
 * What each call does. Arguments come from a script, so each is checked before
 * it is used.
 */
const CALLS: {
  readonly [K in Exclude<keyof Calls, keyof typeof texts>]: (
    border: HostBorder,
    ...args: Parameters<Calls[K]>
  ) => ReturnType<Calls[K]>;
} = {
  info: ({ context: { info } }) => ({
    collectionName: info.collectionName,
    environmentName: info.environmentName,
    cwd: info.cwd,
    requestName: info.requestName,
    requestPath: info.requestPath,
    tags: info.tags,
    iterationIndex: info.iterationIndex,
    totalIterations: info.totalIterations,
    iterationData: info.iterationData,
    messageIndex: info.messageIndex?.(),
  }),
  now: ({ context }) => context.info.now(),
  random: ({ context }) => context.info.random(),
  "variable.get": ({ context }, scope, name) =>
    context.variables.get(asScope(scope), `${name}`),
  "variable.has": ({ context }, scope, name, tells) =>
    context.variables.has(asScope(scope), `${name}`, tells === true),
  "variable.set": ({ context }, scope, name, value, anyName) =>
    context.variables.set(
      asScope(scope),
      `${name}`,
      value,
      anyName === "local" ? anyName : anyName === true,
    ),
  "variable.delete": ({ context }, scope, name) =>
    context.variables.delete(asScope(scope), `${name}`),
  "variable.all": ({ context }, scope) => context.variables.all(asScope(scope)),
  processEnv: ({ context }, name) => context.processEnv(`${name}`),
  interpolate: ({ context }, text) => context.interpolate(`${text}`),
  "request.get": ({ context: { request } }) => ({
    method: request.method,
    url: request.url,
    headers: request.headers,
    disabled: request.disabled,
    omitHeaders: request.omitHeaders,
    timeout: request.timeout,
    maxRedirects: request.maxRedirects,
    bodyType: request.bodyType,
    isForm: request.isForm === true,
    impliedHeaders: request.impliedHeaders ?? [],
    postman: request.postman,
    authMode: request.auth?.type ?? request.authMode,
    isWithoutAuth: request.isWithoutAuth === true,
    pathParams: request.pathParams,
  }),
  "request.body": ({ context: { request } }, parsed) => {
    const seen = bodyAsSeen(request, parsed);
    const { body, bodyType } = request;
    if (parsed && (typeof seen === "string" || bodyType === "graphql")) {
      request.textRead ??= { body, bodyType };
    }
    return seen;
  },
  "request.messages": ({ context: { request } }) => request.messages,
  "request.set": ({ context }, field, value) => setField(context, field, value),
  "request.resolved": ({ context }) => resolvedView(context.resolved()),
  response: ({ context: { response } }) =>
    response === undefined ? undefined : responseView(response),
  "response.body": (border) =>
    bodyValue(
      fitting(responseOf(border), border.platform.memory),
      border.context.request.rawResponse === true,
    ),
  "response.text": (border) =>
    parseBody(fitting(responseOf(border), border.platform.memory)).text,
  "response.bytes": (border) =>
    fitting(responseOf(border), border.platform.memory, { binary: true }).body,
  "response.stream": (border) =>
    streamView(fitting(responseOf(border), border.platform.memory)),
  "response.setBody": ({ context }, body) => context.setResponseBody(body),
  "flow.next": ({ context }, name) =>
    context.flow.setNextRequest(name === null ? null : `${name}`),
  "flow.skip": ({ context }) => context.flow.skipRequest(),
  "flow.stop": ({ context }) => context.flow.stopExecution(),
  results: ({ context, recorder }) => {
    const { tests, assertions } = context.results();
    const all = { tests: [...tests, ...recorder.tests()], assertions };
    return resultsView(all, context.info);
  },
  "cookies.get": ({ context }, url) => context.cookies.get(cookieUrl(url)),
  "cookies.set": ({ context }, url, cookie) =>
    context.cookies.set(cookieUrl(url), asCookie(cookie)),
  "cookies.delete": ({ context }, url, name) =>
    context.cookies.delete(cookieUrl(url), `${name}`),
  "cookies.clear": ({ context }) => context.cookies.clear(),
  readFile: ({ context }, path) => context.readFile(`${path}`),
  "crypto.random": ({ context }, length) =>
    randomBytes(context.info, Number(length)),
  "crypto.hash": ({ platform }, algorithm, bytes) =>
    platform.hash(`${algorithm}`, bytes),
  "crypto.hmac": ({ platform }, algorithm, key, bytes) =>
    platform.hmac(`${algorithm}`, key, bytes),
  "crypto.keyInfo": ({ platform }, pem, type) =>
    platform.keyInfo(`${pem}`, type === "private" ? "private" : "public"),
  "crypto.sign": ({ platform }, algorithm, bytes, key, options) =>
    platform.sign(`${algorithm}`, bytes, `${key}`, options),
  "crypto.verify": ({ platform }, algorithm, bytes, key, options) =>
    platform.verify(`${algorithm}`, bytes, `${key}`, options),
  console: ({ recorder }, level, text) =>
    recorder.console(`${level}`, `${text}`),
  test: ({ recorder }, index, name, error) =>
    recorder.test({ index, name, error }),
  wake: ({ platform }, timer) => platform.wake(timer),
};

const WAITS: {
  readonly [K in keyof Waits]: (
    border: HostBorder,
    ...args: Parameters<Waits[K]>
  ) => Promise<ReturnType<Waits[K]>>;
} = {
  sleep: ({ platform }, time, timer) => platform.sleep(Number(time), timer),
  send: async (border, wanted) =>
    fullResponseView(
      fitting(await sent(border, wanted), border.platform.memory),
      wanted.raw === true,
    ),
  runRequest: async (border, path, raw) => {
    const response = await border.context.runRequest(`${path}`);
    return response === undefined ? undefined : fullResponseView(
      fitting(response, border.platform.memory),
      raw === true,
    );
  },
};

function randomBytes(info: ScriptInfo, length: number): Uint8Array {
  if (!(length >= 0 && length <= 65536)) {
    throw new RangeError(
      "Cannot make the random values: at most 65536 bytes at once",
    );
  }
  return Uint8Array.from(
    { length },
    () => Math.floor(info.random() * 256),
  );
}

function asScope(name: string): ScopeName {
  const scope = SCOPE_NAMES.find((known) => known === name);
  if (scope === undefined) throw new TypeError(`Unknown scope "${name}"`);
  return scope;
}

function responseOf({ context: { response } }: HostBorder): Response {
  if (response === undefined) {
    throw new TypeError(
      "Cannot read the response: the request was not sent yet",
    );
  }
  return response;
}

function resolvedView(request: RenderedRequest): ResolvedView {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: request.body === undefined ? undefined : renderedBody(request.body),
  };
}

async function sent(
  { context, recorder }: HostBorder,
  wanted: SendRequest,
): Promise<Response> {
  const request = renderedRequest(wanted);
  const required = wanted.required === true;
  const stack = `${wanted.stack}`;
  for (const key of ["header", "body"] as const) {
    if (wanted.foreign?.includes(key)) recorder.foreign(key, stack);
  }
  try {
    return await context.send(request);
  } catch (error) {
    // What the script makes of it is its own matter.
    recorder.unsent(error, { required, stack });
    throw error;
  }
}

function renderedRequest(wanted: SendRequest): RenderedRequest {
  const contentType = wanted.contentType === undefined
    ? {}
    : { contentType: `${wanted.contentType}` };
  const body = wanted.body;
  return {
    method: `${wanted.method}`,
    url: wireUrl(`${wanted.url}`),
    headers: textPairs(wanted.headers),
    ...body === undefined ? {} : {
      body: body instanceof Uint8Array
        ? { type: "bytes", bytes: body, ...contentType }
        : { type: "text", text: `${body}`, ...contentType },
    },
    authHeaders: [],
    settings: {
      ...wanted.timeout === undefined
        ? {}
        : { timeout: Number(wanted.timeout) },
      followRedirects: wanted.maxRedirects !== 0,
      ...wanted.maxRedirects === undefined
        ? {}
        : { maxRedirects: Number(wanted.maxRedirects) },
    },
  };
}

/** A URL as those of requests go out; one that cannot go out, or has no scheme, says so when it is sent. */
function wireUrl(url: string): string {
  if (!/^\s*(?:https?|http\+unix):\/\//i.test(url)) return url;
  const wire = toWireUrl(url);
  return typeof wire === "string" || wire.userinfo ? url : wire.url;
}

/** A URL whose cookies are meant; as it is written it would have none. */
function cookieUrl(url: unknown): string {
  const hint = unresolvedHint(`${url}`);
  if (hint === "") return `${url}`;
  throw new TypeError(`Cannot use the cookies of "${url}": ${hint}`);
}

function asCookie(cookie: Cookie): Cookie {
  return {
    name: `${cookie.name}`,
    value: `${cookie.value}`,
    ...typeof cookie.domain === "string" ? { domain: cookie.domain } : {},
    ...typeof cookie.path === "string" ? { path: cookie.path } : {},
    ...typeof cookie.expires === "number" ? { expires: cookie.expires } : {},
    ...typeof cookie.secure === "boolean" ? { secure: cookie.secure } : {},
    ...typeof cookie.httpOnly === "boolean"
      ? { httpOnly: cookie.httpOnly }
      : {},
    ...typeof cookie.sameSite === "string" ? { sameSite: cookie.sameSite } : {},
  };
}
