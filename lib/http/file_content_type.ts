const TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  bin: "application/octet-stream",
  css: "text/css",
  csv: "text/csv",
  gif: "image/gif",
  gz: "application/gzip",
  htm: "text/html",
  html: "text/html",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ndjson: "application/x-ndjson",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tsv: "text/tab-separated-values",
  txt: "text/plain",
  wasm: "application/wasm",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

/**
 * The content type that a file's extension stands for;
 * `application/octet-stream` for an unknown one.
 *
 * @example
 * ```ts
 * import { fileContentType } from "./file_content_type.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(fileContentType("images/Logo.PNG"), "image/png");
 * ```
 */
export function fileContentType(path: string): string {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? "";
  return Object.hasOwn(TYPES, extension)
    ? TYPES[extension]
    : "application/octet-stream";
}
