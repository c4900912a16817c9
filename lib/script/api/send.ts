import type { AnswerView, Bridge, HeaderPair, SendRequest } from "../bridge.ts";
import { bodyCopy, bytesOf } from "../encode.ts";
import type { Value } from "../../scope/value.ts";
import { jsonText } from "../../scope/value_text.ts";
import { fieldText, headerPairs } from "./headers.ts";

/** A request as scripts describe it, in the words of axios. */
export interface SendConfig {
  readonly url?: unknown;
  readonly method?: unknown;
  readonly headers?: unknown;
  readonly params?: unknown;
  /** Also taken under the name `body`. */
  readonly data?: unknown;
  readonly body?: unknown;
  /** Milliseconds. */
  readonly timeout?: unknown;
  readonly maxRedirects?: unknown;
  readonly auth?: { readonly username?: unknown; readonly password?: unknown };
}

/**
 * Sends what a script describes, through Brace's engine and network policy;
 * `raw` leaves the answer's body a text, also where it is JSON.
 */
export function send(
  bridge: Bridge,
  config: SendConfig,
  options: { raw: boolean } = { raw: false },
): Promise<AnswerView> {
  return bridge.wait("send", { ...prepare(bridge, config), ...options });
}

function prepare(bridge: Bridge, config: SendConfig): Omit<SendRequest, "raw"> {
  const url = `${config.url ?? ""}`;
  refusePlaceholder("to this URL", url);
  const headers: HeaderPair[] = headerPairs(config.headers);
  for (const [name, value] of headers) {
    refusePlaceholder(`the header "${name}"`, value);
  }
  const { body, contentType } = bodyOf(config.data ?? config.body);
  if (config.auth !== undefined) {
    const pair = `${config.auth.username ?? ""}:${config.auth.password ?? ""}`;
    refusePlaceholder("the auth", pair);
    const bytes = bridge.call("text.encode", pair);
    const text = bridge.call("base64.encode", bytes);
    headers.push(["Authorization", `Basic ${text}`]);
  }
  const typed = headers.some(([name]) => name.toLowerCase() === "content-type");
  return {
    method: fieldText("the method", config.method ?? "GET").toUpperCase(),
    url: withParams(url, config.params),
    headers,
    body,
    contentType: typed ? undefined : contentType,
    timeout: numberOf(config.timeout) || undefined,
    maxRedirects: numberOf(config.maxRedirects),
  };
}

/** What looks like one would be sent as it stands, which nobody wants. The text around it may be secret. */
function refusePlaceholder(what: string, text: string): void {
  const [found] = /\{\{[^{}]*\}\}/.exec(text) ?? [];
  if (found === undefined) return;
  throw new TypeError(
    `Cannot send ${what}: placeholders such as "${found}" are not resolved here; write client.interpolate(text)`,
  );
}

function numberOf(value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : Number(value);
}

function withParams(url: string, params: unknown): string {
  if (typeof params !== "object" || params === null) return url;
  const text = "size" in params || "append" in params
    ? `${params}`
    : headerPairs(params).map(([name, value]) => {
      refusePlaceholder(`the parameter "${name}"`, value);
      return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    }).join("&");
  if (text === "") return url;
  const [rest = "", ...hash] = url.split("#");
  return `${rest}${rest.includes("?") ? "&" : "?"}${text}${
    hash.length === 0 ? "" : `#${hash.join("#")}`
  }`;
}

function bodyOf(
  data: unknown,
): { body: string | Uint8Array | undefined; contentType: string | undefined } {
  if (data === undefined || data === null) {
    return { body: undefined, contentType: undefined };
  }
  if (typeof data === "string") {
    return { body: data, contentType: "text/plain" };
  }
  const bytes = bytesOf(data);
  if (bytes !== undefined) {
    return { body: bytes, contentType: "application/octet-stream" };
  }
  if (typeof data === "object" && "append" in data && "getAll" in data) {
    return {
      body: `${data}`,
      contentType: "application/x-www-form-urlencoded",
    };
  }
  // Checked, so that the text is one; a bigint keeps its digits in it.
  const body = jsonText(bodyCopy("the body", data) as Value) as string;
  return { body, contentType: "application/json" };
}
