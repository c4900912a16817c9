import type { Bridge } from "../../../core/script/border/bridge.ts";
import type { Cookie } from "../../../core/script/border/types.ts";
import { createPropertyList, named, type Property } from "./property_list.ts";

/** A cookie with the name that collections also know it by. */
type CookieItem = Cookie & Property & { readonly key: string };

/** Makes `client.cookies`: the cookies of a URL, by default the current request's, as a list, and `jar()`. */
export function createCookies(
  bridge: Bridge,
  {
    url = () =>
      bridge.call("response")?.url ?? bridge.call("request.resolved").url,
    same = (a, b) => a === b,
  }: {
    url?: () => string;
    same?: (a: string, b: string) => boolean;
  } = {},
): Record<string, unknown> {
  const list = createPropertyList<CookieItem>({
    read: () => bridge.call("cookies.get", url()).map(withKey),
    write: (items) => {
      const target = url();
      const kept = new Set(items.map(({ name }) => name));
      for (const { name } of bridge.call("cookies.get", target)) {
        if (!kept.has(name)) bridge.call("cookies.delete", target, name);
      }
      for (const item of items) store(bridge, target, item);
    },
    same,
    item: cookieItem,
    text: (items) =>
      items.map(({ name, value }) => `${name}=${value}`).join("; "),
  });
  return Object.assign(list, {
    clear: () => {
      const target = url();
      for (const { name } of bridge.call("cookies.get", target)) {
        bridge.call("cookies.delete", target, name);
      }
    },
    jar: () => createJar(bridge),
  });
}

function createJar(bridge: Bridge): Record<string, unknown> {
  const get = (url: unknown) =>
    bridge.call("cookies.get", text(url)).map(withKey);
  const set = (url: unknown, cookie: unknown) =>
    store(bridge, text(url), cookieItem(cookie));
  return {
    getCookie: promising((url, name) =>
      get(url).find((cookie) => cookie.name === `${name}`) ?? null
    ),
    getCookies: promising((url) => get(url)),
    hasCookie: promising((url, name) =>
      get(url).some((cookie) => cookie.name === `${name}`)
    ),
    setCookie: promising((url, cookie, value) =>
      set(
        url,
        typeof cookie === "string" && !isWhole(cookie, value)
          ? { name: cookie, value }
          : cookie,
      )
    ),
    setCookies: promising((url, cookies) => {
      if (!Array.isArray(cookies)) {
        throw new TypeError("Cannot set the cookies: give a list of them");
      }
      for (const cookie of cookies) set(url, cookie);
    }),
    deleteCookie: promising((url, name) =>
      bridge.call("cookies.delete", text(url), `${name}`)
    ),
    deleteCookies: promising((url) => {
      for (const { name } of get(url)) {
        bridge.call("cookies.delete", text(url), name);
      }
    }),
    clear: promising(() => bridge.call("cookies.clear")),
  };
}

/** A method that acts at once and gives a promise; a function as its last argument is called back too. */
function promising(
  act: (...args: unknown[]) => unknown,
): (...args: unknown[]) => Promise<unknown> {
  return (...args) => {
    const callback = typeof args.at(-1) === "function"
      ? args.pop() as (error: unknown, value?: unknown) => void
      : undefined;
    let value: unknown;
    try {
      value = act(...args);
    } catch (error) {
      if (callback === undefined) return Promise.reject(error);
      callback(error);
      return Promise.resolve();
    }
    callback?.(null, value);
    return Promise.resolve(value);
  };
}

function store(bridge: Bridge, url: string, cookie: CookieItem): void {
  bridge.call("cookies.set", url, { ...cookie, name: cookie.name });
}

function withKey({ name, ...rest }: Cookie): CookieItem {
  return named<CookieItem>({ key: name, ...rest });
}

/** Whether a text says a whole cookie, as `Set-Cookie` does, and no name. */
function isWhole(text: string, value: unknown): boolean {
  return value === undefined && text.includes("=");
}

/** The attributes of `Set-Cookie`, by the names that scripts know. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  domain: "domain",
  path: "path",
  expires: "expires",
  secure: "secure",
  httponly: "httpOnly",
  samesite: "sameSite",
};

/** A cookie as `Set-Cookie` has it: `a=b; Path=/; Max-Age=60`. */
function writtenCookie(text: string): Record<string, unknown> {
  const [first, ...attributes] = text.split(";").map(pairOf);
  const cookie: Record<string, unknown> = {
    name: first.name,
    value: first.value ?? "",
  };
  for (const { name, value } of attributes) {
    const key = name.toLowerCase();
    if (key === "max-age" && /^-?\d+$/.test(value ?? "")) {
      cookie.maxAge = Number(value);
    } else if (Object.hasOwn(ATTRIBUTES, key)) {
      cookie[ATTRIBUTES[key]] = value ?? true;
    }
  }
  return cookie;
}

function pairOf(text: string): { name: string; value?: string } {
  const equals = text.indexOf("=");
  return equals < 0 ? { name: text.trim() } : {
    name: text.slice(0, equals).trim(),
    value: text.slice(equals + 1).trim(),
  };
}

/** A cookie as scripts write it: `a=b; Path=/`, or `name` or `key`, `expires` in any form, `maxAge` in seconds. */
function cookieItem(value: unknown): CookieItem {
  if (typeof value === "string" && value.includes("=")) {
    return cookieItem(writtenCookie(value));
  }
  if (typeof value !== "object" || value === null) {
    throw new TypeError("Cannot set the cookie: give { name, value }");
  }
  const { name, key, expires, maxAge, value: content, ...rest } =
    value as Record<string, unknown>;
  const cookieName = `${name ?? key ?? ""}`;
  if (cookieName === "") {
    throw new TypeError("Cannot set the cookie: it has no name");
  }
  const time = typeof maxAge === "number"
    ? Date.now() + maxAge * 1000
    : expires === undefined || expires === null
    ? undefined
    : new Date(expires as string | number | Date).getTime();
  return named<CookieItem>({
    ...rest,
    key: cookieName,
    value: `${content ?? ""}`,
    ...time === undefined || Number.isNaN(time) ? {} : { expires: time },
  });
}

function text(value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError("Cannot reach the cookies: the first argument is a URL");
}
