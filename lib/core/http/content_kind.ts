/** What a content type asks of a body. */
export type ContentKind = "json" | "form" | "multipart" | "text" | "other";

/** The kind of a written Content-Type; undefined where it says nothing yet. */
export function contentKind(
  contentType: string | undefined,
): ContentKind | undefined {
  // Only what a placeholder leads to could tell.
  if (contentType === undefined || contentType.includes("{{")) return undefined;
  const type = contentType.split(";", 1)[0].trim().toLowerCase();
  if (type === "") return undefined;
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  if (type === "text/plain") return "text";
  return /[/+.-](?:x-)?(?:nd)?json|csp-report|\*\/\*/.test(type)
    ? "json"
    : "other";
}

/** The charset of a content: that of its byte order mark, else that of its content type, else UTF-8. */
export function charsetOf(bytes: Uint8Array, contentType: string): string {
  return byteOrderMark(bytes) ?? declaredCharset(contentType) ?? "utf-8";
}

/** The charset that a content type declares. */
export function declaredCharset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return "utf-8";
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return undefined;
}
