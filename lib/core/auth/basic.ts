/**
 * Makes the Authorization header's value of Basic auth (RFC 7617, UTF-8). The
 * scheme cannot express a colon in the user name: `checkAuth` refuses it.
 *
 * @example
 * ```ts
 * import { basicHeader } from "./basic.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(basicHeader("Aladdin", "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
 * ```
 */
export function basicHeader(username: string, password: string): string {
  const pair = new TextEncoder().encode(`${username}:${password}`);
  // Uint8Array.prototype.toBase64 is too new for the library's other hosts.
  return `Basic ${
    btoa(Array.from(pair, (byte) => String.fromCharCode(byte)).join(""))
  }`;
}

/**
 * Makes the Authorization header's value that carries a token (RFC 6750).
 * The prefix is "Bearer" unless told; an empty one leaves the token alone.
 *
 * @example
 * ```ts
 * import { bearerHeader } from "./basic.ts";
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
