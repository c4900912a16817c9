import { hasQuery, setQuery } from "./query.ts";

/**
 * Puts an API key into a URL's query, percent-encoded. A parameter of that
 * name that the URL already has stays, as for every query parameter.
 *
 * @example
 * ```ts
 * import { apiKeyUrl } from "./apikey.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(apiKeyUrl("http://a/b?c=1", "api_key", "k&v"), "http://a/b?c=1&api_key=k%26v");
 * ```
 */
export function apiKeyUrl(url: string, key: string, value: string): string {
  return hasQuery(url, key) ? url : setQuery(url, [[key, value]]);
}
