import { decodeComponent } from "../../../core/render/encode.ts";
import type { Bridge } from "../../../core/script/border/bridge.ts";
import type { Cookie } from "../../../core/script/border/types.ts";
import { createCookies } from "../http/cookies.ts";
import { postmanObject } from "../http/property_list.ts";

type Callback = (error: unknown, value?: unknown) => void;

/** Whether two names are those of one cookie: Postman's lists know no case, unlike its jar. */
export function sameCookie(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Makes `pm.cookies`: the cookies of the request's host by name, and `jar()`. */
export function createPostmanCookies(bridge: Bridge): Record<string, unknown> {
  const cookies = createCookies(bridge, { same: sameCookie });
  const { get, all } = cookies as unknown as Decoded;
  return {
    ...cookies,
    get: (name: unknown) => {
      const value = get(name);
      return value === undefined ? undefined : decodeComponent(value);
    },
    toObject: postmanObject(() => decodedAll(all()), { anyCase: true }),
    jar: () => jarOf((cookies.jar as () => Jar)()),
  };
}

/** The methods that decode values in Postman, and no others. */
interface Decoded {
  readonly get: (name: unknown) => string | undefined;
  readonly all: () => Cookie[];
}

function decodedAll(cookies: readonly Cookie[]) {
  return cookies.map(({ name, value }) => ({
    name,
    value: decodeComponent(value),
  }));
}

/** Brace's jar: its methods give promises. */
type Jar = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

function jarOf(jar: Jar): Record<string, unknown> {
  return {
    get: calledBack(async (url, name) => {
      const cookie = await jar.getCookie(place(url), name) as Cookie | null;
      return cookie === null ? null : decodeComponent(cookie.value);
    }),
    getAll: calledBack(async (url) =>
      listed(await jar.getCookies(place(url)) as Named[])
    ),
    set: calledBack(async (url, cookie, value) => {
      const at = place(url);
      await (value === undefined
        ? jar.setCookie(at, cookie)
        : jar.setCookie(at, cookie, value));
      const { name, key } = typeof cookie === "object" && cookie !== null
        ? cookie as { name?: unknown; key?: unknown }
        : { name: `${cookie}`.split("=", 1)[0].trim() };
      return await jar.getCookie(at, name ?? key) ?? undefined;
    }),
    unset: calledBack((url, name) => jar.deleteCookie(place(url), name)),
    clear: calledBack((url) => jar.deleteCookies(place(url))),
  };
}

/** A cookie with both of its names. */
type Named = Cookie & { readonly key: string };

/** A list of cookies that also has the methods of Postman's lists. */
function listed(cookies: Named[]): Named[] {
  const one = (name: unknown) =>
    cookies.findLast((it) => sameCookie(it.name, `${name}`));
  const methods = {
    all: () => [...cookies],
    count: () => cookies.length,
    each: (visit: (cookie: Named) => unknown) => cookies.forEach(visit),
    get: (name: unknown) => {
      const found = one(name);
      return found && decodeComponent(found.value);
    },
    has: (name: unknown) => one(name) !== undefined,
    idx: (index: number) => cookies[index],
    one,
    toObject: postmanObject(() => decodedAll(cookies), { anyCase: true }),
  };
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(cookies, name, { value });
  }
  return cookies;
}

/** A URL, which may be an object such as `pm.request.url`. */
function place(url: unknown): unknown {
  return typeof url === "object" && url !== null ? `${url}` : url;
}

/**
 * A method that calls the function back that is its last argument, and gives a
 * promise without one. The promise is one of the script's own, so that a script
 * fails which drops it after an error.
 */
function calledBack(
  act: (...args: unknown[]) => Promise<unknown>,
): (...args: unknown[]) => Promise<unknown> {
  return (...args) => {
    const callback = typeof args.at(-1) === "function"
      ? args.pop() as Callback
      : undefined;
    return new Promise((resolve, reject) => {
      act(...args).then((value) => {
        callback?.(null, value);
        resolve(value);
      }, (error) => {
        if (callback === undefined) return reject(error);
        callback(error);
        resolve(undefined);
      }).catch(reject);
    });
  };
}
