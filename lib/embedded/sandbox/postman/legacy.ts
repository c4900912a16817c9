import type { Bridge } from "../../../core/script/border/bridge.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { putMember } from "../../../core/script/border/encode.ts";
import { headerObject } from "../../../core/script/headers.ts";
import { createCookies } from "../http/cookies.ts";
import { sameCookie } from "./cookies.ts";
import { formItems } from "./body.ts";
import type { PostmanResponse } from "./response.ts";

/** What makes a global when a script reads it first. */
export type Makers = Readonly<Record<string, () => unknown>>;

interface LegacyParts {
  readonly bridge: Bridge;
  readonly environment: Record<string, unknown>;
  readonly globals: Record<string, unknown>;
  /** Absent before the response. */
  readonly response: PostmanResponse | undefined;
  readonly request: Record<string, unknown>;
}

type Call = (...args: unknown[]) => unknown;

/** Makes what scripts of Postman's first years use: `tests`, `responseBody`, `postman` and the like. */
export function createLegacy(
  { bridge, environment, globals, response, request }: LegacyParts,
): Makers {
  const variables = {
    environment: legacyVariables(environment),
    globals: legacyVariables(globals),
  };
  const info = () => bridge.call("info");
  const next = (name: unknown) =>
    bridge.call("flow.next", name === null ? null : `${name}`);
  const cookies = createCookies(bridge, { same: sameCookie });
  return {
    tests: () => ({}),
    environment: variables.environment.object,
    globals: variables.globals.object,
    data: () => {
      const row = info().iterationData;
      return typeof row === "object" && row !== null ? row : {};
    },
    iteration: () => info().iterationIndex,
    request: () => legacyRequest(bridge, request),
    responseBody: () => response?.text(),
    responseTime: () => response?.responseTime,
    responseCode: () => (response?.details as Call | undefined)?.(),
    responseHeaders: () =>
      response && headerObject(bridge.call("response")?.headers ?? []),
    responseCookies: () => response && (cookies.all as Call)(),
    postman: () => ({
      setEnvironmentVariable: variables.environment.set,
      getEnvironmentVariable: environment.get,
      clearEnvironmentVariable: variables.environment.unset,
      clearEnvironmentVariables: variables.environment.clear,
      setGlobalVariable: variables.globals.set,
      getGlobalVariable: globals.get,
      clearGlobalVariable: variables.globals.unset,
      clearGlobalVariables: variables.globals.clear,
      setNextRequest: next,
      getResponseHeader: response?.headers.get,
      getResponseCookie: (name: unknown) => (cookies.one as Call)(name),
    }),
  };
}

/** Variables as an object, which `postman.set…` changes, too. */
function legacyVariables(own: Record<string, unknown>) {
  let seen: Record<string, Value> | undefined;
  const forget = (name: string) => {
    if (seen !== undefined) delete seen[name];
  };
  return {
    object: () => seen ??= (own.toObject as () => Record<string, Value>)(),
    set: (name: unknown, value: unknown) => {
      // Zero, an empty text and null stay what they are, as there.
      const kept = value === false || value && !isPlain(value)
        ? `${value}`
        : value;
      (own.set as Call)(name, kept);
      if (kept === undefined) forget(`${name}`);
      else if (seen !== undefined) putMember(seen, `${name}`, kept);
    },
    unset: (name: unknown) => {
      (own.unset as Call)(name);
      forget(`${name}`);
    },
    clear: () => {
      (own.clear as Call)();
      for (const name of Object.keys(seen ?? {})) forget(name);
    },
  };
}

/** Whether a value's text would be `[object Object]`, which nobody wants. */
function isPlain(value: unknown): boolean {
  return typeof value === "object" && `${value}` === "[object Object]";
}

function legacyRequest(
  bridge: Bridge,
  request: Record<string, unknown>,
): Record<string, unknown> {
  const { toObject } = request.headers as Record<string, Call>;
  return {
    id: request.id,
    name: request.name,
    method: bridge.call("request.get").method,
    url: `${request.url}`,
    headers: toObject(true),
    data: legacyData(request.body as Record<string, unknown> | undefined),
  };
}

/** A body's text, or the fields of a form; several of one name are a list. */
function legacyData(body: Record<string, unknown> | undefined): unknown {
  const form = body?.urlencoded ?? body?.formdata;
  if (form === undefined) return body?.raw ?? {};
  const data: Record<string, unknown> = {};
  for (const { key, value } of formItems((form as { all: Call }).all())) {
    const known = Object.hasOwn(data, key) ? data[key] : undefined;
    putMember(data, key, known === undefined ? value : [known, value].flat());
  }
  return data;
}
