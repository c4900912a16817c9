import { headerOf } from "../../../../core/http/header_of.ts";
import type { Response } from "../../../../core/http/response.ts";
import type { RequestResult } from "../../../../core/run/types.ts";
import { displayWidth } from "../../../../core/source/display_width.ts";
import { readContent } from "../../content.ts";
import { reasonPhrase } from "../../reason_phrase.ts";
import { count, formatBytes } from "../../text/amounts.ts";
import { printableLines } from "../../text/escape_controls.ts";
import { fitEnd } from "../../text/fit.ts";
import { indentJson } from "../../text/indent_json.ts";
import type { Context } from "../context.ts";

/** Of a body, as much as helps at first sight. */
const MAX_BYTES = 4_096;
const MAX_LINES = 8;

/** What the server responded, in short: status, content type and the first lines of the body. */
export function responseLines(
  { response }: Pick<RequestResult, "response">,
  context: Context,
): string[] {
  if (response === undefined) return [];
  const { style, line } = context;
  const { status, statusText, size } = response;
  const type = contentTypeOf(response);
  const facts = [
    ...type === "" ? [] : [line(type)],
    formatBytes(size.body),
    ...response.cut ? ["cut off"] : [],
  ];
  const named = `${status} ${statusText || reasonPhrase(status)}`.trim();
  return [
    `${style.cyan("←")} ${line(named)} ${style.dim(`· ${facts.join(" · ")}`)}`,
    ...bodyLines(response, context).map((it) => `${style.dim("│")} ${it}`),
  ];
}

function contentTypeOf({ headers }: Response): string {
  return headerOf(headers, "content-type") ?? "";
}

function bodyLines(response: Response, context: Context): string[] {
  const { style, masker, width } = context;
  const { body } = response;
  if (body.length === 0) return [];
  const content = readContent(body, {
    contentType: contentTypeOf(response),
    limit: MAX_BYTES,
  });
  if (content.kind === "binary") {
    return [style.dim(`(${formatBytes(body.length)} of binary content)`)];
  }
  const { cut } = content;
  const text = masker.maskText(content.text, { cut }).trimEnd();
  const room = width - 6;
  // JSON that came on one line is spread out where the line has no room for it.
  const spread = /^\s*[[{]/.test(text) && !text.includes("\n") &&
      displayWidth(text) > room
    ? indentJson(text)
    : text;
  const lines = printableLines(spread);
  const shown = lines.slice(0, MAX_LINES).map((line) => fitEnd(line, room));
  const more = lines.length - shown.length;
  if (more === 0) return shown;
  return [...shown, style.dim(cut ? "…" : `… ${count(more, "more line")}`)];
}
