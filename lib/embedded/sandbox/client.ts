import type {
  Bridge,
  FullResponseView,
} from "../../core/script/border/bridge.ts";
import { createCookies } from "./http/cookies.ts";
import { requireValue } from "../../core/script/border/encode.ts";
import type { ScopeName } from "../../core/scope/names.ts";
import type { Value } from "../../core/scope/value/value.ts";
import { headerValues } from "../../core/http/header_of.ts";
import { responseHeader } from "../../core/script/headers.ts";
import { foreignKeys } from "../../core/script/foreign_keys.ts";
import { sendByScript, type SendConfig } from "./http/send.ts";

/** The suffix of a scope's methods: `getVar`, `getEnvVar`, … */
const SCOPE_METHODS: readonly (readonly [suffix: string, scope: ScopeName])[] =
  [
    ["Var", "runtime"],
    ["EnvVar", "environment"],
    ["GlobalEnvVar", "global"],
    ["CollectionVar", "collection"],
    ["FolderVar", "folder"],
    ["RequestVar", "request"],
  ];

/** Makes `client`, with `bru` as its second name. */
export function createScriptClient(
  bridge: Bridge,
  { safeMode, watch }: ApiOptions,
): Record<string, unknown> {
  const client: Record<string, unknown> = {};
  const sendRequest = createSendRequest(bridge);
  for (const [suffix, scope] of SCOPE_METHODS) {
    Object.assign(client, scopeMethods(bridge, suffix, scope));
  }
  return Object.assign(client, {
    getProcessEnv: (name: string) => bridge.call("processEnv", text(name)),
    getSecretVar: (name: string) => secretVar(bridge, text(name)),
    interpolate: (value: unknown) => interpolate(bridge, value),
    getEnvName: () => bridge.call("info").environmentName,
    getCollectionName: () => bridge.call("info").collectionName,
    cwd: () => bridge.call("info").cwd,
    isSafeMode: () => safeMode,
    sleep: (time: number) => {
      if (Number(time) !== Infinity) return bridge.wait("sleep", Number(time));
      throw new RangeError("Cannot sleep Infinity ms: it would never end");
    },
    getTestResults: () =>
      Promise.resolve(withSummary(bridge.call("results").tests)),
    getAssertionResults: () =>
      Promise.resolve(withSummary(bridge.call("results").assertions)),
    setNextRequest: (name: string | null) =>
      bridge.call("flow.next", name === null ? null : text(name)),
    runRequest: (path: string) => watch(runRequest(bridge, text(path))),
    sendRequest: (...args: Parameters<typeof sendRequest>) =>
      watch(sendRequest(...args)),
    disableParsingResponseJson: () =>
      bridge.call("request.set", "rawResponse", true),
    /** Bruno's app draws a picture; there is none here. */
    visualize: () => undefined,
    runner: createRunner(bridge),
    cookies: createCookies(bridge),
  });
}

async function runRequest(bridge: Bridge, path: string): Promise<unknown> {
  const response = await bridge.wait("runRequest", path);
  return response === undefined ? undefined : createResponse(response);
}

function scopeMethods(
  bridge: Bridge,
  suffix: string,
  scope: ScopeName,
): Record<string, unknown> {
  const get = (name: string) => bridge.call("variable.get", scope, text(name));
  const set = (name: string, value: unknown) => {
    const variable = text(name);
    requireValue(`set the variable "${variable}"`, variable, value);
    bridge.call("variable.set", scope, variable, value as Value);
  };
  const all = () => bridge.call("variable.all", scope);
  return {
    [`get${suffix}`]: get,
    [`set${suffix}`]: set,
    [`has${suffix}`]: (name: string) =>
      bridge.call("variable.has", scope, text(name), true),
    [`delete${suffix}`]: (name: string) =>
      bridge.call("variable.delete", scope, text(name)),
    [`getAll${suffix}s`]: all,
    [`deleteAll${suffix}s`]: () => {
      for (const name of Object.keys(all())) {
        bridge.call("variable.delete", scope, name);
      }
    },
  };
}

/** A list of results that also offers `results` and `summary`. */
function withSummary(results: readonly unknown[]): readonly unknown[] {
  const count = (...words: unknown[]) =>
    results.filter((result) =>
      words.includes((result as { status?: unknown }).status)
    ).length;
  return Object.defineProperties([...results], {
    results: { value: results },
    summary: {
      value: {
        total: results.length,
        passed: count("passed", "pass"),
        failed: count("failed", "fail"),
        skipped: count("skipped"),
      },
    },
  });
}

function createRunner(bridge: Bridge): Record<string, unknown> {
  return {
    skipRequest: () => bridge.call("flow.skip"),
    stopExecution: () => bridge.call("flow.stop"),
    setNextRequest: (name: string | null) =>
      bridge.call("flow.next", name === null ? null : text(name)),
    get iterationIndex() {
      return bridge.call("info").iterationIndex;
    },
    get totalIterations() {
      return bridge.call("info").totalIterations;
    },
    get iterationData() {
      return dataRow(bridge.call("info").iterationData);
    },
  };
}

/** A data row with the methods that collections call on it. */
export function dataRow(row: Value): unknown {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  const data = row as Record<string, Value>;
  return Object.defineProperties(data, {
    get: { value: (name: string) => data[name] },
    has: { value: (name: string) => Object.hasOwn(data, name) },
    toObject: { value: () => ({ ...data }) },
  });
}

function interpolate(bridge: Bridge, value: unknown): unknown {
  if (typeof value === "string") return bridge.call("interpolate", value);
  if (Array.isArray(value)) return value.map((v) => interpolate(bridge, v));
  if (
    typeof value !== "object" || value === null || value instanceof Date
  ) return value;
  return Object.fromEntries(
    Object.entries(value).map((
      [key, v],
    ) => [bridge.call("interpolate", key), interpolate(bridge, v)]),
  );
}

function text(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(
    `Cannot use ${
      value === null ? "null" : `a value of type ${typeof value}`
    } as a name: a name is a string`,
  );
}

/** Scripts may replace the global one. */
const NativeError = Error;

/** A response in the words of axios and of `res`. */
type SentResponse = Record<string, unknown>;

/** Makes a response to a script's own request. */
function createResponse(view: FullResponseView): SentResponse {
  const { body, headers, status, statusText, url, responseTime, size } = view;
  const object = headerValues(headers);
  return {
    status,
    statusText,
    headers: object,
    data: body,
    body,
    url,
    responseTime,
    duration: responseTime,
    // Collections compare it with a number.
    size: size.body,
    getStatus: () => status,
    getHeader: (name: unknown) => responseHeader(object, name),
    getHeaders: () => object,
    getBody: () => body,
  };
}

type Callback = (error: unknown, response: unknown) => unknown;

/**
 * Makes `client.sendRequest(config, callback?)`. As with axios a status from
 * 400 on is an error, with the response as its `response`, unless
 * `validateStatus` accepts it.
 */
function createSendRequest(
  bridge: Bridge,
): (
  config: SendConfig | string,
  callback?: Callback,
) => Promise<unknown> {
  const request = async (
    config: SendConfig | string,
  ): Promise<SentResponse> => {
    // After the response no script is on the stack.
    const { stack } = new NativeError();
    const wanted = typeof config === "string" ? { url: config } : config;
    const response = createResponse(
      await sendByScript(bridge, wanted, {
        foreign: foreignKeys({ ...wanted }),
      }),
    );
    if (isAccepted(wanted, Number(response.status))) return response;
    throw Object.assign(
      new Error(`Request failed with status code ${response.status}`),
      {
        request: { method: `${wanted.method ?? "GET"}`, url: response.url },
        response,
        status: response.status,
        stack,
      },
    );
  };
  return async (config, callback) => {
    if (typeof callback !== "function") return await request(config);
    let response: SentResponse;
    try {
      response = await request(config);
    } catch (error) {
      return await callback(error, null);
    }
    return await callback(null, response);
  };
}

function isAccepted({ validateStatus }: SendConfig, status: number): boolean {
  if (validateStatus === null) return true;
  return typeof validateStatus === "function"
    ? Boolean(validateStatus(status))
    : status < 400;
}

/** A secret of the environment; `name.key` is a member of one that is a mapping. */
function secretVar(bridge: Bridge, name: string): unknown {
  const get = (one: string) => bridge.call("variable.get", "environment", one);
  const whole = get(name);
  const dot = name.indexOf(".");
  if (dot < 0 || whole !== undefined && whole !== null) return whole;
  const key = name.slice(dot + 1);
  const secret = get(name.slice(0, dot));
  return typeof secret === "object" && secret !== null &&
      Object.hasOwn(secret, key)
    ? (secret as Record<string, unknown>)[key]
    : undefined;
}

/** How the script's side is made. */
export interface ApiOptions {
  /** Whether scripts run in the sandbox. */
  readonly safeMode: boolean;
  /** Watches a promise that a script may drop; gives it back. */
  watch<T>(promise: T): T;
  /** Loads one of Brace's bundles. */
  load(name: string): unknown;
}
