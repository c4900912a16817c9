import { contentKind } from "../../../../core/http/content_kind.ts";
import { headerOf } from "../../../../core/http/header_of.ts";
import type { Response } from "../../../../core/http/response.ts";
import type { Masker } from "../../../../core/secrets/masker.ts";
import { readContent } from "../../content.ts";
import type { Style } from "../../style.ts";
import { formatBytes } from "../../text/amounts.ts";
import { printableLines } from "../../text/escape_controls.ts";
import { indentJson } from "../../text/indent_json.ts";
import { highlightJson } from "./highlight_json.ts";

/**
 * A response's content as a terminal can show it: no secrets, and nothing that
 * steers it; JSON is highlighted, and spread out where it came on one line.
 */
export function readableContent(
  { body, headers, truncated }: Response,
  { style, masker }: { readonly style: Style; readonly masker: Masker },
): string {
  if (body.length === 0) return "";
  const contentType = headerOf(headers, "content-type");
  const content = readContent(body, {
    contentType: contentType ?? "",
    limit: body.length,
  });
  if (content.kind === "binary") {
    return `(${formatBytes(body.length)} of binary content)\n`;
  }
  const text = masker.maskText(content.text, { cut: truncated })
    .replace(/\n$/, "");
  const isJson = /^\s*[[{]/.test(text) &&
    (contentKind(contentType) ?? "json") === "json";
  if (!isJson) return `${printableLines(text).join("\n")}\n`;
  const lines = printableLines(text.includes("\n") ? text : indentJson(text));
  return `${lines.map((line) => highlightJson(line, style)).join("\n")}\n`;
}
