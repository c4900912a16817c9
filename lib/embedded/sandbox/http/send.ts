import type {
  Bridge,
  FullResponseView,
  HeaderPair,
  SendRequest,
} from "../../../core/script/border/bridge.ts";
import type { ForeignKey } from "../../../core/script/foreign_keys.ts";
import type { BraceError } from "../thrown.ts";
import { bodyCopy, bytesOf } from "../../../core/script/border/encode.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { jsonText } from "../../../core/scope/value/value_text.ts";
import { contentKind } from "../../../core/http/content_kind.ts";
import { encodeFormText } from "../../../core/render/encode.ts";
import { formFields, isSearchParams } from "../../../core/script/headers.ts";
import {
  fieldText,
  headerPairs,
  headerValue,
} from "../../../core/script/headers.ts";

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
  /** As in axios: whether a status is no error; null takes all. */
  readonly validateStatus?: unknown;
}

/**
 * Sends what a script describes, through Brace's engine and network policy;
 * `raw` leaves the response's body a text, also where it is JSON; `interpolate`
 * is what the script would write to resolve placeholders, and `unresolved` are
 * those that this left in texts; `textType` is what a
 * text goes as where no header says, by default what axios takes it for;
 * `required` fails the script's own request, too, where this one fails;
 * `foreign` are keys of Postman's in the description.
 */
export function sendByScript(
  bridge: Bridge,
  config: SendConfig,
  { raw = false, required = false, foreign, ...options }: SendOptions = {},
): Promise<FullResponseView> {
  return bridge.wait("send", {
    ...prepare(bridge, config, options),
    ...foreign?.length ? { foreign } : {},
    raw,
    required,
    stack: `${new NativeError().stack}`,
  });
}

/** Scripts may replace the global one. */
const NativeError = Error;

interface SendOptions {
  readonly raw?: boolean;
  readonly required?: boolean;
  readonly foreign?: readonly ForeignKey[];
  readonly interpolate?: string;
  readonly unresolved?: ReadonlySet<string>;
  readonly textType?: string;
}

function prepare(
  bridge: Bridge,
  config: SendConfig,
  { interpolate = "client.interpolate(text)", unresolved, textType }:
    SendOptions,
): Omit<SendRequest, "raw" | "required" | "stack"> {
  const refusePlaceholder = refusing(bridge, interpolate, unresolved);
  const url = `${config.url ?? ""}`;
  refusePlaceholder("to this URL", url, HOST.exec(url)?.[0]);
  const headers: HeaderPair[] = headerPairs(config.headers);
  for (const [name, value] of headers) {
    refusePlaceholder(`the header "${name}"`, value);
  }
  const written = headerValue(headers, "content-type");
  const method = fieldText("the method", config.method ?? "GET").toUpperCase();
  const { body, contentType } = bodyOf(config.data ?? config.body, {
    written,
    // As in axios, which says nothing of it for other methods.
    text: textType ?? (HAVE_BODIES.has(method) ? FORM : undefined),
  });
  if (config.auth !== undefined) {
    const pair = `${config.auth.username ?? ""}:${config.auth.password ?? ""}`;
    refusePlaceholder("the auth", pair);
    const bytes = bridge.call("text.encode", pair);
    const text = bridge.call("base64.encode", bytes);
    headers.push(["Authorization", `Basic ${text}`]);
  }
  return {
    method,
    url: withParams(url, config.params, refusePlaceholder),
    headers,
    body,
    contentType: written === undefined ? contentType : undefined,
    timeout: numberOf(config.timeout) || undefined,
    maxRedirects: numberOf(config.maxRedirects),
  };
}

/** A URL as far as its host. */
const HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i;

/**
 * Refuses placeholders that would be sent as they stand, unless the run keeps
 * undefined ones. The text around them may be secret.
 */
function refusing(
  bridge: Bridge,
  interpolate: string,
  unresolved?: ReadonlySet<string>,
): Refuse {
  const check = (what: string, found: string, host: string) => {
    const name = found.slice(2, -2).trim();
    let isKept: boolean;
    try {
      isKept = bridge.call("interpolate", found) === found;
    } catch (error) {
      const { code, message } = error as BraceError;
      if (code !== "UNDEFINED_VARIABLE" || unresolved?.has(found)) throw error;
      // Both are needed, so both are said at once.
      const why = message.replace(/^Cannot resolve "[^"]*": /, "");
      throw new TypeError(
        `Cannot send ${what}: placeholders such as "${found}" are not resolved here (write ${interpolate}), and this one has no value: ${why}`,
      );
    }
    if (!isKept) {
      throw new TypeError(
        `Cannot send ${what}: placeholders such as "${found}" are not resolved here; write ${interpolate}`,
      );
    }
    if (host.includes(found)) {
      throw new TypeError(`Cannot send ${what}: no scope defines "${name}"`);
    }
  };
  return (what, text, host = "") => {
    const all = text.match(/\{\{[^{}]*\}\}/g);
    for (const found of new Set(all)) check(what, found, host);
  };
}

/** Throws for placeholders in a text, and for kept ones in its host. */
type Refuse = (what: string, text: string, host?: string) => void;

function numberOf(value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : Number(value);
}

function withParams(
  url: string,
  params: unknown,
  refusePlaceholder: Refuse,
): string {
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

/** What axios may make a body of; throws for what it would send as something else. */
export function sendable(data: unknown, contentType: unknown): unknown {
  if (typeof data !== "object" || data === null || bytesOf(data)) return data;
  const written = typeof contentType === "string" ? contentType : undefined;
  const kind = contentKind(written);
  const isOurs = kind === "form"
    ? Array.isArray(data)
    : isSearchParams(data) && kind !== undefined ||
      kind === "multipart" || kind === "other";
  return isOurs ? bodyOf(data, { written }).body : data;
}

const FORM = "application/x-www-form-urlencoded";

/** Methods whose text axios takes for a form where no Content-Type says otherwise. */
const HAVE_BODIES = new Set(["POST", "PUT", "PATCH"]);

/** The body that a script describes, as the Content-Type says that it wrote. */
function bodyOf(
  data: unknown,
  { written, text }: { written: string | undefined; text?: string | undefined },
): { body: string | Uint8Array | undefined; contentType: string | undefined } {
  if (data === undefined || data === null) {
    return { body: undefined, contentType: undefined };
  }
  if (typeof data === "string") {
    return { body: data, contentType: text };
  }
  const bytes = bytesOf(data);
  if (bytes !== undefined) {
    return { body: bytes, contentType: "application/octet-stream" };
  }
  const isForm = isSearchParams(data);
  switch (contentKind(written) ?? (isForm ? "form" : "json")) {
    case "form":
      return {
        body: formFields(data).map(({ name, value }) =>
          `${encodeFormText(name)}=${encodeFormText(value)}`
        ).join("&"),
        contentType: FORM,
      };
    case "json":
    case "text": {
      if (isForm) throw notOfType("a form", written);
      // Checked, so that the text is one; a bigint keeps its digits in it.
      const body = jsonText(bodyCopy("send the body", data) as Value) as string;
      return { body, contentType: "application/json" };
    }
    default:
      throw notOfType(isForm ? "a form" : "a value", written);
  }
}

function notOfType(what: string, contentType: string | undefined): TypeError {
  return new TypeError(
    `Cannot send ${what} as "${contentType}": give the body as a text or bytes, or another Content-Type`,
  );
}
