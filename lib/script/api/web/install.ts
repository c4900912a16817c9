import type { Bridge } from "../../bridge.ts";
import { binary, bytesFrom } from "../../encode.ts";
import { createBuffer } from "./buffer.ts";
import { createCrypto } from "./crypto.ts";
import { createFetch } from "./fetch.ts";
import { SearchParams } from "./search_params.ts";
import { structuredClone } from "./structured_clone.ts";
import { createText } from "./text.ts";
import { createUrl } from "./url.ts";

/** Makes the globals of the web and of node that scripts count on. */
export function createWeb(bridge: Bridge): Record<string, unknown> {
  return {
    ...createText(bridge),
    ...createFetch(bridge),
    URL: createUrl(bridge),
    URLSearchParams: SearchParams,
    Buffer: createBuffer(bridge),
    crypto: createCrypto(bridge),
    structuredClone,
    atob: (text: unknown) => binary(bridge.call("base64.decode", `${text}`)),
    btoa: (text: unknown) => {
      const latin = `${text}`;
      // deno-lint-ignore no-control-regex
      if (/[^\u0000-\u00ff]/.test(latin)) {
        throw new TypeError(
          "Cannot encode the text: btoa takes characters up to U+00FF; use Buffer.from(text).toString('base64')",
        );
      }
      return bridge.call("base64.encode", bytesFrom(latin));
    },
  };
}
