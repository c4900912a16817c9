import { isAddress } from "../../policy/ip_address.ts";

/** A cookie to be kept, or why it is not. */
export type Acceptance =
  | { readonly ok: true; readonly cookie: JarCookie }
  | { readonly ok: false; readonly reason: string };

/** What accepting a cookie depends on. */
export interface AcceptOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether anybody can register names below this one, as below `com`. */
  isPublicSuffix(domain: string): boolean;
}

/** Octets of name and value together. */
const MAX_LENGTH = 4096;
/** 400 days. */
const MAX_LIFE = 400 * 24 * 60 * 60 * 1000;
const SAME_SITE = ["strict", "lax", "none"];

/**
 * Decides whether a place may set a cookie, and completes it (RFC 6265bis,
 * 5.7, without what needs the other cookies). There are no pages here that
 * embed each other, so that every request is of the same site.
 */
export function acceptCookie(
  given: GivenCookie,
  place: CookiePlace,
  options: AcceptOptions,
): Acceptance {
  const { name, value, path, secure = false, httpOnly = false } = given;
  if (name === "" && value === "") return refused("it is empty");
  if (name.length + value.length > MAX_LENGTH) {
    return refused(`its name and value have more than ${MAX_LENGTH} octets`);
  }
  const scope = scopeOf(given.domain ?? "", place, options);
  if (!scope.ok) return scope;
  const cookie: JarCookie = {
    name,
    value,
    domain: scope.domain,
    hostOnly: scope.hostOnly,
    path: path?.startsWith("/") ? path : defaultPath(place.path),
    secure,
    httpOnly,
    ...sameSiteOf(given),
    ...expiresOf(given, options.now),
  };
  if (secure && !place.trusted) {
    return refused("it is Secure, but the connection is not");
  }
  if (cookie.sameSite === "none" && !secure) {
    return refused("it has SameSite=None without Secure");
  }
  // A nameless cookie goes out as its value alone, and must not pose as such a one.
  const shown = (name === "" ? value : name).toLowerCase();
  const isHost = shown.startsWith("__host-");
  const isSecure = shown.startsWith("__secure-");
  if (name === "" && (isHost || isSecure)) {
    return refused("it has no name, and its value looks like one");
  }
  if (isSecure && !secure) {
    return refused("its name begins with __Secure-, but it is not Secure");
  }
  if (
    isHost &&
    !(secure && cookie.hostOnly && path !== undefined && cookie.path === "/")
  ) {
    return refused(
      "its name begins with __Host-: it must be Secure, with Path=/ and without Domain",
    );
  }
  return { ok: true, cookie };
}

/** Whether a host is a domain or below it. */
export function domainMatches(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`) && !isAddress(host);
}

/** Whether a path is a cookie's path or below it. */
export function pathMatches(path: string, cookiePath: string): boolean {
  return path.startsWith(cookiePath) &&
    (path.length === cookiePath.length || cookiePath.endsWith("/") ||
      path[cookiePath.length] === "/");
}

/** No cookie lives longer than 400 days; NaN is not a date. */
export function expiresOf(
  { expires }: { readonly expires?: number },
  now: number,
): { expires?: number } {
  if (expires === undefined || Number.isNaN(expires)) return {};
  return { expires: Math.min(expires, now + MAX_LIFE) };
}

type Scope =
  | { readonly ok: true; readonly domain: string; readonly hostOnly: boolean }
  | { readonly ok: false; readonly reason: string };

function scopeOf(
  written: string,
  { host }: CookiePlace,
  { isPublicSuffix }: AcceptOptions,
): Scope {
  const domain = written.replace(/^\./, "").toLowerCase();
  if (domain === "" || domain === host && isPublicSuffix(domain)) {
    return { ok: true, domain: host, hostOnly: true };
  }
  if (!domainMatches(host, domain)) {
    return refused(`its domain is not that of "${host}"`);
  }
  if (isPublicSuffix(domain)) {
    return refused("its domain is a public suffix");
  }
  return { ok: true, domain, hostOnly: false };
}

function sameSiteOf({ sameSite }: GivenCookie): { sameSite?: string } {
  const known = sameSite?.toLowerCase() ?? "";
  return SAME_SITE.includes(known) ? { sameSite: known } : {};
}

/** The folder of a request's path (RFC 6265bis, 5.1.4). */
function defaultPath(path: string): string {
  const last = path.lastIndexOf("/");
  return last > 0 ? path.slice(0, last) : "/";
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** A cookie as a server or a script gives it. */
export interface GivenCookie {
  readonly name: string;
  readonly value: string;
  readonly domain?: string;
  /** Absent where none was written; one without a leading `/` means the default. */
  readonly path?: string;
  /** Milliseconds since the epoch; absent for a session cookie. */
  readonly expires?: number;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: string;
}

/** A cookie as a jar keeps it. */
export interface JarCookie {
  readonly name: string;
  readonly value: string;
  /** Lower case, without a leading dot. */
  readonly domain: string;
  /** Whether only this very host gets it, no subdomain. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: string;
  /** Milliseconds since the epoch; absent for a session cookie. */
  readonly expires?: number;
}

/** Where a cookie comes from or goes to. */
export interface CookiePlace {
  /** Lower-case ASCII, an IPv6 address without brackets. */
  readonly host: string;
  /** As it is on the wire, without the query. */
  readonly path: string;
  /** Whether the connection is encrypted. */
  readonly encrypted: boolean;
  /** Encrypted, or on this machine, where browsers let `Secure` cookies pass too. */
  readonly trusted: boolean;
}
