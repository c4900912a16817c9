import type { ExchangeView } from "../../embedded/page/workbench/api.ts";
import type { CollectedResponse } from "../../tools/report/collect/types.ts";

/** How a body is shown, by its type and its content. */
export function bodyLanguage(
  { headers, body }: CollectedResponse,
): ExchangeView["language"] {
  const type = headers.find(({ name }) => name.toLowerCase() === "content-type")
    ?.value.toLowerCase() ?? "";
  if (body?.kind === "binary") {
    return /^image\/(?!svg)/.test(type) ? "image" : "hex";
  }
  if (body?.kind !== "text") return undefined;
  if (/\bjson\b/.test(type)) return "json";
  if (/\bhtml\b/.test(type)) return "html";
  if (/\bxml\b/.test(type)) return "xml";
  if (/\bjavascript\b/.test(type)) return "javascript";
  if (/\bcss\b/.test(type)) return "css";
  const start = body.text.slice(0, 100).trimStart();
  if (/^[{[]/.test(start)) return "json";
  if (/^<(?:!doctype html|html)/i.test(start)) return "html";
  return start.startsWith("<?xml") ? "xml" : "text";
}
