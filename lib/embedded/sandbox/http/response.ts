import type {
  Bridge,
  ResponseView,
} from "../../../core/script/border/bridge.ts";
import { bodyCopy } from "../../../core/script/border/encode.ts";
import { headerValues } from "../../../core/http/header_values.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { createHeaderList } from "./header_list.ts";
import { responseHeader } from "../../../core/script/headers.ts";
import { property } from "./request.ts";
import { query } from "./query.ts";

/** `res` and how it is made ready for the next script. */
export interface ResponseApi {
  readonly res: unknown;
  /** Forgets what was read of the last response. */
  reset(): void;
}

/** Makes `res`: a function that queries the body and has the response's parts. */
export function createResponse(bridge: Bridge): ResponseApi {
  const view = held((): ResponseView => {
    const found = bridge.call("response");
    if (found === undefined) throw new TypeError("There is no response yet");
    return found;
  });
  const body = held((): unknown => bridge.call("response.body"));
  const headers = held(() => headerValues(view.get().headers));
  const size = () => {
    const { header, body } = view.get().size;
    return { header, headers: header, body, total: header + body };
  };
  const setBody = (value: unknown) => {
    // JSON has no undefined: a list has null there, and no body has none at all.
    const copy = value === undefined
      ? value
      : bodyCopy("set the response's body", value, { gaps: true }) as Value;
    bridge.call("response.setBody", copy);
    body.forget();
  };
  const res = (path: unknown, ...filters: unknown[]) =>
    query(body.get(), `${path}`, filters);
  Object.assign(res, {
    headerList: createHeaderList(() => Object.entries(headers.get())),
    getStatus: () => view.get().status,
    getStatusText: () => view.get().statusText,
    getHeader: (name: unknown) => responseHeader(headers.get(), name),
    getHeaders: headers.get,
    getBody: body.get,
    setBody,
    getResponseTime: () => view.get().responseTime,
    getUrl: () => view.get().url,
    getSize: size,
    getDataBuffer: () => dataBuffer(bridge.call("response.bytes")),
    getText: () => bridge.call("response.text"),
  });
  property(res, "status", () => view.get().status);
  property(res, "statusText", () => view.get().statusText);
  property(res, "responseTime", () => view.get().responseTime);
  property(res, "url", () => view.get().url);
  property(res, "size", size);
  property(res, "headers", headers.get);
  property(res, "body", body.get, setBody);
  property(res, "text", () => bridge.call("response.text"));
  const reset = () => {
    view.forget();
    body.forget();
    headers.forget();
  };
  return { res, reset };
}

/** Bytes as node's Buffer, which a script that asks for them has. */
function dataBuffer(bytes: Uint8Array): Uint8Array {
  const { Buffer } = globalThis as {
    Buffer?: { from(buffer: ArrayBufferLike): Uint8Array };
  };
  return Buffer?.from(bytes.buffer) ?? bytes;
}

/** A value that is read once. */
function held<T>(read: () => T) {
  let holder: { value: T } | undefined;
  return {
    get: (): T => (holder ??= { value: read() }).value,
    forget: () => {
      holder = undefined;
    },
  };
}
