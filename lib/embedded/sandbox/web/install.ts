import type { Bridge } from "../../../core/script/border/bridge.ts";
import { binary, bytesFrom } from "../../../core/script/border/encode.ts";
import { completeBuffer } from "./buffer.ts";
import { createCrypto } from "./crypto.ts";
import { createFetch } from "./fetch.ts";
import { SearchParams } from "./search_params.ts";
import { structuredClone } from "./structured_clone.ts";
import { createText } from "./text.ts";
import { createUrl } from "./url.ts";

/** Makes the globals of the web and of node that scripts count on. */
export function createWeb(
  bridge: Bridge,
  packages: { readonly Buffer: unknown },
): Record<string, unknown> {
  return {
    ...createText(bridge),
    ...createFetch(bridge),
    URL: createUrl(bridge),
    URLSearchParams: SearchParams,
    Buffer: completeBuffer(bridge, packages.Buffer),
    crypto: createCrypto(bridge),
    structuredClone,
    atob: (text: unknown) => {
      const base64 = `${text}`.replace(/[ \t\n\f\r]/g, "");
      const digits = base64.replace(/={1,2}$/, "");
      // Tokens carry the characters of base64url.
      if (!/^[\w+/-]*$/.test(digits) || digits.length % 4 === 1) {
        throw new TypeError("Cannot decode the text: it is not base64");
      }
      return binary(bridge.call("base64.decode", digits));
    },
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
