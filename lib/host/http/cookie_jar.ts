import type {
  Cookie as ToughCookie,
  CookieJar as ToughJar,
} from "tough-cookie";
import type { StoredCookie } from "../../request/cookie_file.ts";
import type { CookieJar } from "../../request/engine.ts";
import { splitUrl } from "../../request/wire_url.ts";
import type { Cookie, ScriptCookies } from "../../script/types.ts";

/** What would end a cookie or its header, or fits into no header. */
// deno-lint-ignore no-control-regex
const UNSENDABLE = /[\x00-\x1f\x7f;]|[^\x00-\xff]/;

type Library = typeof import("tough-cookie");

/**
 * A run's cookies, by the rules of RFC 6265bis. The library behind it is loaded
 * when the first cookie arrives; scripts that set cookies need `load()` before.
 */
export class RunCookieJar implements CookieJar, ScriptCookies {
  #library: Library | undefined;
  #jar: ToughJar | undefined;

  /** Loads the library, so that `set` works. */
  async load(): Promise<void> {
    const library = await import("tough-cookie");
    if (this.#jar) return;
    this.#library = library;
    this.#jar = new library.CookieJar(undefined, { looseMode: true });
  }

  header(url: string): string | undefined {
    if (this.#jar === undefined || !hasCookies(url)) return undefined;
    return this.#jar.getCookieStringSync(webUrl(url)) || undefined;
  }

  async store(url: string, setCookie: readonly string[]): Promise<void> {
    if (!hasCookies(url)) return;
    await this.load();
    for (const text of setCookie) {
      const cookie = this.#library!.Cookie.parse(text, { loose: true });
      if (!cookie || cookie.key === "" && cookie.value === "") continue;
      this.#jar!.setCookieSync(cookie, webUrl(url), { ignoreError: true });
    }
  }

  get(url: string): readonly Cookie[] {
    if (this.#jar === undefined) return [];
    return this.#jar.getCookiesSync(webUrl(url)).map(toCookie);
  }

  /** @throws {TypeError} The cookie breaks the rules, or does not fit the URL. */
  set(url: string, cookie: Cookie): void {
    if (this.#jar === undefined || this.#library === undefined) {
      throw new Error("RunCookieJar.load() must come before set()");
    }
    const { name, value, expires, ...attributes } = cookie;
    const written = name + value + (cookie.path ?? "");
    if (UNSENDABLE.test(written) || name.includes("=")) {
      throw new TypeError(
        `Cannot set cookie ${
          JSON.stringify(name)
        }: its name, value or path holds a character that no cookie can hold (encode it, with encodeURIComponent)`,
      );
    }
    const made = new this.#library.Cookie({
      ...attributes,
      key: name,
      value,
      ...(expires === undefined ? {} : { expires: new Date(expires) }),
    });
    try {
      this.#jar.setCookieSync(made, webUrl(url));
    } catch (error) {
      throw new TypeError(
        `Cannot set cookie "${name}": ${(error as Error).message}`,
      );
    }
  }

  delete(url: string, name: string): void {
    for (const cookie of this.#jar?.getCookiesSync(webUrl(url)) ?? []) {
      if (cookie.key !== name) continue;
      // The memory store is done when this returns.
      this.#jar!.store.removeCookie(
        cookie.domain,
        cookie.path,
        cookie.key,
        () => {},
      );
    }
  }

  clear(): void {
    this.#jar?.removeAllCookiesSync();
  }

  /** Takes cookies that a file holds. */
  async import(cookies: readonly StoredCookie[]): Promise<void> {
    if (cookies.length === 0) return;
    await this.load();
    for (const cookie of cookies) {
      const made = new this.#library!.Cookie({
        key: cookie.name,
        value: cookie.value,
        path: cookie.path,
        secure: cookie.secure,
        httpOnly: cookie.httpOnly,
        ...(cookie.hostOnly ? {} : { domain: cookie.domain }),
        ...(cookie.expires === 0
          ? {}
          : { expires: new Date(cookie.expires * 1000) }),
      });
      const host = cookie.domain.includes(":")
        ? `[${cookie.domain}]`
        : cookie.domain;
      const scheme = cookie.secure ? "https" : "http";
      this.#jar!.setCookieSync(made, `${scheme}://${host}${cookie.path}`, {
        ignoreError: true,
      });
    }
  }

  /** All cookies, for a file. */
  export(): StoredCookie[] {
    const all = this.#jar?.serializeSync()?.cookies ?? [];
    return all.flatMap((it) => {
      const cookie = this.#library!.Cookie.fromJSON(it);
      if (!cookie?.domain) return [];
      const expires = cookie.expiryTime();
      return {
        name: cookie.key,
        value: cookie.value,
        domain: cookie.domain,
        hostOnly: cookie.hostOnly ?? true,
        path: cookie.path ?? "/",
        secure: cookie.secure,
        httpOnly: cookie.httpOnly,
        expires: expires === undefined || !Number.isFinite(expires)
          ? 0
          : Math.ceil(expires / 1000),
      };
    });
  }
}

/** Hosts that the rules of the web refuse, such as 1.2.3.4.5, have no cookies. */
function hasCookies(url: string): boolean {
  return URL.canParse(webUrl(url));
}

/** Cookies know no unix sockets: those are localhost. */
function webUrl(url: string): string {
  const parts = splitUrl(url);
  return parts?.socketPath === undefined
    ? url
    : `http://localhost${parts.target}`;
}

function toCookie(cookie: ToughCookie): Cookie {
  const expires = cookie.expiryTime();
  return {
    name: cookie.key,
    value: cookie.value,
    ...(cookie.domain === null ? {} : { domain: cookie.domain }),
    ...(cookie.path === null ? {} : { path: cookie.path }),
    ...(expires === undefined || !Number.isFinite(expires) ? {} : { expires }),
    secure: cookie.secure,
    httpOnly: cookie.httpOnly,
    ...(cookie.sameSite === undefined ? {} : { sameSite: cookie.sameSite }),
  };
}
