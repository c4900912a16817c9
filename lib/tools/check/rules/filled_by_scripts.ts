import type { Auth } from "../../../core/collection/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { ScriptedPart } from "../types.ts";

/**
 * Whether it is about auth or a path parameter without a value, where scripts
 * may write the header of this auth, or the URL.
 */
export function isFilledByScripts(
  { location, severity }: Diagnostic,
  written: ReadonlySet<ScriptedPart>,
  auth: Auth | undefined,
): boolean {
  if (severity !== "warning") return false;
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
      ? [...written].some((it) => it.startsWith("header "))
      : written.has(`header ${header}`));
}
