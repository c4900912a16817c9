import { headersOf } from "./header_of.ts";

/**
 * A written Content-Length that is not the body's. The server would wait for
 * bytes that never come, or take the rest of the body for the next request.
 * Undefined where all is well, or the body is chunked.
 *
 * @example
 * ```ts
 * import { wrongLength } from "./wrong_length.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(wrongLength([["content-length", "5"]], 4), "5");
 * assertEquals(wrongLength([["Content-Length", "4"]], 4), undefined);
 * ```
 */
export function wrongLength(
  headers: readonly (readonly [name: string, value: string])[],
  length: number,
): string | undefined {
  if (headersOf(headers, "transfer-encoding").length > 0) return undefined;
  return headersOf(headers, "content-length").find((written) =>
    !/^\d+$/.test(written.trim()) || Number(written) !== length
  );
}
