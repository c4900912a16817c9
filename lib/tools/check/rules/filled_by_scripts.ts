import type { Auth } from "../../../core/collection/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { writesSomeHeader } from "../script/text_parts.ts";
import type { ScriptedPart } from "../types.ts";

/**
 * Whether it is about auth or a path parameter without a value, or about a file
 * that is not named, where scripts may write the header of this auth, the URL,
 * or the body.
 */
export function isFilledByScripts(
  { code, location, severity }: Diagnostic,
  written: ReadonlySet<ScriptedPart>,
  auth: Auth | undefined,
): boolean {
  if (severity !== "warning") return false;
  if (code === "MISSING_PATH") return written.has("body");
  const { place } = location ?? {};
  if (place === "url") return written.has("url");
  if (place !== "auth") return false;
  const field = (name: string) => {
    const value = auth?.fields.get(name);
    return typeof value === "object" ? value.text : "";
  };
  const isKey = auth?.type === "apikey";
  if (isKey && field("placement") === "query") return written.has("url");
  const header = isKey ? field("key").toLowerCase() : "authorization";
  return written.has("headers") ||
    (header.includes("{{")
      ? writesSomeHeader(written)
      : written.has(`header ${header}`));
}
