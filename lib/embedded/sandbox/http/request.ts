import { withPathValues } from "./path_values.ts";
import type {
  Bridge,
  HeaderPair,
  RequestField,
  ScriptRequestView,
} from "../../../core/script/border/bridge.ts";
import {
  bodyCopy,
  bytesOf,
  encode,
  EncodeError,
} from "../../../core/script/border/encode.ts";
import {
  fieldText,
  headerObject,
  headerPairs,
  headerValue,
  namedPairs,
  withoutHeader,
} from "../../../core/script/headers.ts";
import { formFields, isSearchParams } from "../../../core/script/headers.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { jsonText } from "../../../core/scope/value/value_text.ts";
import { createHeaderList } from "./header_list.ts";

/** `req` and what must be done with it when the script has ended. */
export interface RequestApi {
  readonly req: Record<string, unknown>;
  /** Carries changes of the objects `req.headers` and `req.body` over to the request. */
  flush(): void;
  /** Forgets what was read of the last request. */
  reset(): void;
}

/** Makes `req`: the request as written, changed through its methods. */
export function createRequest(bridge: Bridge): RequestApi {
  const view = () => bridge.call("request.get");
  const set = (field: RequestField, value: unknown) =>
    bridge.call("request.set", field, value);
  const headers = sharedObject(
    () => headerObject(view().headers),
    (value) => set("headers", headerPairs(value)),
  );
  const body = sharedObject(
    () => bridge.call("request.body", true),
    // A form that was set stays one, however it is edited.
    (value) =>
      view().isForm
        ? set("form", formFields(value))
        : set("body", bodyValue(value)),
  );
  const setMessages = (value: unknown) => {
    bodyCopy("set the messages", value, { gaps: true, root: "messages" });
    set("messages", value);
  };
  const messages = sharedObject(
    () => bridge.call("request.messages"),
    setMessages,
  );
  const flush = () => {
    headers.flush();
    body.flush();
    messages.flush();
  };
  const currentHeaders = (): readonly HeaderPair[] => {
    headers.flush();
    return view().headers;
  };
  /** `omit` are names that are not to be sent at all, Brace's own headers included. */
  const writeHeaders = (
    pairs: readonly HeaderPair[],
    omit: readonly unknown[] = [],
  ) => {
    set("headers", pairs);
    const before = view().omitHeaders;
    if (before.length + omit.length > 0) {
      const written = new Set(pairs.map(([name]) => name.toLowerCase()));
      const all = new Set([
        ...before,
        ...omit.map((it) => `${it}`.toLowerCase()),
      ]);
      set("omitHeaders", [...all].filter((name) => !written.has(name)));
    }
    headers.forget();
  };
  const setHeaders = (value: unknown) => {
    if (typeof value !== "object" || value === null) {
      throw new TypeError("Cannot set the headers: give an object");
    }
    const omit = Object.entries(value).filter(([, inner]) => inner === null);
    writeHeaders(headerPairs(value), omit.map(([name]) => name));
  };
  const setHeader = (name: unknown, value: unknown) => {
    const before = currentHeaders();
    const others = withoutHeader(before, name);
    if (value === undefined || value === null) {
      // As in axios, which sends its own for undefined and none for null.
      writeHeaders(others, value === null ? [name] : []);
      return;
    }
    const wanted = `${name}`.toLowerCase();
    const at = before.findIndex(([key]) => key.toLowerCase() === wanted);
    const pairs = namedPairs(`${name}`, value);
    others.splice(at === -1 ? others.length : at, 0, ...pairs);
    writeHeaders(others);
  };
  const deleteHeader = (name: unknown) =>
    writeHeaders(withoutHeader(currentHeaders(), name), [name]);
  const setBody = (value: unknown) => {
    if (isSearchParams(value)) set("form", formFields(value));
    else set("body", bodyValue(value));
    body.forget();
  };
  const setUrl = (value: unknown) => set("url", urlText(value));
  const setMethod = (value: unknown) =>
    set("method", fieldText("the method", value));
  const setTimeout = (value: unknown) =>
    set("timeout", countOf("the timeout", value));
  const info = () => bridge.call("info");
  const url = () => view().url;
  const req: Record<string, unknown> = {
    getUrl: url,
    setUrl,
    getHost: () => parseUrl(url()).host,
    getPath: () => withPathValues(parseUrl(url()).path, view().pathParams),
    getQueryString: () => parseUrl(url()).query,
    getMethod: () => view().method,
    setMethod,
    getAuthMode: () => view().authMode,
    getHeader: (name: unknown) => headerValue(currentHeaders(), name),
    getHeaders: () => headers.get(),
    setHeader,
    setHeaders,
    deleteHeader,
    deleteHeaders: (names: unknown[]) => names.forEach(deleteHeader),
    getBody: (options?: { raw?: boolean }) => {
      if (options?.raw !== true) return body.get();
      body.flush();
      const raw = bridge.call("request.body", false);
      // What a script set as an object is sent as JSON.
      return view().bodyType === "json" && typeof raw === "object" &&
          bytesOf(raw) === undefined
        ? jsonText(raw as Value)
        : raw;
    },
    setBody,
    setMaxRedirects: (value: unknown) =>
      set("maxRedirects", countOf("the number of redirects", value)),
    getTimeout: () => view().timeout,
    setTimeout,
    getExecutionMode: () => "runner",
    getExecutionPlatform: () => "cli",
    disableParsingResponseJson: () => set("rawResponse", true),
    onFail: (run: unknown) => {
      if (typeof run !== "function") {
        throw new TypeError("Cannot set onFail: give a function");
      }
      set("onFail", `${run}`);
    },
    getName: () => info().requestName,
    getPathParams: () => pathParams(view()),
    getTags: () => info().tags,
    headerList: createHeaderList(
      currentHeaders,
      (pairs) => {
        const names = new Set(pairs.map(([name]) => name));
        const gone = currentHeaders().filter(([name]) => !names.has(name));
        writeHeaders(pairs, gone.map(([name]) => name));
      },
      {
        read: () => view().disabled.headers,
        write: (headers) => set("disabled", { headers }),
      },
    ),
  };
  property(req, "url", url, setUrl);
  property(req, "method", () => view().method, setMethod);
  property(req, "headers", headers.get, setHeaders);
  property(req, "body", body.get, setBody);
  property(req, "messages", messages.get, (value) => {
    if (!Array.isArray(value)) {
      throw new TypeError("Cannot set the messages: give a list");
    }
    setMessages(value);
    messages.forget();
  });
  property(req, "timeout", () => view().timeout, setTimeout);
  property(req, "name", () => info().requestName);
  property(req, "tags", () => info().tags);
  property(req, "pathParams", () => pathParams(view()));
  property(req, "authMode", () => view().authMode);
  property(req, "resolved", () => {
    flush();
    const resolved = bridge.call("request.resolved");
    return {
      ...resolved,
      headers: headerObject(resolved.headers),
      headerList: createHeaderList(() => resolved.headers),
      getHeader: (name: unknown) => headerValue(resolved.headers, name),
    };
  });
  const reset = () => {
    headers.forget();
    body.forget();
    messages.forget();
  };
  return { req, flush, reset };
}

/** Path parameters: a list that also gives an object or one value. */
function pathParams({ pathParams: list }: ScriptRequestView): unknown {
  return Object.defineProperties([...list], {
    toObject: {
      value: () =>
        Object.fromEntries(list.map(({ name, value }) => [name, value])),
    },
    get: {
      value: (wanted: unknown) =>
        list.find(({ name }) => name === wanted)?.value,
    },
    has: {
      value: (wanted: unknown) => list.some(({ name }) => name === wanted),
    },
  });
}

/** Defines a property that asks Brace each time. */
export function property(
  target: object,
  name: string,
  get: () => unknown,
  set?: (value: unknown) => void,
): void {
  Object.defineProperty(target, name, {
    get,
    ...set === undefined ? {} : { set },
    enumerable: true,
    configurable: true,
  });
}

/** An object that scripts change in place: read once, written back if it changed. */
function sharedObject(read: () => unknown, write: (value: unknown) => void) {
  let held: { value: unknown; text: string } | undefined;
  const forget = () => {
    held = undefined;
  };
  return {
    forget,
    get: () => {
      if (held === undefined) {
        const value = read();
        held = { value, text: encode(value) };
      }
      return held.value;
    },
    flush: () => {
      if (held === undefined) return;
      const { value, text } = held;
      if (typeof value !== "object" || value === null) return;
      if (isEncodedAs(value, text)) return;
      write(value);
      forget();
    },
  };
}

/** Whether a value is still what it was; one that cannot be encoded is not, and writing it says why. */
function isEncodedAs(value: unknown, text: string): boolean {
  try {
    return encode(value) === text;
  } catch (error) {
    if (error instanceof EncodeError) return false;
    throw error;
  }
}

function bodyValue(value: unknown): unknown {
  if (value === undefined) return value;
  const bytes = bytesOf(value);
  if (bytes !== undefined) return bytes;
  return bodyCopy("set the body", value);
}

/** A URL's text; `new URL(…)` has one too. */
function urlText(value: unknown): string {
  const isUrl = typeof value === "object" && value !== null && "href" in value;
  return fieldText("the URL", isUrl ? `${value}` : value);
}

/** A number from 0 on, or its text. */
function countOf(what: string, value: unknown): number {
  const count = typeof value === "string" && value.trim() !== ""
    ? Number(value)
    : value;
  if (typeof count === "number" && Number.isFinite(count) && count >= 0) {
    return count;
  }
  throw new TypeError(`Cannot set ${what}: give a number from 0 on`);
}

/** Parts of a URL that may still hold placeholders, as text. */
function parseUrl(
  url: string,
): { host: string; path: string; query: string } {
  const [, authority = "", path = "", query = ""] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url) ??
      [];
  return {
    host: authority.slice(authority.lastIndexOf("@") + 1),
    path: path === "" ? "/" : path,
    query,
  };
}
