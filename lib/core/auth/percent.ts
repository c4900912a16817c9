const UNRESERVED = /^[A-Za-z0-9\-._~]*$/;

/**
 * Percent-encodes everything but RFC 3986's unreserved characters, with
 * upper-case digits, as OAuth 1 (RFC 5849, 3.6) and AWS demand. A text is
 * encoded as UTF-8; bytes as they are. `keep` names further ASCII characters that stay.
 *
 * @example
 * ```ts
 * import { percentEncode } from "./percent.ts";
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

const PLUS = 0x2b;
const PERCENT = 0x25;
const SPACE = 0x20;

/**
 * Decodes `%XX` into bytes; what is not a valid escape stays as written. With
 * `plusIsSpace`, `+` is a space, as in forms. Bytes, because an escape need not be UTF-8.
 */
export function percentDecode(
  text: string,
  options: { readonly plusIsSpace: boolean },
): Uint8Array {
  const source = new TextEncoder().encode(text);
  const out = new Uint8Array(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i++) {
    let byte = source[i];
    if (byte === PERCENT) {
      const high = hexDigit(source[i + 1]);
      const low = hexDigit(source[i + 2]);
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        i += 2;
      }
    } else if (byte === PLUS && options.plusIsSpace) {
      byte = SPACE;
    }
    out[length++] = byte;
  }
  return out.subarray(0, length);
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** One decoded pair of a query or a form. */
export type FormPair = readonly [name: Uint8Array, value: Uint8Array];

/** Takes `a=b&c` apart and decodes it by the rules of forms; empty pieces are dropped. */
export function formPairs(text: string): FormPair[] {
  const decode = (part: string) => percentDecode(part, { plusIsSpace: true });
  return text.split("&").filter((piece) => piece !== "").map((piece) => {
    const equals = piece.indexOf("=");
    return equals < 0
      ? [decode(piece), new Uint8Array()]
      : [decode(piece.slice(0, equals)), decode(piece.slice(equals + 1))];
  });
}

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
 * import { setQuery } from "./percent.ts";
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
  const kept = (query ?? "").split("&")
    .filter((piece) => !names.has(nameOf(piece))).join("&");
  const added = pairs.map(([name, value]) =>
    `${percentEncode(name)}=${percentEncode(value)}`
  );
  const base = query === undefined ? url : url.slice(0, -query.length - 1);
  const separator = kept === "" || kept.endsWith("&") ? "" : "&";
  return `${base}?${kept}${separator}${added.join("&")}`;
}

function nameOf(piece: string): string {
  const bytes = percentDecode(piece.split("=", 1)[0], { plusIsSpace: true });
  return new TextDecoder().decode(bytes);
}
