import type {
  Bridge,
  ResponseView,
} from "../../../core/script/border/bridge.ts";
import { dataBuffer } from "../http/data_buffer.ts";
import { createHeaderList, HEADERS_AS_OBJECT } from "../http/header_list.ts";
import { postmanObject } from "../http/property_list.ts";
import { property } from "../http/request.ts";

/** Where a response comes from. */
export interface ResponseSource {
  view(): ResponseView;
  text(): string;
  bytes(): Uint8Array;
  /** The cookies of the response's host. */
  readonly cookies: unknown;
}

/** A response in Postman's words. */
export type PostmanResponse = Record<string, unknown> & {
  readonly code: number;
  readonly headers: Record<string, (name: unknown) => unknown>;
  reason(): string;
  text(): string;
  json(): unknown;
};

/** What servers say that say nothing, as with HTTP/2; only what tests ask for. */
const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  301: "Moved Permanently",
  302: "Found",
  304: "Not Modified",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

const responses = new WeakSet<object>();

/** Whether a value is a response of Postman's API. */
export function isPostmanResponse(value: unknown): value is PostmanResponse {
  return typeof value === "object" && value !== null && responses.has(value);
}

/** Makes `pm.response`, or what `pm.sendRequest` gives. */
export function createPostmanResponse(
  bridge: Bridge,
  source: ResponseSource,
  expect: (value: unknown) => { readonly to: unknown },
): PostmanResponse {
  const { view } = source;
  let held: string | undefined;
  const text = () => held ??= source.text();
  const size = () => {
    const { header, body } = view().size;
    return { header, body, total: header + body };
  };
  const reason = () => view().statusText || (REASONS[view().status] ?? "");
  const headers = createHeaderList(() => view().headers);
  headers.toObject = postmanObject(headers.all as () => [], HEADERS_AS_OBJECT);
  const type = () =>
    `${headerText(headers, "content-type")}`.split(";", 1)[0].trim();
  const response = {
    headers,
    cookies: source.cookies,
    text,
    json: (reviver?: (key: string, value: unknown) => unknown) =>
      typeof reviver === "function"
        ? parsed(() => JSON.parse(text(), reviver))
        : parsed(() => bridge.call("json.parse", text())),
    reason,
    size,
    details: () => ({ code: view().status, name: reason(), detail: reason() }),
    mime: () => ({ type: type(), charset: "utf8" }),
    // The blank is Postman's.
    dataURI: () =>
      `data:${type().toLowerCase() || "text/plain"};base64, ${
        bridge.call("base64.encode", source.bytes())
      }`,
    toJSON: () => ({
      code: view().status,
      status: reason(),
      header: view().headers.map(([key, value]) => ({ key, value })),
      body: text(),
      responseTime: view().responseTime,
    }),
  };
  property(response, "code", () => view().status);
  property(response, "status", reason);
  property(response, "responseTime", () => view().responseTime);
  property(response, "responseSize", () => view().size.body);
  property(response, "stream", () => dataBuffer(source.bytes()));
  property(response, "to", () => expect(response).to);
  responses.add(response);
  return response as unknown as PostmanResponse;
}

function headerText(headers: Record<string, unknown>, name: string): unknown {
  return (headers.get as (name: string) => unknown)(name) ?? "";
}

/** What is not JSON fails by the name that Postman has for it. */
function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    throw Object.assign(error as Error, { name: "JSONError" });
  }
}
