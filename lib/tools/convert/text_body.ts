import { decodeComponent, encodeFormText } from "../../core/render/encode.ts";
import { jsonShape } from "../../core/render/json_shape.ts";
import { parseTemplate } from "../../core/template/parse_template.ts";
import type { FileBody, FileRow } from "./open_collection.ts";

/** The content type of a form. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

/** A text that is data, as a template that writes just that. */
export function asLiteral(text: string): string {
  return text.replaceAll("{{", "{{'{{'}}");
}

/**
 * A body in the most readable form that sends the same bytes, and its content
 * type where the form does not imply it.
 */
export function textBody(
  text: string,
  contentType: string,
): { body: FileBody; contentType?: string } {
  const type = contentType.split(";", 1)[0].trim().toLowerCase();
  if (/[/+]json$/.test(type) && isJson(text)) {
    return { body: { type: "json", data: text } };
  }
  if (/[/+]xml$/.test(type)) return { body: { type: "xml", data: text } };
  const rows = type === FORM_TYPE ? formRows(text) : undefined;
  if (rows) return { body: { type: "form-urlencoded", data: rows } };
  return { body: { type: "text", data: text }, contentType };
}

/** Comments would be taken out of it, so that a text with some is not JSON here. */
function isJson(text: string): boolean {
  const { flaw, pieces } = jsonShape(parseTemplate(text));
  const kept = pieces.map((piece) =>
    piece.kind === "text"
      ? piece.text
      : text.slice(piece.part.start, piece.part.end)
  ).join("");
  return flaw === undefined && kept === text;
}

/** The pairs of a form, where Brace writes them as they are here. */
function formRows(text: string): FileRow[] | undefined {
  const rows = text.split("&").map((pair) => {
    const equals = pair.indexOf("=");
    const decode = (part: string) => decodeComponent(part.replaceAll("+", " "));
    return equals === -1 ? { name: decode(pair), value: "" } : {
      name: decode(pair.slice(0, equals)),
      value: decode(pair.slice(equals + 1)),
    };
  });
  const written = rows.map(({ name, value }) =>
    `${encodeFormText(name)}=${encodeFormText(value)}`
  ).join("&");
  return written === text && rows.every(({ name }) => name !== "")
    ? rows
    : undefined;
}
