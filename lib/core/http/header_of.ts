type HeaderPair = readonly [name: string, value: string];

/** The first value of a header, by its lower-case name; undefined when it is not there. */
export function headerOf(
  headers: readonly HeaderPair[],
  name: string,
): string | undefined {
  for (const [key, value] of headers) {
    // Comparing lengths first spares most of the lower-casing.
    if (key.length === name.length && key.toLowerCase() === name) return value;
  }
  return undefined;
}

/** Every value of a header, by its lower-case name. */
export function headersOf(
  headers: readonly HeaderPair[],
  name: string,
): string[] {
  return headers
    .filter(([key]) => key.length === name.length && key.toLowerCase() === name)
    .map(([, value]) => value);
}

/** Headers with others put in the place of those with the same names, or at the end. */
export function withHeaders(
  headers: readonly HeaderPair[],
  set: readonly HeaderPair[],
): [name: string, value: string][] {
  const names = new Set(set.map(([name]) => name.toLowerCase()));
  const kept = headers.filter(([name]) => !names.has(name.toLowerCase()));
  return [...kept, ...set].map(([name, value]) => [name, value]);
}

/**
 * A response's headers as scripts and assertions see them: names in lower case,
 * the values of a repeated header joined by `, `; `set-cookie`, whose values
 * hold commas, is always an array.
 *
 * @example
 * ```ts
 * import { headerValues } from "./header_of.ts";
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
