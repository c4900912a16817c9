const UNRESERVED = /^[A-Za-z0-9\-._~]*$/;

/**
 * Percent-encodes everything but RFC 3986's unreserved characters, with
 * upper-case digits, as OAuth 1 (RFC 5849, 3.6) and AWS demand. A text is
 * encoded as UTF-8; bytes as they are. `keep` names further ASCII characters that stay.
 *
 * @example
 * ```ts
 * import { percentEncode } from "./percent_encode.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(percentEncode("a/b é*"), "a%2Fb%20%C3%A9%2A");
 * assertEquals(percentEncode("a/b", "/"), "a/b");
 * ```
 */
export function percentEncode(text: string | Uint8Array, keep = ""): string {
  if (typeof text === "string" && UNRESERVED.test(text)) return text;
  const bytes = typeof text === "string"
    ? new TextEncoder().encode(text)
    : text;
  let out = "";
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    out += byte < 0x80 && (UNRESERVED.test(char) || keep.includes(char))
      ? char
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return out;
}
