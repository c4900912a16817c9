import type { Bridge, HeaderPair } from "../../../core/script/border/bridge.ts";
import type { DisabledRow } from "../../../core/script/border/types.ts";
import { postmanAuth } from "../../../core/collection/v3/postman_auth.ts";
import {
  fieldText,
  headerPairs,
  headerValue,
} from "../../../core/script/headers.ts";
import { createLiveHeaders, headerItem } from "../http/header_list.ts";
import { disabledRows, switchedOn } from "../http/property_list.ts";
import { property } from "../http/request.ts";
import { createPostmanBody, modeOf } from "./body.ts";
import { headerItems } from "./send.ts";
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
  const setDisabledHeaders = (headers: readonly DisabledRow[]) =>
    bridge.call("request.set", "disabled", { headers });
  /** Has the request sent as Postman sends one that a script changed. */
  const markPostmans = () => {
    const how = view().postman ?? { mode: modeOf(bridge) };
    bridge.call("request.set", "postman", how);
  };
  const { url, flush: flushUrl } = createPostmanUrl({
    read: () => view().url,
    write: (text) => bridge.call("request.set", "url", text),
    disabled: () => view().disabled.query,
    setDisabled: (query) => bridge.call("request.set", "disabled", { query }),
    pathParams: () => view().pathParams,
    setPathParams: (params) => bridge.call("request.set", "pathParams", params),
  });
  const { list: headers, flush: flushHeaders } = createLiveHeaders(
    shown,
    setHeaders,
    {
      read: () => view().disabled.headers,
      write: setDisabledHeaders,
    },
  );
  const { body, flush: flushBody } = createPostmanBody(bridge);
  const request: Record<string, unknown> = {
    addHeader: headers.add,
    upsertHeader: headers.upsert,
    removeHeader: headers.remove,
    forEachHeader: headers.each,
    getHeaders: (options?: {
      readonly enabled?: boolean;
      readonly ignoreCase?: boolean;
    }) =>
      (headers.toObject as (...how: unknown[]) => unknown)(
        options?.enabled,
        !options?.ignoreCase,
      ),
    addQueryParams: url.addQueryParams,
    removeQueryParams: url.removeQueryParams,
    update: (wanted: unknown) => {
      const changes = typeof wanted === "string" ? { url: wanted } : wanted;
      const { url, method, header, body, auth } = Object(changes);
      if (url !== undefined) request.url = url;
      if (method !== undefined) request.method = method;
      if (header !== undefined) request.headers = headerItems(header);
      if (body !== undefined) request.body = body;
      if (auth !== undefined) request.auth = auth;
    },
    authorizeUsing: (wanted: unknown, fields?: unknown) => {
      request.auth = typeof wanted === "string"
        ? { type: wanted, [wanted]: fields }
        : wanted;
    },
    toJSON: () => ({
      url: (url.toJSON as () => string)(),
      method: view().method,
      header: (headers.all as () => unknown)(),
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
    const items = typeof all.all === "function" ? all.all() : value;
    if (!Array.isArray(items)) {
      setHeaders(headerPairs(items));
      setDisabledHeaders([]);
      return;
    }
    setHeaders(headerPairs(switchedOn(items)));
    setDisabledHeaders(disabledRows(items, headerItem));
  });
  property(
    request,
    "body",
    () => hasBody(bridge) ? body : undefined,
    body.update as (value: unknown) => void,
  );
  let given: unknown;
  property(request, "auth", () => {
    const { authMode, isWithoutAuth } = view();
    if (given !== undefined || authMode !== "none") {
      return given ?? { type: authMode };
    }
    // What inherits nothing has no auth at all in Postman.
    return isWithoutAuth ? { type: "noauth", noauth: [] } : undefined;
  }, (wanted) => {
    setAuth(bridge, wanted);
    given = wanted;
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
    const { bodyType, postman } = view();
    // As in Postman, which sends none that is empty.
    if (bodyType !== "none" && postman === undefined) {
      if ((body.isEmpty as () => boolean)()) markPostmans();
    }
  };
  return { request, flush };
}

/** Sets the auth that Postman's `{ type, [type]: fields }` says; nothing is none. */
function setAuth(bridge: Bridge, wanted: unknown): void {
  const { auth = "none", notes } = postmanAuth(wanted);
  const { type, ...fields } = typeof auth === "object"
    ? auth
    // A type that Brace does not know is refused by its own name.
    : { type: notes === undefined ? auth : Object(wanted).type };
  bridge.call("request.set", "auth", { type, fields: Object.entries(fields) });
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
