import { isAddress } from "../../core/policy/ip_address.ts";
import type { StoredCookie } from "../../core/http/cookies/cookie_file.ts";
import type {
  CookiePlace,
  JarCookie,
} from "../../core/http/cookies/accept_cookie.ts";
import type { CookieJar } from "../../core/http/engine.ts";
import { splitUrl } from "../../core/http/wire_url.ts";
import type { Cookie, ScriptCookies } from "../../core/script/border/types.ts";
import type { KeptCookies } from "./kept_cookies.ts";

/** What would end a cookie or its header, or fits into no header. */
// deno-lint-ignore no-control-regex
const UNSENDABLE = /[\x00-\x1f\x7f;]|[^\x00-\xff]/;

/**
 * A run's cookies, by the rules of RFC 6265bis. What keeps them is
 * loaded when the first one arrives; scripts that set cookies need `load()`
 * before.
 */
export class RunCookieJar implements CookieJar, ScriptCookies {
  #kept: KeptCookies | undefined;

  /** Loads what keeps them, so that `set` works. */
  async load(): Promise<void> {
    await this.#load();
  }

  /** A jar with the same cookies; what becomes of them from now on is apart. */
  copy(): RunCookieJar {
    const copy = new RunCookieJar();
    copy.#kept = this.#kept?.copy();
    return copy;
  }

  header(url: string): string | undefined {
    const cookies = this.#matching(url);
    if (cookies.length === 0) return undefined;
    return cookies.map(({ name, value }) =>
      name === "" ? value : `${name}=${value}`
    ).join("; ");
  }

  async store(url: string, setCookie: readonly string[]): Promise<void> {
    const place = placeOf(url);
    if (place === undefined) return;
    (await this.#load()).receive(setCookie, { place, now: Date.now() });
  }

  get(url: string): readonly Cookie[] {
    return this.#matching(url).map(({ hostOnly: _, ...cookie }) => cookie);
  }

  /** @throws {TypeError} The cookie breaks the rules, or does not fit the URL. */
  set(url: string, cookie: Cookie): void {
    if (this.#kept === undefined) {
      throw new Error("RunCookieJar.load() must come before set()");
    }
    const written = cookie.name + cookie.value + (cookie.path ?? "");
    const place = placeOf(url);
    const problem = UNSENDABLE.test(written) || cookie.name.includes("=")
      ? "its name, value or path holds a character that no cookie can hold (encode it, with encodeURIComponent)"
      : place === undefined
      ? `there are no cookies for "${url}" (give a URL)`
      : this.#kept.put(cookie, { place, now: Date.now() });
    if (problem === undefined) return;
    throw new TypeError(
      `Cannot set cookie ${JSON.stringify(cookie.name)}: ${problem}`,
    );
  }

  delete(url: string, name: string): void {
    for (const cookie of this.#matching(url)) {
      if (cookie.name === name) this.#kept!.store.delete(cookie);
    }
  }

  clear(): void {
    this.#kept?.store.clear();
  }

  /** Takes cookies that a file holds. */
  async import(cookies: readonly StoredCookie[]): Promise<void> {
    if (cookies.length === 0) return;
    (await this.#load()).restore(cookies, Date.now());
  }

  /** All cookies, for a file. */
  export(): StoredCookie[] {
    const all = this.#kept?.store.all(Date.now()) ?? [];
    return all.map(({ expires, sameSite: _, ...cookie }) => ({
      ...cookie,
      expires: expires === undefined ? 0 : Math.ceil(expires / 1000),
    }));
  }

  #matching(url: string): JarCookie[] {
    if (this.#kept === undefined) return [];
    const place = placeOf(url);
    return place ? this.#kept.store.matching(place, Date.now()) : [];
  }

  async #load(): Promise<KeptCookies> {
    if (this.#kept) return this.#kept;
    const { KeptCookies } = await import("./kept_cookies.ts");
    return this.#kept ??= new KeptCookies();
  }
}

/** Undefined for what has no cookies: hosts that the rules of the web refuse, such as 1.2.3.4.5. */
function placeOf(written: string): CookiePlace | undefined {
  // As in a request, a host without a scheme is one of HTTP: `example.com`, `localhost:3000`.
  const url = written.trim()
    .replace(/^(?![a-z][a-z\d+.-]*:\/\/|[^\/]*@)(?:\/\/)?/i, "http://");
  const parts = splitUrl(url);
  const path = parts?.target.split("?", 1)[0];
  if (path !== undefined && parts?.socketPath !== undefined) {
    // Cookies know no unix sockets: those are localhost.
    return { host: "localhost", path, encrypted: false, trusted: true };
  }
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, pathname } = new URL(url);
  if (hostname === "") return undefined;
  // Of schemes that the web does not know, it stays as it is written.
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const encrypted = (parts?.protocol ?? protocol) === "https:";
  const trusted = encrypted || isThisMachine(host);
  return { host, path: path ?? pathname, encrypted, trusted };
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") ||
    host === "::1" || host.startsWith("127.") && isAddress(host);
}
