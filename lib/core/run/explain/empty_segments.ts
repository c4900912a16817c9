import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";
import { cachedTemplate } from "../../template/template_of.ts";
import type { RunState } from "../run_state.ts";

/** A `/` of the path, not one of those before a host. */
const OPENS = /(?:^|[^/])\/$/;
const CLOSES = /^(?:$|[/?#])/;
const END = { kind: "text", text: "" } as const;

/**
 * Says which placeholders of a request's URL leave their whole segment empty,
 * as the values are now: `/orders/{{id}}` then asks for all orders. Nothing of
 * a URL that a script wrote anew.
 */
export function emptySegments(
  { request: { url }, scopes, scripts }: Pick<
    RunState,
    "request" | "scopes" | "scripts"
  >,
): Diagnostic[] {
  if (!url.text.includes("/{{")) return [];
  const found: Diagnostic[] = [];
  const { parts } = cachedTemplate(url.text);
  for (const [at, { kind, text, start, end }] of parts.entries()) {
    if (kind === "text") {
      if (/[?#]/.test(text)) break;
      continue;
    }
    const before = parts[at - 1];
    const next = parts[at + 1] ?? END;
    const isSegment = before?.kind === "text" && OPENS.test(before.text) &&
      next.kind === "text" && CLOSES.test(next.text);
    if (!isSegment || scopes.find(text)?.value !== "") continue;
    found.push({
      code: "INVALID_FIELD",
      severity: "warning",
      message: `Sent the URL without "{{${text}}}": its value is empty`,
      location: locationOf(url.at, {
        offset: start,
        length: end - start,
        place: "url",
      }),
      expression: text,
    });
  }
  const isAsWritten = found.length === 0 || scripts === undefined ||
    scripts.changed().request.url.text === url.text;
  return isAsWritten ? found : [];
}
