/** Where people expect another type than the registry's, or it has none. */
const OWN: Readonly<Record<string, string>> = {
  ico: "image/x-icon",
  ndjson: "application/x-ndjson",
  yaml: "application/yaml",
  yml: "application/yaml",
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
 * assertEquals(await fileContentType("images/Logo.PNG"), "image/png");
 * ```
 */
export async function fileContentType(path: string): Promise<string> {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? "";
  if (Object.hasOwn(OWN, extension)) return OWN[extension];
  const { default: mime } = await import("mime");
  return mime.getType(extension) ?? "application/octet-stream";
}
