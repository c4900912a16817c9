import type { Script } from "../collection/types.ts";

const PLACEHOLDER =
  /\{\{\s*(?:process\.env\.(\w+)|([\p{L}_$][\p{L}\p{N}_$]*)((?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[\d+\])*))\s*\}\}/gu;

/**
 * What explains that code is no JavaScript where a placeholder stands at an
 * offset; empty where none does.
 *
 * @param script.isBru Whether it stands in a `.bru` file, which Bruno may read, too.
 */
export function placeholderHint(
  { code, dialect, isBru = false }:
    & Pick<Script, "code" | "dialect">
    & { readonly isBru?: boolean | undefined },
  offset: number,
): string {
  const object = isBru ? "bru" : "client";
  const get = dialect === "postman" ? "pm.variables.get" : `${object}.getVar`;
  for (
    const { 0: all, 1: entry, 2: name, 3: path, index } of code.matchAll(
      PLACEHOLDER,
    )
  ) {
    if (index > offset) break;
    if (offset > index + all.length) continue;
    const call = entry === undefined
      ? `${get}("${name}")${path}`
      : `${object}.getProcessEnv("${entry}")`;
    return ` (code has no placeholders: write ${call})`;
  }
  return "";
}

/** What to write in place of a URL as it is written; empty for one without placeholders. */
export function unresolvedHint(url: string): string {
  const [found] = /\{\{[^{}]*\}\}/.exec(url) ?? [];
  return found === undefined
    ? ""
    : `placeholders such as "${found}" are not resolved here; write req.resolved.url for the request's own URL, or client.interpolate(text)`;
}
