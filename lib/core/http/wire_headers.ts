import { boundaryOf } from "./multipart.ts";
import type { WireUrl } from "./wire_url.ts";
import { VERSION } from "../source/version.ts";
import { headersOf } from "./header_of.ts";

type HeaderPair = readonly [name: string, value: string];

/** What determines the header section, apart from the written headers. */
export interface WireHeaderOptions {
  readonly url: WireUrl;
  /** Octets of the body, undefined without one. */
  readonly length: number | undefined;
  readonly method: string;
  /** What the body says; used where no Content-Type is written. */
  readonly contentType: string | undefined;
  /** Added to a written multipart Content-Type that names none. */
  readonly boundary: string | undefined;
  /** What the jar has for the URL. */
  readonly cookie: string | undefined;
  readonly userAgent: string;
  /** What the request takes. Default: anything. */
  readonly accept?: string;
  /** Names of headers that are not sent, written or not; those that HTTP cannot do without are. */
  readonly omit?: readonly string[];
}

/** Content codings that the engine decodes. */
const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

/** What a server needs to tell where a request goes and where it ends. */
const NEEDED = new Set(["host", "content-length", "transfer-encoding"]);

/** Methods that need not say so when they have no body; others send `Content-Length: 0` (RFC 9110, section 8.6). */
export const BODILESS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
]);

/**
 * Makes the header section as it goes out: `Host` first, then the headers as
 * written (names, order and duplicates untouched), then those defaults whose
 * name was not written: `User-Agent`, `Accept: *\/*`, `Accept-Encoding`,
 * `Connection: keep-alive`, `Cookie` from the jar, `Content-Type` of the body,
 * and `Content-Length` or `Transfer-Encoding: chunked`. Writing a header, in
 * any case, replaces its default; an empty value is sent as such. Cookies of the jar
 * are appended to a written `Cookie`, whose names win.
 */
export function wireHeaders(
  written: readonly HeaderPair[],
  options: WireHeaderOptions,
): [name: string, value: string][] {
  const { url, length, method, contentType, cookie, omit } = options;
  const omitted = omittedHeaders(omit).map((name) => name.toLowerCase());
  const names = new Set<string>(omitted);
  const out: [string, string][] = [];
  for (const [name, value] of written) {
    const lower = name.toLowerCase();
    if (omitted.includes(lower)) continue;
    names.add(lower);
    out.push([name, completed(lower, value, options)]);
  }
  if (!names.has("host")) out.unshift(["Host", url.authority]);
  const add = (name: string, lower: string, value: string) => {
    if (!names.has(lower)) out.push([name, value]);
  };
  add("User-Agent", "user-agent", options.userAgent);
  add("Accept", "accept", options.accept ?? "*/*");
  add("Accept-Encoding", "accept-encoding", ACCEPT_ENCODING);
  add("Connection", "connection", "keep-alive");
  if (cookie !== undefined) add("Cookie", "cookie", cookie);
  if (contentType !== undefined) {
    add("Content-Type", "content-type", contentType);
  }
  if (names.has("transfer-encoding")) return out;
  if (length !== undefined || !BODILESS.has(method)) {
    add("Content-Length", "content-length", String(length ?? 0));
  }
  return out;
}

/** Tells whether a header of a name is left out. */
export function omitting(
  omit?: readonly string[],
): (name: string) => boolean {
  const names = new Set(omittedHeaders(omit).map((name) => name.toLowerCase()));
  return (name) => names.has(name.toLowerCase());
}

/** The names that are indeed left out: HTTP cannot do without some. */
export function omittedHeaders(omit: readonly string[] = []): string[] {
  return omit.filter((name) => !NEEDED.has(name.toLowerCase()));
}

/**
 * Completes a written header by parts that the engine knows: cookies of the
 * jar, the boundary of a multipart body.
 */
function completed(
  name: string,
  value: string,
  { cookie, boundary }: WireHeaderOptions,
): string {
  if (name === "cookie" && cookie !== undefined) {
    return joinCookies(value, cookie);
  }
  const open = name === "content-type" && boundary !== undefined &&
    /^multipart\//i.test(value) && boundaryOf(value) === undefined;
  return open ? `${value}; boundary=${boundary}` : value;
}

function joinCookies(written: string, jar: string): string {
  const nameOf = (pair: string) => pair.split("=", 1)[0].trim();
  const taken = new Set(written.split(";").map(nameOf));
  const rest = jar.split("; ").filter((pair) => !taken.has(nameOf(pair)));
  return [written, ...rest].filter((part) => part !== "").join("; ");
}

/** Written headers with what {@linkcode wireHeaders} makes of the cookies of a jar. */
export function withJarCookies(
  written: readonly HeaderPair[],
  cookie: string | undefined,
  { omit = [] }: { readonly omit?: readonly string[] | undefined } = {},
): readonly HeaderPair[] {
  const isCookie = (name: string) => name.toLowerCase() === "cookie";
  if (cookie === undefined || omit.some(isCookie)) return written;
  return written.some(([name]) => isCookie(name))
    ? written.map(([name, value]) =>
      isCookie(name) ? [name, joinCookies(value, cookie)] : [name, value]
    )
    : [...written, ["Cookie", cookie]];
}

/** How requests name who sends them, where they do not say it themselves. */
export const USER_AGENT = `brace/${VERSION}`;

/**
 * A written Content-Length that is not the body's. The server would wait for
 * bytes that never come, or take the rest of the body for the next request.
 * Undefined where all is well, or the body is chunked.
 *
 * @example
 * ```ts
 * import { wrongLength } from "./wire_headers.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(wrongLength([["content-length", "5"]], 4), "5");
 * assertEquals(wrongLength([["Content-Length", "4"]], 4), undefined);
 * ```
 */
export function wrongLength(
  headers: readonly (readonly [name: string, value: string])[],
  length: number,
): string | undefined {
  if (headersOf(headers, "transfer-encoding").length > 0) return undefined;
  return headersOf(headers, "content-length").find((written) =>
    !/^\d+$/.test(written.trim()) || Number(written) !== length
  );
}
