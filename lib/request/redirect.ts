import type { RenderedRequest } from "./types.ts";
import type { WireUrl } from "./wire_url.ts";
import { isSecretField } from "./secret_field.ts";
import { sameOrigin, splitUrl } from "./wire_url.ts";

/** An answer's redirect, taken or not. */
export type Redirect =
  /** The answer is no redirect, or one without a Location: it is the result. */
  | { readonly kind: "none" }
  | {
    readonly kind: "follow";
    readonly request: RenderedRequest;
    /** Whether credentials may go along. */
    readonly trusted: boolean;
  }
  | { readonly kind: "invalid"; readonly reason: string };

const CONTENT_HEADERS = new Set([
  "content-type",
  "content-length",
  "content-encoding",
  "content-language",
  "content-location",
  "transfer-encoding",
  "digest",
  "content-digest",
  "expect",
]);

/**
 * Makes the request that a redirect asks for, by RFC 9110: 303 turns into GET
 * (HEAD stays), 301 and 302 turn POST into GET, 307 and 308 repeat method and
 * body. Credentials (Authorization, Cookie, X-API-Key and their like, and what
 * auth added) and a written Host survive to the same origin, or from http to https on the same host with default
 * ports; elsewhere they are dropped, unless `forwardAuthorizationHeader`
 * keeps the credentials.
 */
export function redirect(
  request: RenderedRequest,
  answer: { readonly status: number; readonly location: string | undefined },
): Redirect {
  const { status, location } = answer;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) {
    return { kind: "none" };
  }
  const target = resolveLocation(request.url, location);
  if (typeof target === "string") return { kind: "invalid", reason: target };
  const from = splitUrl(request.url)!;
  const trusted = keepsCredentials(from, target.parts);
  const keep = trusted || request.settings.forwardAuthorizationHeader;
  const toGet = status === 303
    ? request.method !== "HEAD"
    : status <= 302 && request.method === "POST";
  const auth = new Set(request.authHeaders.map((name) => name.toLowerCase()));
  const headers = request.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    if (!trusted && lower === "host") return false;
    if (!keep && (auth.has(lower) || isSecretField(lower))) return false;
    return !(toGet && CONTENT_HEADERS.has(lower));
  });
  const url = keep ? target.url : withoutQuery(target.url, request.authHeaders);
  const { body, ...rest } = request;
  return {
    kind: "follow",
    trusted: keep,
    request: {
      ...rest,
      ...(body === undefined || toGet ? {} : { body }),
      method: toGet ? "GET" : request.method,
      url,
      headers,
    },
  };
}

function keepsCredentials(from: WireUrl, to: WireUrl): boolean {
  if (sameOrigin(from, to)) return true;
  return from.protocol === "http:" && to.protocol === "https:" &&
    from.hostname === to.hostname && from.port === 80 && to.port === 443;
}

/** The absolute URL in wire form, or why there is none. */
function resolveLocation(
  base: string,
  location: string,
): { url: string; parts: WireUrl } | string {
  if (base.startsWith("http+unix:")) {
    return "a redirect from a unix socket is not followed";
  }
  let url: URL;
  try {
    url = new URL(fromLatin1(location), base);
  } catch {
    return "not a URL";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `the scheme "${url.protocol}" is not http: or https:`;
  }
  url.username = "";
  url.password = "";
  url.hash = "";
  const parts = splitUrl(url.href);
  return parts ? { url: url.href, parts } : "not a URL";
}

/** Header bytes arrive as Latin-1; servers write UTF-8. */
function fromLatin1(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

/** Takes query parameters of these lower-case names out, leaving the rest as it is. */
function withoutQuery(url: string, names: readonly string[]): string {
  const mark = url.indexOf("?");
  if (mark < 0 || names.length === 0) return url;
  const pairs = url.slice(mark + 1).split("&").filter((pair) => {
    const name = new URLSearchParams(pair).keys().next().value ?? "";
    return !names.includes(name.toLowerCase());
  });
  const query = pairs.join("&");
  return query === "" ? url.slice(0, mark) : `${url.slice(0, mark)}?${query}`;
}
