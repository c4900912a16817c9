import {
  type CookiePlace,
  domainMatches,
  type GivenCookie,
  type JarCookie,
  pathMatches,
} from "./accept_cookie.ts";

/** Cookies that one site may have, as in browsers. */
const MAX_OF_SITE = 180;

interface Entry {
  cookie: JarCookie;
  /** Whether an encrypted response set it; files do not tell, and are believed. */
  encrypted: boolean;
  /** Grows with each use. */
  used: number;
}

/**
 * Keeps cookies by RFC 6265bis (5.7 and 5.8). They are grouped by site, which is
 * the domain that somebody registered: no cookie of one site concerns another.
 */
export class CookieStore {
  readonly #siteOf: (domain: string) => string;
  /** In the order in which they came; one that replaces another takes its turn. */
  readonly #sites = new Map<string, Entry[]>();
  #uses = 0;

  constructor(siteOf: (domain: string) => string) {
    this.#siteOf = siteOf;
  }

  /** The same cookies; what becomes of them from now on is apart. */
  copy(): CookieStore {
    const copy = new CookieStore(this.#siteOf);
    for (const [site, entries] of this.#sites) {
      copy.#sites.set(site, entries.map((entry) => ({ ...entry })));
    }
    copy.#uses = this.#uses;
    return copy;
  }

  /** Keeps a cookie; one that has expired takes the one that it replaces away. Returns why it is not kept. */
  put(
    cookie: JarCookie,
    from: Pick<CookiePlace, "encrypted" | "trusted">,
    now: number,
  ): string | undefined {
    const site = this.#siteOf(cookie.domain);
    const entries = this.#fresh(site, now);
    if (entries.some((entry) => isProtected(entry, cookie, from))) {
      return "a Secure cookie has this name, and the connection is not secure";
    }
    const { encrypted } = from;
    const entry = { cookie, encrypted, used: ++this.#uses };
    const old = entries.findIndex((it) => isSame(it.cookie, cookie));
    if (old >= 0) entries[old] = entry;
    else entries.push(entry);
    this.#sites.set(site, entries);
    const kept = this.#fresh(site, now);
    if (kept.length > MAX_OF_SITE) kept.splice(leastNeeded(kept), 1);
    return undefined;
  }

  /** The cookies that go with a request, in their order. */
  matching(to: CookiePlace, now: number): JarCookie[] {
    const found = this.#fresh(this.#siteOf(to.host), now).filter(({ cookie }) =>
      (cookie.hostOnly
        ? to.host === cookie.domain
        : domainMatches(to.host, cookie.domain)) &&
      pathMatches(to.path, cookie.path) && (to.trusted || !cookie.secure)
    );
    for (const entry of found) entry.used = ++this.#uses;
    return found.map(({ cookie }) => cookie)
      .sort((a, b) => b.path.length - a.path.length);
  }

  delete(cookie: JarCookie): void {
    const site = this.#siteOf(cookie.domain);
    const entries = this.#sites.get(site) ?? [];
    this.#sites.set(
      site,
      entries.filter((entry) => !isSame(entry.cookie, cookie)),
    );
  }

  clear(): void {
    this.#sites.clear();
  }

  all(now: number): JarCookie[] {
    return [...this.#sites.keys()].flatMap((site) =>
      this.#fresh(site, now).map(({ cookie }) => cookie)
    );
  }

  /** A site's cookies; those that have expired are gone. */
  #fresh(site: string, now: number): Entry[] {
    const entries = this.#sites.get(site) ?? [];
    const fresh = entries.filter(({ cookie: { expires } }) =>
      expires === undefined || expires > now
    );
    if (fresh.length === entries.length) return entries;
    this.#sites.set(site, fresh);
    return fresh;
  }
}

function isSame(a: JarCookie, b: JarCookie): boolean {
  return a.name === b.name && a.domain === b.domain &&
    a.hostOnly === b.hostOnly && a.path === b.path;
}

/**
 * Whether a cookie must not take the place of a `Secure` one, since it comes
 * over an open connection. On this machine open connections may set `Secure`
 * cookies, and may replace those; never those of an encrypted one.
 */
function isProtected(
  { cookie: old, encrypted }: Entry,
  made: JarCookie,
  from: Pick<CookiePlace, "encrypted" | "trusted">,
): boolean {
  if (from.encrypted || from.trusted && !encrypted) return false;
  return old.secure && !made.secure && old.name === made.name &&
    (domainMatches(old.domain, made.domain) ||
      domainMatches(made.domain, old.domain)) &&
    pathMatches(made.path, old.path);
}

/** The index of the cookie to drop: one without `Secure` if there is any, and of these the least recently used. */
function leastNeeded(entries: readonly Entry[]): number {
  let least = 0;
  for (const [i, { cookie, used }] of entries.entries()) {
    const other = entries[least];
    const sooner = cookie.secure === other.cookie.secure
      ? used < other.used
      : other.cookie.secure;
    if (sooner) least = i;
  }
  return least;
}

/** What reading a Set-Cookie header depends on. */
interface SetCookieOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Reads a cookie's date, which is looser than HTTP's. */
  parseDate(text: string): Date | undefined;
}

// deno-lint-ignore no-control-regex
const CONTROL = /[\x00-\x1f\x7f]/;
/** Octets of an attribute's value; a longer one counts as not written. */
const MAX_ATTRIBUTE_LENGTH = 1024;

/**
 * Reads the value of a Set-Cookie header (RFC 6265bis, 5.6); undefined for one
 * with controls. A tab is allowed there, but no cookie file can hold it, so that such a
 * cookie is ignored as curl does.
 *
 * tough-cookie's own reading is not enough: it cuts U+00A0, which is the last byte
 * of "à", takes `=a=b` for a name and a value, and a value that a line break ends
 * for a whole one.
 *
 * @example
 * ```ts
 * import { parseSetCookie } from "./cookie_store.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const options = { now: 0, parseDate: (text: string) => new Date(text) };
 * assertEquals(parseSetCookie("sid=abc; Path=/; Secure", options), {
 *   name: "sid",
 *   value: "abc",
 *   path: "/",
 *   secure: true,
 * });
 * ```
 */
export function parseSetCookie(
  text: string,
  { now, parseDate }: SetCookieOptions,
): GivenCookie | undefined {
  if (CONTROL.test(text)) return undefined;
  const [pair, ...attributes] = text.split(";");
  const equals = pair.indexOf("=");
  const cookie: { -readonly [Key in keyof GivenCookie]: GivenCookie[Key] } = {
    name: equals < 0 ? "" : trimSpaces(pair.slice(0, equals)),
    value: trimSpaces(pair.slice(equals + 1)),
  };
  let maxAge: number | undefined;
  for (const attribute of attributes) {
    const [name, value] = splitAttribute(attribute);
    if (value.length > MAX_ATTRIBUTE_LENGTH) continue;
    switch (name) {
      case "expires": {
        const date = parseDate(value);
        if (date) cookie.expires = date.getTime();
        break;
      }
      case "max-age":
        if (/^-?\d+$/.test(value)) maxAge = Number(value);
        break;
      case "domain":
        cookie.domain = value;
        break;
      case "path":
        cookie.path = value;
        break;
      case "secure":
        cookie.secure = true;
        break;
      case "httponly":
        cookie.httpOnly = true;
        break;
      case "samesite":
        cookie.sameSite = value;
    }
  }
  if (maxAge !== undefined) cookie.expires = now + maxAge * 1000;
  return cookie;
}

function splitAttribute(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 0) return [trimSpaces(text).toLowerCase(), ""];
  const name = trimSpaces(text.slice(0, equals)).toLowerCase();
  return [name, trimSpaces(text.slice(equals + 1))];
}

/** `trim()` would take U+00A0 too, which here is a byte of some character. */
function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}
