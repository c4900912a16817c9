/**
 * Makes the Authorization header's value that carries a token (RFC 6750).
 * The prefix is "Bearer" unless told; an empty one leaves the token alone.
 *
 * @example
 * ```ts
 * import { bearerHeader } from "./bearer.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(bearerHeader("abc"), "Bearer abc");
 * assertEquals(bearerHeader("abc", ""), "abc");
 * ```
 */
export function bearerHeader(token: string, prefix = "Bearer"): string {
  const scheme = prefix.trim();
  return scheme === "" ? token : `${scheme} ${token}`;
}
