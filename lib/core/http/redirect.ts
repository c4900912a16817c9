import { headerOf } from "./header_of.ts";
import type { Insertion } from "./insertion.ts";
import type { RenderedRequest } from "./rendered_request.ts";
import { sameOrigin, splitUrl, type WireUrl } from "./wire_url.ts";
import { isSecretField } from "../secrets/secret_field.ts";

const STATUSES = new Set([301, 302, 303, 307, 308]);

/** Where a response's redirect leads, or why nowhere. */
export type Redirect =
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
 * Makes the request that a redirect (`isRedirect`) asks for, by RFC 9110: 303 turns into GET
 * (HEAD stays), 301 and 302 turn POST into GET, 307 and 308 repeat method and
 * body. Credentials (Authorization, Cookie, X-API-Key and their like, and what
 * auth added) and a written Host survive to the same origin, or from http to https on the same host with default
 * ports; elsewhere they are dropped, unless `forwardCredentialsTo` lists the
 * origin: the credentials go there.
 */
export function redirect(
  request: RenderedRequest,
  { status, location }: { readonly status: number; readonly location: string },
): Redirect {
  const target = resolveLocation(request.url, location);
  if (typeof target === "string") return { kind: "invalid", reason: target };
  const from = splitUrl(request.url)!;
  const trusted = keepsCredentials(from, target.parts);
  const keep = trusted ||
    request.settings.forwardCredentialsTo?.includes(
        new URL(target.url).origin.replace(/^ws/, "http"),
      ) === true;
  const toGet = status === 303
    ? request.method !== "HEAD"
    : status <= 302 && request.method === "POST";
  const auth = new Set(request.authHeaders.map((name) => name.toLowerCase()));
  const secret = secretHeaders(request);
  const headers = request.headers.filter(([name, value]) => {
    const lower = name.toLowerCase();
    if (!trusted && lower === "host") return false;
    if (!keep && (auth.has(lower) || secret.has(lower))) return false;
    if (!keep && isSecretField(lower, value)) return false;
    return !(toGet && CONTENT_HEADERS.has(lower));
  });
  const url = keep ? target.url : withoutQuery(target.url, request.authHeaders);
  const { body, insertions, ...rest } = request;
  return {
    kind: "follow",
    trusted: keep,
    request: {
      ...rest,
      ...(body === undefined || toGet ? {} : { body }),
      method: toGet ? "GET" : request.method,
      url,
      headers,
      ...(insertions && {
        insertions: insertions.filter((one) =>
          goesAlong(one, { headers, body: !toGet, auth: keep })
        ),
      }),
    },
  };
}

/** Lower-case names of headers that hold the value of a secret variable. */
function secretHeaders({ insertions = [] }: RenderedRequest): Set<string> {
  return new Set(
    insertions.flatMap(({ place, name = "", secret }) =>
      secret && (place === "header" || place === "header name")
        ? [name.toLowerCase()]
        : []
    ),
  );
}

/** Whether the text that a value stands in is part of the next request, too. */
function goesAlong(
  { place, name = "" }: Insertion,
  next: {
    readonly headers: RenderedRequest["headers"];
    readonly body: boolean;
    readonly auth: boolean;
  },
): boolean {
  switch (place) {
    case "method":
    case "url":
      return false;
    case "header name":
    case "header":
      return headerOf(next.headers, name.toLowerCase()) !== undefined;
    case "body":
    case "part name":
    case "part":
    case "file":
    case "message":
      return next.body;
    case "auth":
      return next.auth;
    default:
      return place satisfies never;
  }
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
  const isSocket = /^wss?:/.test(base);
  if (base.startsWith("http+unix:")) {
    return "a redirect from a unix socket is not followed";
  }
  let url: URL;
  try {
    url = new URL(fromLatin1(location), base.replace(/^ws/, "http"));
    // Servers write either pair of schemes for the handshake of a WebSocket.
    if (isSocket) url = new URL(url.href.replace(/^ws/, "http"));
  } catch {
    return "not a URL";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `the scheme "${url.protocol}" is not http: or https:`;
  }
  url.username = "";
  url.password = "";
  url.hash = "";
  const href = isSocket ? url.href.replace(/^http/, "ws") : url.href;
  const parts = splitUrl(href);
  return parts ? { url: href, parts } : "not a URL";
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

/**
 * Whether a response leads elsewhere: one of the statuses that do, with a
 * Location. 300, 304, 305 and 306 are results, whatever they carry.
 */
export function isRedirect(
  { status, headers }: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
  },
): boolean {
  return STATUSES.has(status) && headerOf(headers, "location") !== undefined;
}
