/**
 * Makes the Authorization header's value of Basic auth (RFC 7617, UTF-8).
 *
 * @throws {RangeError} The user name holds a colon, which the scheme cannot
 * express.
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
  if (username.includes(":")) {
    throw new RangeError("a user name for Basic auth cannot hold a colon");
  }
  const pair = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${pair.toBase64()}`;
}
