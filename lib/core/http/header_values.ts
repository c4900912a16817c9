/**
 * A response's headers as scripts and assertions see them: names in lower case,
 * the values of a repeated header joined by `, `; `set-cookie`, whose values
 * hold commas, is always an array.
 *
 * @example
 * ```ts
 * import { headerValues } from "./header_values.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(headerValues([["Vary", "A"], ["vary", "B"], ["Set-Cookie", "a=1"]]), {
 *   vary: "A, B",
 *   "set-cookie": ["a=1"],
 * });
 * ```
 */
export function headerValues(
  headers: readonly (readonly [name: string, value: string])[],
): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const earlier = values.get(key);
    if (key === "set-cookie") {
      values.set(key, [...(earlier ?? []), value]);
    } else {
      values.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
    }
  }
  // Unlike assignment, this makes `__proto__` a member like any other.
  return Object.fromEntries(values);
}
