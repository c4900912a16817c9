import type { Bridge, HeaderPair } from "../../../core/script/border/bridge.ts";
import { createHeaderList } from "../http/header_list.ts";
import {
  fieldText,
  headerObject,
  headerPairs,
} from "../../../core/script/headers.ts";
import { property } from "../http/request.ts";
import { createPostmanBody, setPostmanBody } from "./body.ts";
import { createPostmanUrl, urlText } from "./url.ts";

/** `pm.request`, and what carries its lists over when a script has ended. */
export interface PostmanRequest {
  readonly request: Record<string, unknown>;
  flush(): void;
}

/** Makes `pm.request`: as written, and changed in place, before it is sent; then as it was sent. */
export function createPostmanRequest(bridge: Bridge): PostmanRequest {
  const view = () => bridge.call("request.get");
  const setHeaders = (pairs: readonly HeaderPair[]) =>
    bridge.call("request.set", "headers", pairs);
  const { url, flush } = createPostmanUrl({
    read: () => view().url,
    write: (text) => bridge.call("request.set", "url", text),
    pathParams: () => view().pathParams,
  });
  const headers = createHeaderList(() => view().headers, setHeaders);
  const body = createPostmanBody(bridge);
  const request: Record<string, unknown> = {
    addHeader: headers.add,
    upsertHeader: headers.upsert,
    removeHeader: headers.remove,
    forEachHeader: headers.each,
    getHeaders: () => headerObject(view().headers),
    addQueryParams: url.addQueryParams,
    removeQueryParams: url.removeQueryParams,
    toJSON: () => ({
      url: `${url}`,
      method: view().method,
      header: view().headers.map(([key, value]) => ({ key, value })),
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
    (value) =>
      bridge.call("request.set", "method", fieldText("the method", value)),
  );
  property(request, "headers", () => headers, (value) => {
    const all = Object(value) as { all?: () => unknown };
    setHeaders(headerPairs(typeof all.all === "function" ? all.all() : value));
  });
  property(
    request,
    "body",
    () => hasBody(bridge) ? body : undefined,
    (value) => setPostmanBody(bridge, value),
  );
  property(request, "auth", () => {
    const { authMode } = view();
    return authMode === "none" ? undefined : { type: authMode };
  }, () => {
    throw new TypeError(
      'Cannot set pm.request.auth: set the header, pm.request.headers.upsert({ key: "Authorization", value })',
    );
  });
  property(request, "name", () => bridge.call("info").requestName);
  property(request, "id", () => bridge.call("info").requestPath);
  return { request, flush };
}

function hasBody(bridge: Bridge): boolean {
  return bridge.call("request.get").bodyType !== "none" ||
    bridge.call("request.body", false) !== undefined;
}
