/**
 * Writes a text as HTTP's quoted-string (RFC 9110, 5.6.4).
 *
 * @example
 * ```ts
 * import { quotedString } from "./quoted_string.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(quotedString('a "b"'), '"a \\"b\\""');
 * ```
 */
export function quotedString(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
