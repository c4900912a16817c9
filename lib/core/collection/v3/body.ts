import { putRow, putRows, rowsOf } from "./rows.ts";
import type { Form, V3Shape, V3Source } from "./source.ts";
import { rawBody } from "./wire_rules.ts";

/** Types of a body that are a text. */
const RAW = ["json", "text", "xml", "html", "javascript"];
const BODY_TYPES = [...RAW, "formdata", "urlencoded", "file", "none"];

/** Puts the body; gives the Content-Type that goes with it. */
export function putBody(
  details: Form,
  source: V3Source,
  shape: V3Shape,
  written: string | undefined,
): string | undefined {
  if (!source.present || source.get("disabled").value === true) return;
  const type = source.get("type");
  if (!BODY_TYPES.includes(type.word)) {
    if (type.word !== "") type.wrongWord(BODY_TYPES);
    else {
      source.report({
        code: "INVALID_FIELD",
        message:
          `Cannot read "${source.name}": "type" is missing (write one such as "type: json")`,
        onKey: true,
      });
    }
    return;
  }
  const content = source.get("content");
  const put = (type: string, data: unknown) => {
    const body: Form = shape.set(details, "body", {}, source.keys);
    shape.set(body, "type", type, source.get("type").keys);
    shape.set(body, "data", data, content.keys);
    return body;
  };
  /** Postman sends nothing of an empty body, which a script may fill. */
  const putEmpty = (type: string, data: unknown) =>
    shape.set(put(type, data), "omitEmpty", true, source.get("type").keys);
  const isOff = (row: unknown) => (row as Form).disabled === true;
  if (type.word === "none") return;
  if (RAW.includes(type.word)) {
    const data = content.present ? v3JsonText(content) : "";
    if (data === "") {
      const isTyped = type.word === "json" || type.word === "xml";
      putEmpty(isTyped ? type.word : "text", "");
      return;
    }
    const raw = rawBody(data, { language: type.word, written });
    put(raw.type, data);
    return raw.contentType;
  }
  if (type.word === "file") {
    const path = content.isMapping ? content.get("src") : content;
    if (path.word === "") {
      put("file", []);
      return;
    }
    const file = { filePath: path.word, selected: true };
    const list: unknown[] = [];
    shape.set(
      shape.add(list, file, path.keys),
      "filePath",
      path.word,
      path.keys,
    );
    put("file", list);
    return;
  }
  if (type.word === "urlencoded") {
    const rows = putRows({}, "data", content, shape);
    if (rows.every(isOff)) putEmpty("form-urlencoded", rows);
    else put("form-urlencoded", rows);
    return;
  }
  const parts: unknown[] = [];
  for (const row of rowsOf(content)) {
    const form = putRow(parts, row, shape);
    const isFile = row.source.get("type").value === "file";
    shape.set(
      form,
      "type",
      isFile ? "file" : "text",
      row.source.get("type").keys,
    );
    shape.text(form, "contentType", row.source.get("contentType"));
    if (!isFile) continue;
    const src = row.source.get("src");
    const paths = (Array.isArray(src.value) ? src.list() : [src])
      .filter(({ word }) => word !== "");
    const value: unknown[] = shape.set(form, "value", [], src.keys);
    for (const path of paths) shape.add(value, path.word, path.keys);
  }
  if (parts.every(isOff)) putEmpty("multipart-form", parts);
  else put("multipart-form", parts);
}

/** A text; JSON that stands in the file as YAML is written out. */
export function v3JsonText(source: V3Source): string {
  const { value } = source;
  return typeof value === "object" && value !== null
    ? JSON.stringify(value, null, 2)
    : source.word;
}
