import type { GivenCookie } from "./types.ts";

/** What reading a Set-Cookie header depends on. */
export interface SetCookieOptions {
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
 * import { parseSetCookie } from "./parse_set_cookie.ts";
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
