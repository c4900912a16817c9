import { getPublicSuffix, parseDate } from "tough-cookie";
import {
  acceptCookie,
  type CookiePlace,
  expiresOf,
  type GivenCookie,
} from "../../core/http/cookies/accept_cookie.ts";
import type { StoredCookie } from "../../core/http/cookies/cookie_file.ts";
import {
  CookieStore,
  parseSetCookie,
} from "../../core/http/cookies/cookie_store.ts";

/** Where and when a cookie is set. */
interface Setting {
  readonly place: CookiePlace;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The cookies of a jar, and the rules for them; the library behind it knows the
 * public suffixes and how servers write dates.
 */
export class KeptCookies {
  readonly store: CookieStore;

  constructor(
    store = new CookieStore((domain) => siteOf(domain) ?? domain),
  ) {
    this.store = store;
  }

  /** The same cookies; what becomes of them from now on is apart. */
  copy(): KeptCookies {
    return new KeptCookies(this.store.copy());
  }

  /** Takes the values of `Set-Cookie` headers that follow the rules. */
  receive(setCookie: readonly string[], setting: Setting): void {
    for (const text of setCookie) {
      const cookie = parseSetCookie(text, { now: setting.now, parseDate });
      if (cookie) this.put(cookie, setting);
    }
  }

  /** Keeps what a place may set; says why it may not. */
  put(given: GivenCookie, { place, now }: Setting): string | undefined {
    const accepted = acceptCookie(given, place, {
      now,
      isPublicSuffix: (domain) => siteOf(domain) === undefined,
    });
    return accepted.ok
      ? this.store.put(accepted.cookie, place, now)
      : accepted.reason;
  }

  /** Takes cookies that a file holds. */
  restore(cookies: readonly StoredCookie[], now: number): void {
    for (const { expires, ...cookie } of cookies) {
      const from = { encrypted: cookie.secure, trusted: true };
      const life = expires === 0
        ? {}
        : expiresOf({ expires: expires * 1000 }, now);
      this.store.put({ ...cookie, ...life }, from, now);
    }
  }
}

/** The domain that somebody registered; undefined for a public suffix and for an address. */
function siteOf(domain: string): string | undefined {
  return getPublicSuffix(domain, {
    allowSpecialUseDomain: true,
    ignoreError: true,
  });
}
