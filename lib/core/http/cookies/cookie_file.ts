import type { JarCookie } from "./accept_cookie.ts";
/** A cookie as it stands in a file. */
export interface StoredCookie extends Omit<JarCookie, "sameSite" | "expires"> {
  /** Seconds since the epoch; 0 for a session cookie. */
  readonly expires: number;
}

const HTTP_ONLY = "#HttpOnly_";
const HEADER = "# Netscape HTTP Cookie File";
/** How a cookie file begins, also one of older browsers. */
const HEADER_LINE = /^# (?:Netscape )?HTTP Cookie File/i;
/** Octets of name and value together, as for those of servers. */
const MAX_LENGTH = 4096;
/** What no header can carry. */
// deno-lint-ignore no-control-regex
const UNSENDABLE = /[\x00-\x1f\x7f;]/;

/** What a cookie file holds. */
interface ParsedCookieFile {
  readonly cookies: StoredCookie[];
  /** The numbers of lines, from 1, that are not cookies. */
  readonly malformed: number[];
  /** These lines, and comments; not the header. */
  readonly others: string[];
  /** Whether it is a file of something else: nothing in it is of a cookie file. */
  readonly isOther: boolean;
}

/**
 * Reads a cookie file in the Netscape format, which curl, wget and browsers'
 * exports share: seven fields a line, separated by tabs.
 *
 * @example
 * ```ts
 * import { parseCookieFile } from "./cookie_file.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const { cookies } = parseCookieFile(".example.com\tTRUE\t/\tFALSE\t0\tsid\tabc\n");
 * assertEquals(cookies[0].domain, "example.com");
 * assertEquals(cookies[0].hostOnly, false);
 * ```
 */
export function parseCookieFile(
  text: string,
): ParsedCookieFile {
  const cookies: StoredCookie[] = [];
  const malformed: number[] = [];
  const others: string[] = [];
  let hasHeader = false;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const httpOnly = raw.startsWith(HTTP_ONLY);
    const line = httpOnly ? raw.slice(HTTP_ONLY.length) : raw;
    if (line.trim() === "") continue;
    if (line.startsWith("#")) {
      if (HEADER_LINE.test(line)) hasHeader = true;
      else others.push(raw);
      continue;
    }
    const fields = line.split("\t");
    const expires = Number(fields[4]);
    const [domain, subdomains, path, secure, , name, value] = fields;
    if (
      fields.length !== 7 || !Number.isFinite(expires) ||
      UNSENDABLE.test(path + name + value) || name.includes("=") ||
      name.length + value.length > MAX_LENGTH || name + value === ""
    ) {
      malformed.push(index + 1);
      others.push(raw);
      continue;
    }
    cookies.push({
      name,
      value,
      domain: domain.replace(/^\./, "").toLowerCase(),
      hostOnly: subdomains !== "TRUE",
      path,
      secure: secure === "TRUE",
      httpOnly,
      expires,
    });
  }
  const isOther = cookies.length === 0 && malformed.length > 0 && !hasHeader;
  return { cookies, malformed, others, isOther };
}

/**
 * Writes cookies in the Netscape format, below the other lines of the file; the
 * counterpart of {@linkcode parseCookieFile}.
 */
export function formatCookieFile(
  cookies: Iterable<StoredCookie>,
  others: readonly string[] = [],
): string {
  let out = [HEADER, ...others].map((line) => `${line}\n`).join("");
  for (const cookie of cookies) {
    const fields = [
      `${cookie.httpOnly ? HTTP_ONLY : ""}${
        cookie.hostOnly ? "" : "."
      }${cookie.domain}`,
      cookie.hostOnly ? "FALSE" : "TRUE",
      cookie.path,
      cookie.secure ? "TRUE" : "FALSE",
      String(cookie.expires),
      cookie.name,
      cookie.value,
    ];
    out += `${fields.join("\t")}\n`;
  }
  return out;
}

/** A cookie file and a jar that was filled from it, then and now. */
interface CookieChanges {
  /** The file's cookies when the jar was filled. */
  readonly loaded: readonly StoredCookie[];
  /** The cookies of the jar right after loading. */
  readonly before: readonly StoredCookie[];
  /** The cookies of the jar now. */
  readonly after: readonly StoredCookie[];
  /** The file's cookies now. */
  readonly current: readonly StoredCookie[];
}

/**
 * What a cookie file is to hold when others may have written it in the
 * meantime: its cookies as they are now, but for those that the jar changed;
 * one that the jar lost stays if somebody else changed it.
 */
export function mergeCookies(
  { loaded, before, after, current }: CookieChanges,
): StoredCookie[] {
  const [wasLoaded, was, is] = [loaded, before, after].map(byKey);
  const changed = after.filter((cookie) =>
    !isEqual(cookie, was.get(keyOf(cookie)))
  );
  const own = new Set(changed.map(keyOf));
  const kept = current.filter((cookie) => {
    const key = keyOf(cookie);
    const isLost = !is.has(key) &&
      isEqual(cookie, wasLoaded.get(key));
    return !isLost && !own.has(key);
  });
  return [...kept, ...changed];
}

function byKey(cookies: readonly StoredCookie[]): Map<string, StoredCookie> {
  return new Map(cookies.map((cookie) => [keyOf(cookie), cookie]));
}

function keyOf({ domain, hostOnly, path, name }: StoredCookie): string {
  return JSON.stringify([domain, hostOnly, path, name]);
}

function isEqual(a: StoredCookie, b: StoredCookie | undefined): boolean {
  return b !== undefined && a.value === b.value && a.expires === b.expires &&
    a.secure === b.secure && a.httpOnly === b.httpOnly;
}
