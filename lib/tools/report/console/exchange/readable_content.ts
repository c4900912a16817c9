import { displayWidth } from "../../../../core/source/display_width.ts";
import { contentKind } from "../../../../core/http/content_kind.ts";
import { headerOf } from "../../../../core/http/header_of.ts";
import type { Response } from "../../../../core/http/response.ts";
import type { Masker } from "../../../../core/secrets/masker.ts";
import { readContent } from "../../content.ts";
import type { Style } from "../../style.ts";
import { formatBytes } from "../../text/amounts.ts";
import { printableLines } from "../../text/escape_controls.ts";
import { indentJson } from "../../text/indent_json.ts";
import { jsonTokens } from "../../text/indent_json.ts";

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
  return readableText(content.text, {
    style,
    masker,
    isJson: (contentKind(contentType) ?? "json") === "json",
    cut: truncated,
  });
}

/** A text as a terminal can show it, by the same rules. */
export function readableText(
  written: string,
  { style, masker, isJson = true, cut = false, width = 0 }: {
    readonly style: Style;
    readonly masker: Masker;
    /** Whether it is JSON where it reads as such. Default true. */
    readonly isJson?: boolean;
    readonly cut?: boolean;
    /** JSON that has room in so many columns stays on its line. Default: none. */
    readonly width?: number;
  },
): string {
  const text = masker.maskText(written, { cut }).replace(/\n$/, "");
  if (!isJson || !/^\s*[[{]/.test(text)) {
    return `${printableLines(text).join("\n")}\n`;
  }
  const stays = text.includes("\n") || displayWidth(text) <= width;
  const lines = printableLines(stays ? text : indentJson(text));
  return `${lines.map((line) => highlightJson(line, style)).join("\n")}\n`;
}

/** Stresses names, texts, numbers and words in a line of JSON. */
function highlightJson(line: string, style: Style): string {
  let out = "";
  let at = 0;
  for (const { start, end, isText } of jsonTokens(line)) {
    const token = line.slice(start, end);
    out += line.slice(at, start);
    at = end;
    if (isText) {
      out += (isName(line, end) ? style.cyan : style.green)(token);
    } else out += /^[\w.+-]/.test(token) ? style.yellow(token) : token;
  }
  return out + line.slice(at);
}

/** A text with a colon behind it. */
function isName(line: string, end: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(line);
}
