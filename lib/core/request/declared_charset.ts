import type { Header } from "../collection/types.ts";
import { declaredCharset } from "../http/content_kind.ts";
import type { RenderedBody } from "../http/rendered_request.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";

/** What texts go out in; characters of ASCII are the same in nearly all others. */
const AS_SENT = /^utf-?8$/i;
// deno-lint-ignore no-control-regex
const BEYOND_ASCII = /[^\x00-\x7f]/;

/**
 * A header that declares another charset than the one that a body's text goes
 * out in.
 *
 * @param levels The headers as written, outer levels first.
 */
export function otherCharset(
  levels: readonly (readonly Header[])[],
  sent: readonly (readonly [name: string, value: string])[],
  body: RenderedBody | undefined,
): Diagnostic[] {
  if (body?.type !== "text") return [];
  const isType = (name: string) => name.toLowerCase() === "content-type";
  const [, type = ""] = sent.findLast(([name]) => isType(name)) ?? [];
  const charset = declaredCharset(type);
  if (charset === undefined || AS_SENT.test(charset)) return [];
  if (!BEYOND_ASCII.test(body.text)) return [];
  const header = levels.flat().findLast(({ name, disabled }) =>
    !disabled && isType(name.text)
  );
  if (header === undefined) return [];
  const { text, at } = header.value;
  const offset = text.indexOf(charset);
  return [{
    code: "INVALID_HEADER",
    severity: "warning",
    message:
      `The body goes out in UTF-8, although its header declares ${charset} (to send other bytes, use a body of type file)`,
    location: locationOf(at, {
      ...offset >= 0 && { offset, length: charset.length },
      place: "header",
    }),
  }];
}
