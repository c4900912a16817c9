import { isAddress } from "../policy/ip_address.ts";

/** A URL in wire form, taken apart without changing a byte of its path and query. */
export interface WireUrl {
  /** Whether it is TLS: `https:` for `wss:` and `grpcs:`, too. */
  readonly protocol: "http:" | "https:";
  /**
   * Lower-case host without brackets: a name, an IPv4 or an IPv6 address;
   * `unix:/path` for a unix socket. What the network policy sees.
   */
  readonly hostname: string;
  /** 1 to 65535; 0 for a unix socket. */
  readonly port: number;
  /** Whether the port stands in the URL. */
  readonly explicitPort: boolean;
  /** What the Host header says: host in brackets if need be, port unless it is the default one. */
  readonly authority: string;
  /** Path and query exactly as in the URL; `/` is put in where the path is empty. */
  readonly target: string;
  /** Set for `http+unix:`. */
  readonly socketPath?: string;
}

const SCHEME = /^(https?|wss?|grpcs?|http\+unix):\/\//i;
/** Schemes that mean TLS. */
const SECURE = new Set(["https", "wss", "grpcs"]);
const NAME = /^[a-z0-9._~-]+$/;

/**
 * Takes a URL apart. The network policy and the sender both use this one
 * parser, so that they can never disagree about a host.
 *
 * Schemes of other protocols count as those of what carries them: `ws:` and
 * `grpc:` are `http:`, `wss:` and `grpcs:` are `https:`.
 *
 * Returns undefined for anything but these and `http+unix:`, for
 * userinfo, for a host that is not ASCII and for a port out of range.
 *
 * @example
 * ```ts
 * import { splitUrl } from "./wire_url.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const url = splitUrl("http://[::1]:8080/a/../b?x#y");
 * assertEquals(url?.hostname, "::1");
 * assertEquals(url?.authority, "[::1]:8080");
 * assertEquals(url?.target, "/a/../b?x");
 * ```
 */
export function splitUrl(url: string): WireUrl | undefined {
  if (last.url !== url) last = { url, parts: partsOf(url) };
  return last.parts;
}

/** What was taken apart last: a request's URL is, on its way, several times. */
let last: { readonly url: string; readonly parts: WireUrl | undefined } = {
  url: "",
  parts: undefined,
};

function partsOf(url: string): WireUrl | undefined {
  const scheme = SCHEME.exec(url);
  if (scheme === null) return undefined;
  const start = scheme[0].length;
  const fragment = url.indexOf("#", start);
  const limit = fragment < 0 ? url.length : fragment;
  let end = start;
  while (end < limit && url[end] !== "/" && url[end] !== "?") end++;
  const authority = url.slice(start, end).toLowerCase();
  const rest = url.slice(end, limit);
  const target = rest.startsWith("/") ? rest : `/${rest}`;
  const name = scheme[1].toLowerCase();
  if (name === "http+unix") return splitUnix(url.slice(start, end), target);
  return splitAuthority(authority, target, SECURE.has(name));
}

function splitAuthority(
  authority: string,
  target: string,
  secure: boolean,
): WireUrl | undefined {
  const bracket = authority.startsWith("[") ? authority.indexOf("]") : 0;
  if (bracket < 0) return undefined;
  const colon = authority.indexOf(":", bracket);
  const host = colon < 0 ? authority : authority.slice(0, colon);
  const hostname = bracket > 0 ? host.slice(1, -1) : host;
  if (bracket > 0 && host.length !== bracket + 1) return undefined;
  const valid = bracket > 0
    ? hostname.includes(":") && isAddress(hostname)
    : NAME.test(hostname);
  if (!valid) return undefined;
  const portText = colon < 0 ? "" : authority.slice(colon + 1);
  if (!/^\d{0,5}$/.test(portText)) return undefined;
  const standard = secure ? 443 : 80;
  const port = portText === "" ? standard : Number(portText);
  if (port < 1 || port > 65535) return undefined;
  return {
    protocol: secure ? "https:" : "http:",
    hostname,
    port,
    explicitPort: portText !== "",
    authority: port === standard ? host : `${host}:${port}`,
    target,
  };
}

function splitUnix(encoded: string, target: string): WireUrl | undefined {
  let socketPath: string;
  try {
    socketPath = decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
  if (socketPath === "" || socketPath.includes("\0")) return undefined;
  return {
    protocol: "http:",
    hostname: `unix:${socketPath}`,
    port: 0,
    explicitPort: false,
    authority: "localhost",
    target,
    socketPath,
  };
}

/**
 * Whether two URLs have the same scheme, host and port.
 *
 * @example
 * ```ts
 * import { sameOrigin, splitUrl } from "./wire_url.ts";
 * import { assert } from "@std/assert";
 *
 * assert(sameOrigin(splitUrl("http://a")!, splitUrl("http://A:80/b")!));
 * ```
 */
export function sameOrigin(a: WireUrl, b: WireUrl): boolean {
  return a.protocol === b.protocol && a.hostname === b.hostname &&
    a.port === b.port;
}
