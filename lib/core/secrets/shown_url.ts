import { createMasker } from "./masker.ts";

/**
 * A URL without a name and password, and with the secrets of its query masked.
 *
 * @example
 * ```ts
 * import { shownUrl } from "./shown_url.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   shownUrl("https://me:pw@example.com/api.json?apikey=k1&v=2"),
 *   "https://example.com/api.json?apikey=***&v=2",
 * );
 * ```
 */
export function shownUrl(url: string): string {
  return createMasker().maskText(
    url.replace(/^(https?:\/\/)[^/?#]*@/i, "$1"),
  );
}
