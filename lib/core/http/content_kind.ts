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
