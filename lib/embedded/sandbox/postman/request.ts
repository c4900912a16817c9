import type { Bridge, HeaderPair } from "../../../core/script/border/bridge.ts";
import {
  fieldText,
  headerObject,
  headerPairs,
  headerValue,
} from "../../../core/script/headers.ts";
import { createLiveHeaders } from "../http/header_list.ts";
import { property } from "../http/request.ts";
import { createPostmanBody, modeOf } from "./body.ts";
import { createMessages } from "./streams.ts";
import { createPostmanUrl, urlText } from "./url.ts";

/** `pm.request`, and what carries its lists over when a script has ended. */
interface PostmanRequest {
  readonly request: Record<string, unknown>;
  flush(): void;
}

/** Makes `pm.request`: as written, and changed in place, before it is sent; then as it was sent. */
export function createPostmanRequest(bridge: Bridge): PostmanRequest {
  const view = () => bridge.call("request.get");
  const hidden = () => {
    const { headers, impliedHeaders } = view();
    return headers.filter((pair) => isAmong(pair, impliedHeaders));
  };
  // As in Postman, which adds the body's type only when it sends.
  const shown = () => {
    const { headers, impliedHeaders } = view();
    return headers.filter((pair) => !isAmong(pair, impliedHeaders));
  };
  const setHeaders = (pairs: readonly HeaderPair[]) => {
    const implied = headerValue(pairs, "content-type") === undefined
      ? hidden()
      : [];
    bridge.call("request.set", "headers", [...pairs, ...implied]);
    markPostmans();
  };
  /** Has the request sent as Postman sends one that a script changed. */
  const markPostmans = () => {
    const how = view().postman ?? { mode: modeOf(bridge) };
    bridge.call("request.set", "postman", how);
  };
  const { url, flush: flushUrl } = createPostmanUrl({
    read: () => view().url,
    write: (text) => bridge.call("request.set", "url", text),
    pathParams: () => view().pathParams,
    setPathParams: (params) => bridge.call("request.set", "pathParams", params),
  });
  const { list: headers, flush: flushHeaders } = createLiveHeaders(
    shown,
    setHeaders,
  );
  const { body, flush: flushBody } = createPostmanBody(bridge);
  const currentHeaders = () => {
    flushHeaders();
    return shown();
  };
  const request: Record<string, unknown> = {
    addHeader: headers.add,
    upsertHeader: headers.upsert,
    removeHeader: headers.remove,
    forEachHeader: headers.each,
    getHeaders: () => headerObject(currentHeaders()),
    addQueryParams: url.addQueryParams,
    removeQueryParams: url.removeQueryParams,
    toJSON: () => ({
      url: (url.toJSON as () => string)(),
      method: view().method,
      header: currentHeaders().map(([key, value]) => ({ key, value })),
      ...hasBody(bridge) ? { body } : {},
    }),
  };
  property(request, "url", () => url, (value) => {
    (url.update as (value: unknown) => void)(urlText(value));
  });
  property(
    request,
    "method",
    () => view().method,
    (value) => {
      bridge.call("request.set", "method", fieldText("the method", value));
      markPostmans();
    },
  );
  property(request, "headers", () => headers, (value) => {
    const all = Object(value) as { all?: () => unknown };
    flushHeaders();
    setHeaders(headerPairs(typeof all.all === "function" ? all.all() : value));
  });
  property(
    request,
    "body",
    () => hasBody(bridge) ? body : undefined,
    body.update as (value: unknown) => void,
  );
  property(request, "auth", () => {
    const { authMode } = view();
    return authMode === "none" ? undefined : { type: authMode };
  }, () => {
    throw new TypeError(
      'Cannot set pm.request.auth: set the header, pm.request.headers.upsert({ key: "Authorization", value })',
    );
  });
  property(request, "metadata", () => headers);
  property(
    request,
    "messages",
    () => createMessages(() => bridge.call("request.messages") ?? []),
  );
  property(request, "name", () => bridge.call("info").requestName);
  property(request, "id", () => bridge.call("info").requestPath);
  const flush = () => {
    flushUrl();
    flushHeaders();
    flushBody();
  };
  return { request, flush };
}

function isAmong(
  [name, value]: HeaderPair,
  pairs: readonly HeaderPair[],
): boolean {
  return pairs.some((it) => it[0] === name && it[1] === value);
}

function hasBody(bridge: Bridge): boolean {
  return bridge.call("request.get").bodyType !== "none" ||
    bridge.call("request.body", false) !== undefined;
}
