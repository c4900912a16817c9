import type { Bridge } from "../../../core/script/border/bridge.ts";
import type { Cookie } from "../../../core/script/border/types.ts";
import { createCookies } from "../http/cookies.ts";

type Callback = (error: unknown, value?: unknown) => void;

/** Makes `pm.cookies`: the cookies of the request's host by name, and `jar()`. */
export function createPostmanCookies(bridge: Bridge): Record<string, unknown> {
  const cookies = createCookies(bridge);
  return {
    ...cookies,
    jar: () => jarOf((cookies.jar as () => Jar)()),
  };
}

/** Brace's jar: its methods give promises. */
type Jar = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

function jarOf(jar: Jar): Record<string, unknown> {
  return {
    get: calledBack(async (url, name) => {
      const cookie = await jar.getCookie(url, name) as Cookie | null;
      return cookie?.value;
    }),
    getAll: calledBack((url) => jar.getCookies(url)),
    set: calledBack((url, cookie, value) =>
      value === undefined
        ? jar.setCookie(url, cookie)
        : jar.setCookie(url, cookie, value)
    ),
    unset: calledBack((url, name) => jar.deleteCookie(url, name)),
    clear: calledBack((url) => jar.deleteCookies(url)),
  };
}

/** A method that calls the function back that is its last argument, and gives a promise without one. */
function calledBack(
  act: (...args: unknown[]) => Promise<unknown>,
): (...args: unknown[]) => Promise<unknown> {
  return async (...args) => {
    const callback = typeof args.at(-1) === "function"
      ? args.pop() as Callback
      : undefined;
    let value: unknown;
    try {
      value = await act(...args);
    } catch (error) {
      if (callback === undefined) throw error;
      callback(error);
      return undefined;
    }
    callback?.(null, value);
    return value;
  };
}
