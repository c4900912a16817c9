import type { ScopeName } from "../../lib/core/scope/names.ts";
import type { AssertionResult } from "../../lib/core/assertion/types.ts";
import type { Value } from "../../lib/core/scope/value/value.ts";
import type { RenderedRequest } from "../../lib/core/http/rendered_request.ts";
import type { Response } from "../../lib/core/http/response.ts";
import type {
  Cookie,
  RequestDraft,
  ScriptContext,
} from "../../lib/core/script/border/types.ts";

/** A context that keeps everything in plain objects, to look at afterwards. */
export interface FakeContext extends ScriptContext {
  readonly scopes: Record<ScopeName, Record<string, Value>>;
  readonly request: RequestDraft;
  readonly done: unknown[];
  readonly sent: RenderedRequest[];
}

/** Makes a context; every part can be given. */
export function fakeContext(parts: {
  readonly response?: Response;
  readonly request?: Partial<RequestDraft>;
  readonly scopes?: Partial<Record<ScopeName, Record<string, Value>>>;
  readonly files?: Record<string, string>;
  readonly received?: Response;
  readonly requestPath?: string;
  readonly assertions?: readonly AssertionResult[];
} = {}): FakeContext {
  const scopes: Record<ScopeName, Record<string, Value>> = {
    runtime: {},
    data: {},
    request: {},
    folder: {},
    environment: {},
    collection: {},
    global: {},
    ...parts.scopes,
  };
  const done: unknown[] = [];
  const sent: RenderedRequest[] = [];
  const jar: Cookie[] = [];
  const request: RequestDraft = {
    method: "GET",
    url: "{{baseUrl}}/users/:id?page=1",
    headers: [["Accept", "application/json"], ["X-Id", "{{id}}"]],
    disabled: { headers: [], query: [], fields: [] },
    omitHeaders: [],
    body: undefined,
    timeout: undefined,
    maxRedirects: undefined,
    bodyType: "none",
    authMode: "none",
    pathParams: [{ name: "id", value: "7" }],
    ...parts.request,
  };
  const rendered = (): RenderedRequest => ({
    method: request.method,
    url: request.url.replaceAll(
      "{{baseUrl}}",
      String(scopes.runtime.baseUrl ?? "http://host"),
    ),
    headers: request.headers,
    authHeaders: [],
    settings: { followRedirects: true },
  });
  return {
    scopes,
    request,
    done,
    sent,
    info: {
      collectionName: "Shop",
      environmentName: "local",
      cwd: "/collections/shop",
      requestName: "List users",
      requestPath: parts.requestPath ?? "users/list.yml",
      tags: ["smoke", "users"],
      iterationIndex: 1,
      totalIterations: 3,
      iterationData: { user: "ada", nested: { n: 1 } },
      now: () => 1_700_000_000_000,
      random: () => 0.25,
    },
    variables: {
      get: (scope, name) =>
        Object.hasOwn(scopes[scope], name) ? scopes[scope][name] : undefined,
      has: (scope, name) => Object.hasOwn(scopes[scope], name),
      set: (scope, name, value, anyName) => {
        if (!anyName && !/^[\p{L}_][\p{L}\d_-]*$/u.test(name)) {
          throw new TypeError(`Cannot set "${name}": it is not a name`);
        }
        scopes[scope][name] = value;
      },
      delete: (scope, name) => {
        delete scopes[scope][name];
      },
      all: (scope) => ({ ...scopes[scope] }),
    },
    resolved: rendered,
    ...parts.response === undefined ? {} : { response: parts.response },
    setResponseBody: (body) => {
      done.push(["setResponseBody", body]);
    },
    interpolate: (text) =>
      text.replace(
        /\{\{(\w+)\}\}/g,
        (_, name) => String(scopes.runtime[name]),
      ),
    flow: {
      setNextRequest: (name) => done.push(["setNextRequest", name]),
      skipRequest: () => done.push(["skipRequest"]),
      stopExecution: () => done.push(["stopExecution"]),
    },
    cookies: {
      get: (url) => {
        const host = new URL(url).hostname;
        return jar.filter((c) => c.domain === undefined || c.domain === host);
      },
      set: (url, cookie) => {
        const at = jar.findIndex((c) => c.name === cookie.name);
        const stored = { domain: new URL(url).hostname, ...cookie };
        jar.splice(at === -1 ? jar.length : at, at === -1 ? 0 : 1, stored);
      },
      delete: (_url, name) => {
        const at = jar.findIndex((c) => c.name === name);
        if (at !== -1) jar.splice(at, 1);
      },
      clear: () => {
        jar.length = 0;
      },
    },
    send: (wanted) => {
      sent.push(wanted);
      return Promise.resolve(parts.received ?? fakeResponse());
    },
    runRequest: (path) => {
      done.push(["runRequest", path]);
      return Promise.resolve(parts.received ?? fakeResponse());
    },
    readFile: (path) => {
      const text = parts.files?.[path];
      if (text === undefined) throw new Error(`No file "${path}"`);
      return text;
    },
    findFile: (path) => parts.files?.[path] === undefined ? undefined : path,
    processEnv: (name) => name === "BRACE_TOKEN" ? "secret" : undefined,
    results: () => ({
      tests: [{ name: "earlier", status: "passed" }],
      assertions: parts.assertions ?? [],
    }),
  };
}

/** A response; JSON by default. */
export function fakeResponse(parts: {
  readonly body?: string | Uint8Array;
  readonly headers?: readonly (readonly [string, string])[];
  readonly status?: number;
} = {}): Response {
  const body = parts.body ?? '{"items":[{"id":1,"name":"a"},{"id":2}]}';
  return {
    url: "http://host/users",
    status: parts.status ?? 200,
    statusText: "OK",
    headers: parts.headers ?? [["Content-Type", "application/json"]],
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    truncated: false,
    httpVersion: "1.1",
    timings: { total: 12.5 },
    size: { headers: 100, body: 40 },
    hops: [],
    sentHeaders: [],
  };
}
