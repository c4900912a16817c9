import { percentDecode, percentEncode } from "./percent.ts";

/** The query of a URL in wire form, without `?`; undefined without one. */
export function queryPairs(url: string): string | undefined {
  const mark = url.indexOf("?");
  return mark < 0 ? undefined : url.slice(mark + 1);
}

/** Whether the query of a URL has a parameter of this (decoded, exact) name. */
export function hasQuery(url: string, name: string): boolean {
  return (queryPairs(url) ?? "").split("&").some((piece) =>
    nameOf(piece) === name
  );
}

/**
 * Puts parameters at the end of a URL's query, percent-encoded, and takes
 * earlier ones of the same names out. The rest of the URL stays byte for byte.
 *
 * @example
 * ```ts
 * import { setQuery } from "./query.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(setQuery("http://a/?k=old&x", [["k", "é"]]), "http://a/?x&k=%C3%A9");
 * ```
 */
export function setQuery(
  url: string,
  pairs: readonly (readonly [name: string, value: string])[],
): string {
  const names = new Set(pairs.map(([name]) => name));
  const query = queryPairs(url);
  const kept = (query ?? "").split("&").filter((piece) =>
    piece !== "" && !names.has(nameOf(piece))
  );
  const added = pairs.map(([name, value]) =>
    `${percentEncode(name)}=${percentEncode(value)}`
  );
  const base = query === undefined ? url : url.slice(0, -query.length - 1);
  return `${base}?${[...kept, ...added].join("&")}`;
}

function nameOf(piece: string): string {
  const bytes = percentDecode(piece.split("=", 1)[0], { plusIsSpace: true });
  return new TextDecoder().decode(bytes);
}
