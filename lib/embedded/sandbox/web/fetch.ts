import type { Bridge } from "../../../core/script/border/bridge.ts";
import { send } from "../http/send.ts";
import { FetchHeaders } from "./headers.ts";
import { createResponseClass } from "./response.ts";

/** Makes `fetch`; it sends through Brace's engine and network policy. */
export function createFetch(bridge: Bridge): Record<string, unknown> {
  const { Response, responseOf } = createResponseClass(bridge);
  const start = async (
    target: unknown,
    { method = "GET", headers, body, redirect }: Record<string, unknown>,
  ) => {
    const url = `${target}`;
    const received = await send(bridge, {
      url,
      method,
      headers: headers instanceof FetchHeaders ? [...headers] : headers,
      data: body,
      ...redirect === "manual" || redirect === "error"
        ? { maxRedirects: 0 }
        : {},
    }, { raw: true, textType: "text/plain;charset=UTF-8" });
    const response = responseOf(received, url);
    if (
      redirect === "error" && response.status >= 300 && response.status < 400 &&
      response.headers.has("location")
    ) {
      throw new TypeError(
        `Cannot fetch "${url}": the server redirects, and redirect is "error"`,
      );
    }
    return response;
  };
  // A promise of this kind is watched; that of an async function is not.
  const fetch = (target: unknown, options: Record<string, unknown> = {}) =>
    new Promise((resolve) => resolve(start(target, options)));
  return { fetch, Headers: FetchHeaders, Response };
}
