import { decodeComponent, encodeFormText } from "../../core/render/encode.ts";
import { isHiddenField } from "../../core/secrets/hidden_names.ts";
import { jsonShape } from "../../core/render/json_shape.ts";
import { parseTemplate } from "../../core/template/parse_template.ts";
import type { FileBody, FileRow } from "./open_collection.ts";

/** The content type of a form. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

/** Whether a content type is that of a form. */
export function isForm(contentType: string): boolean {
  return contentType.split(";", 1)[0].trim().toLowerCase() === FORM_TYPE;
}

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

/**
 * The pairs of a form, where Brace writes them as they are here. A secret may
 * be written otherwise: its value comes from `.env`, where nobody encodes it.
 */
function formRows(text: string): FileRow[] | undefined {
  const rows: FileRow[] = [];
  for (const pair of text.split("&")) {
    const equals = pair.indexOf("=");
    const parts = equals === -1
      ? [pair, ""]
      : [pair.slice(0, equals), pair.slice(equals + 1)];
    const [name, value] = parts.map((part) =>
      decodeComponent(part.replaceAll("+", " "))
    );
    const [writtenName, written] = [name, value].map(encodeFormText);
    const isSame = written === parts[1] || isEncodedSecret(name, parts[1]);
    if (name === "" || equals === -1 || writtenName !== parts[0] || !isSame) {
      return undefined;
    }
    rows.push({ name: asLiteral(name), value: asLiteral(value) });
  }
  return rows;
}

/** Whether the value of a pair is a secret with percent-encoded characters, all of which are read. */
function isEncodedSecret(name: string, value: string): boolean {
  return !value.includes("{{") &&
    decodeComponent(value) !== value &&
    isHiddenField(name, decodeComponent(value.replaceAll("+", " ")));
}
