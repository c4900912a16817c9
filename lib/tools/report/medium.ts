/** What a browser can show or play, or what has a name of its own. */
export interface Medium {
  readonly kind: "picture" | "sound" | "document";
  /** One of a few types: never what a server says. */
  readonly type: string;
  /** What files of it end with. */
  readonly extension: string;
}

const SIGNATURES: readonly (readonly [
  pattern: RegExp,
  kind: Medium["kind"],
  type: string,
  extension: string,
])[] = [
  [/^\x89PNG\r\n[^]\n/, "picture", "image/png", "png"],
  [/^\xff\xd8\xff/, "picture", "image/jpeg", "jpg"],
  [/^GIF8[79]a/, "picture", "image/gif", "gif"],
  [/^RIFF[^]{4}WEBP/, "picture", "image/webp", "webp"],
  [/^%PDF-/, "document", "application/pdf", "pdf"],
  [/^(?:ID3|\xff[\xf2\xf3\xfa\xfb])/, "sound", "audio/mpeg", "mp3"],
  [/^RIFF[^]{4}WAVE/, "sound", "audio/wav", "wav"],
  [/^OggS/, "sound", "audio/ogg", "ogg"],
  [/^fLaC/, "sound", "audio/flac", "flac"],
  [/^[^]{4}ftypM4A/, "sound", "audio/mp4", "m4a"],
  [/^\xff[\xf0\xf1\xf8\xf9]/, "sound", "audio/aac", "aac"],
];

/** Bytes that tell what a content is. */
export const SIGNATURE_LENGTH = 256;

/**
 * What a content is by how it begins; SVG also by its type, since any text may
 * hold some. Undefined for all else.
 *
 * @example
 * ```ts
 * import { mediumOf } from "./medium.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new TextEncoder().encode("GIF89a…");
 * assertEquals(mediumOf(bytes, "text/html")?.type, "image/gif");
 * ```
 */
export function mediumOf(
  bytes: Uint8Array,
  contentType: string,
): Medium | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, SIGNATURE_LENGTH));
  for (const [pattern, kind, type, extension] of SIGNATURES) {
    if (pattern.test(start)) return { kind, type, extension };
  }
  const isSvg = /^\s*image\/svg\+xml\s*(?:;|$)/i.test(contentType) &&
    /^(?:\xef\xbb\xbf)?\s*</.test(start);
  return isSvg
    ? { kind: "picture", type: "image/svg+xml", extension: "svg" }
    : undefined;
}
