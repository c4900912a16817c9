import type { Offers } from "../../core/collection/shape/types.ts";

/** A header that requests often have. */
interface KnownHeader {
  readonly about: string;
  readonly values?: Offers;
}

/** Types of content. */
export const CONTENT_TYPES: Offers = {
  "application/json": "JSON",
  "application/x-www-form-urlencoded": "A form",
  "multipart/form-data": "A form with files",
  "text/plain": "Plain text",
  "text/html": "HTML",
  "text/csv": "Comma-separated values",
  "application/xml": "XML",
  "application/octet-stream": "Any bytes",
  "application/pdf": "PDF",
  "application/problem+json": "A problem in JSON (RFC 9457)",
  "application/merge-patch+json": "A JSON Merge Patch (RFC 7396)",
  "application/json-patch+json": "A JSON Patch (RFC 6902)",
  "application/graphql-response+json": "A GraphQL response",
};

/** Headers that editors offer; any other is sent, too. */
export const KNOWN_HEADERS: Readonly<Record<string, KnownHeader>> = {
  Accept: {
    about: "Types of content that the response may have",
    values: { "*/*": "Any type", ...CONTENT_TYPES },
  },
  "Accept-Encoding": {
    about: "Compressions that the response may have",
    values: {
      gzip: "gzip",
      br: "Brotli",
      zstd: "Zstandard",
      deflate: "zlib",
      identity: "No compression",
    },
  },
  "Accept-Language": { about: "Languages that the response may have" },
  Authorization: {
    about: "Credentials; `auth` writes it for you",
  },
  "Cache-Control": {
    about: "How caches treat the request",
    values: {
      "no-cache": "Asks the server again",
      "no-store": "Keeps nothing",
      "max-age=0": "Takes nothing that is kept",
    },
  },
  "Content-Encoding": {
    about: "How the body is compressed",
    values: { gzip: "gzip", br: "Brotli", deflate: "zlib", zstd: "Zstandard" },
  },
  "Content-Language": { about: "The language of the body" },
  "Content-Type": { about: "The type of the body", values: CONTENT_TYPES },
  Cookie: { about: "Cookies; Brace adds those of its jar" },
  Host: { about: "The host that the request is for" },
  "Idempotency-Key": {
    about: "Lets the server handle a repeated request once",
  },
  "If-Match": { about: "Only if the resource has this ETag" },
  "If-Modified-Since": { about: "Only if the resource is newer" },
  "If-None-Match": { about: "Only if the resource has a different ETag" },
  "If-Unmodified-Since": { about: "Only if the resource is not newer" },
  Origin: { about: "The site that the request comes from" },
  Prefer: {
    about: "Preferences of the client (RFC 7240)",
    values: {
      "return=minimal": "A response without a body",
      "return=representation": "The resource after the change",
      "respond-async": "A response before the work is complete",
    },
  },
  Range: { about: "A part of the resource, such as `bytes=0-99`" },
  Referer: { about: "The page that the request comes from" },
  "User-Agent": { about: "The program that sends the request" },
  "X-API-Key": { about: "A key of the API" },
  "X-CSRF-Token": { about: "A token against forged requests" },
  "X-Correlation-ID": { about: "Ties requests together in logs" },
  "X-Forwarded-For": { about: "The address of the client behind a proxy" },
  "X-Request-ID": { about: "Names the request in logs" },
  "X-Requested-With": {
    about: "Kind of request of a browser",
    values: { XMLHttpRequest: "A script of a page" },
  },
};

/** The names, and what each is for. */
export const HEADER_NAMES: Offers = Object.fromEntries(
  Object.entries(KNOWN_HEADERS).map(([name, { about }]) => [name, about]),
);

/** Values of a header, by its name in any case. */
export function valuesOfHeader(name: string): Offers {
  const wanted = name.trim().toLowerCase();
  const known = Object.keys(KNOWN_HEADERS).find((one) =>
    one.toLowerCase() === wanted
  );
  return known === undefined ? {} : KNOWN_HEADERS[known].values ?? {};
}
