import { SCOPE_NAMES, type ScopeName } from "../../scope/names.ts";
import type { Value } from "../../scope/value/value.ts";
import type { RenderedRequest } from "../../http/rendered_request.ts";
import type { Response } from "../../http/response.ts";
import { ScriptError } from "../../source/errors.ts";
import { OUT_OF_MEMORY } from "../failure.ts";
import type {
  Calls,
  FullResponseView,
  RequestField,
  ResolvedView,
  ResponseView,
  SendRequest,
  Waits,
} from "./bridge.ts";
import type {
  Cookie,
  RequestDraft,
  ScriptContext,
  ScriptInfo,
  TestResult,
} from "./types.ts";
import { parseBody } from "../../http/parse_body.ts";
import { parseJson } from "../../scope/value/parse_json.ts";
import { texts } from "./text_calls.ts";
import { isBinary } from "./is_binary.ts";
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
}

/** Brace's side of the border: what each call and each wait does. */
export interface Dispatch {
  readonly calls: Calls;
  readonly waits: { [K in keyof Waits]: Wait<K> };
}

type Wait<K extends keyof Waits> = (
  ...args: Parameters<Waits[K]>
) => Promise<ReturnType<Waits[K]>>;

/**
 * Makes Brace's side of the border over one context. Arguments come from a
 * script, so each is checked before it is used.
 */
export function createDispatch(
  context: ScriptContext,
  recorder: Recorder,
  platform: Platform,
): Dispatch {
  const { info, variables, request, flow, cookies } = context;
  return {
    calls: {
      info: () => ({
        collectionName: info.collectionName,
        environmentName: info.environmentName,
        cwd: info.cwd,
        requestName: info.requestName,
        requestPath: info.requestPath,
        tags: info.tags,
        iterationIndex: info.iterationIndex,
        totalIterations: info.totalIterations,
        iterationData: info.iterationData,
      }),
      now: () => info.now(),
      random: () => info.random(),
      "variable.get": (scope, name) => variables.get(asScope(scope), `${name}`),
      "variable.has": (scope, name) => variables.has(asScope(scope), `${name}`),
      "variable.set": (scope, name, value, anyName) =>
        variables.set(asScope(scope), `${name}`, value, anyName === true),
      "variable.delete": (scope, name) =>
        variables.delete(asScope(scope), `${name}`),
      "variable.all": (scope) => variables.all(asScope(scope)),
      processEnv: (name) => context.processEnv(`${name}`),
      interpolate: (text) => context.interpolate(`${text}`),
      "request.get": () => ({
        method: request.method,
        url: request.url,
        headers: request.headers,
        timeout: request.timeout,
        maxRedirects: request.maxRedirects,
        bodyType: request.bodyType,
        isForm: request.isForm === true,
        authMode: request.authMode,
        pathParams: request.pathParams,
      }),
      "request.body": (parsed) => requestBody(request, parsed),
      "request.set": (field, value) => setField(context, field, value),
      "request.resolved": () => resolvedView(context.resolved()),
      response: () =>
        context.response === undefined
          ? undefined
          : responseView(context.response),
      "response.body": () =>
        bodyValue(
          fitting(responseOf(context), platform),
          request.rawResponse === true,
        ),
      "response.text": () =>
        parseBody(fitting(responseOf(context), platform)).text,
      "response.bytes": () =>
        fitting(responseOf(context), platform, { binary: true }).body,
      "response.setBody": (body) => context.setResponseBody(body),
      "flow.next": (name) =>
        flow.setNextRequest(name === null ? null : `${name}`),
      "flow.skip": () => flow.skipRequest(),
      "flow.stop": () => flow.stopExecution(),
      results: () => {
        const { tests, assertions } = context.results();
        return { tests: [...tests, ...recorder.tests()], assertions };
      },
      "cookies.get": (url) => cookies.get(`${url}`),
      "cookies.set": (url, cookie) => cookies.set(`${url}`, asCookie(cookie)),
      "cookies.delete": (url, name) => cookies.delete(`${url}`, `${name}`),
      "cookies.clear": () => cookies.clear(),
      readFile: (path) => context.readFile(`${path}`),
      ...texts,
      "crypto.random": (length) => randomBytes(info, Number(length)),
      "crypto.hash": (algorithm, bytes) => platform.hash(`${algorithm}`, bytes),
      "crypto.hmac": (algorithm, key, bytes) =>
        platform.hmac(`${algorithm}`, key, bytes),
      "crypto.keyInfo": (pem, type) =>
        platform.keyInfo(`${pem}`, type === "private" ? "private" : "public"),
      "crypto.sign": (algorithm, bytes, key, options) =>
        platform.sign(`${algorithm}`, bytes, `${key}`, options),
      "crypto.verify": (algorithm, bytes, key, options) =>
        platform.verify(`${algorithm}`, bytes, `${key}`, options),
      console: (level, text) => recorder.console(`${level}`, `${text}`),
      test: (index, name, error) => recorder.test({ index, name, error }),
      wake: (timer) => platform.wake(timer),
    },
    waits: {
      sleep: (time, timer) => platform.sleep(Number(time), timer),
      send: async (wanted) =>
        fullResponseView(
          fitting(await context.send(renderedRequest(wanted)), platform),
          wanted.raw === true,
        ),
      runRequest: async (path) => {
        const response = await context.runRequest(`${path}`);
        return response === undefined
          ? undefined
          : fullResponseView(fitting(response, platform), false);
      },
    },
  };
}

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

function responseOf(context: ScriptContext): Response {
  if (context.response === undefined) {
    throw new TypeError(
      "Cannot read the response: the request was not sent yet",
    );
  }
  return context.response;
}

function setField(
  { request }: ScriptContext,
  field: RequestField,
  value: unknown,
): void {
  switch (field) {
    case "method":
      request.method = `${value}`;
      return;
    case "url":
      request.url = `${value}`;
      return;
    case "headers":
      request.headers = pairs(value);
      return;
    case "body":
    case "form":
      request.body = value as Value | Uint8Array | undefined;
      if (field === "form") request.isForm = true;
      else delete request.isForm;
      return;
    case "timeout":
      request.timeout = Number(value);
      return;
    case "maxRedirects":
      request.maxRedirects = Number(value);
      return;
    case "rawResponse":
      request.rawResponse = value === true;
      return;
    case "onFail":
      request.onFail = `${value}`;
      return;
    default:
      field satisfies never;
  }
}

function pairs(value: unknown): [name: string, value: string][] {
  if (!Array.isArray(value)) return [];
  return value.map((pair) => [`${pair?.[0]}`, `${pair?.[1]}`]);
}

function responseView(response: Response): ResponseView {
  return {
    url: response.url,
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    responseTime: Math.round(response.timings.total),
    size: { header: response.size.headers, body: response.size.body },
  };
}

/**
 * The response, if scripts have the memory for its content: a text takes its
 * size twice, on its way in and as a value.
 *
 * @throws {ScriptError} They have not; nothing of it was parsed.
 */
function fitting(
  response: Response,
  { memory }: Platform,
  { binary = false } = {},
): Response {
  const { length } = response.body;
  if (2 * length <= memory) return response;
  if (length <= memory && (binary || isBinary(response))) return response;
  throw outOfMemory();
}

function outOfMemory(): ScriptError {
  return new ScriptError([{
    code: "SCRIPT_MEMORY",
    severity: "error",
    message: OUT_OF_MEMORY,
  }]);
}

function fullResponseView(response: Response, raw: boolean): FullResponseView {
  return { ...responseView(response), body: bodyValue(response, raw) };
}

function bodyValue(response: Response, raw: boolean): unknown {
  if (isBinary(response)) return response.body;
  const body = parseBody(response);
  if (raw) return body.text;
  if (body.tooLarge) throw outOfMemory();
  return body.value;
}

/** The body as written, or, where it is JSON without being rendered, its value. */
function requestBody(
  { body, bodyType }: RequestDraft,
  parsed: boolean,
): Value | Uint8Array | undefined {
  if (!parsed || typeof body !== "string" || bodyType !== "json") return body;
  try {
    return parseJson(body);
  } catch {
    return body;
  }
}

function resolvedView(request: RenderedRequest): ResolvedView {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: request.body === undefined ? undefined : renderedBody(request.body),
  };
}

function renderedRequest(wanted: SendRequest): RenderedRequest {
  const contentType = wanted.contentType === undefined
    ? {}
    : { contentType: `${wanted.contentType}` };
  const body = wanted.body;
  return {
    method: `${wanted.method}`,
    url: `${wanted.url}`,
    headers: pairs(wanted.headers),
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
      forwardAuthorizationHeader: false,
    },
  };
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
