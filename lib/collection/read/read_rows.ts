import type { Text } from "../../source/origin.ts";
import type { FormField, Header, MultipartField, Param } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";

/** How to write what somebody wrote as a mapping or as text. */
export const AS_ROWS = `write "- { name: …, value: … }" for each`;
const ROW_KEYS = [
  "name",
  "value",
  "description",
  "disabled",
  "enabled",
] as const;
const PARAM_KEYS = [...ROW_KEYS, "type"] as const;
const PART_KEYS = [...ROW_KEYS, "type", "contentType"] as const;

/** Reads `headers`. */
export function readHeaders(node: YamlNode): Header[] {
  return rows(node, ROW_KEYS, (row) => pair(row));
}

/** Reads the fields of a form. */
export function readFormFields(node: YamlNode): FormField[] {
  return rows(node, ROW_KEYS, (row) => pair(row));
}

/** Reads `params`; one without a type is a query parameter. */
export function readParams(node: YamlNode): Param[] {
  return rows(node, PARAM_KEYS, (row) => ({
    ...pair(row),
    type: row.get("type").oneOf(["query", "path"]) ?? "query",
  }));
}

/** Reads the parts of a multipart form; one without a type is text. */
export function readMultipartFields(node: YamlNode): MultipartField[] {
  return rows(node, PART_KEYS, (row) => {
    const { name, disabled } = pair(row, false);
    const type = row.get("type").oneOf(["text", "file"]) ?? "text";
    const contentType = row.get("contentType").text();
    return {
      name,
      type,
      values: partValues(row.get("value"), type),
      ...(contentType?.text && { contentType }),
      disabled,
    };
  });
}

/** True for a row that `disabled: true` or `enabled: false` switches off. */
export function isDisabled(row: YamlNode): boolean {
  return row.get("disabled").flag() ?? row.get("enabled").flag() === false;
}

/** A key's text, or "" where it is absent. */
export function textOf(node: YamlNode, wayOut?: string): Text {
  return node.text(wayOut) ?? { text: "", at: node.at };
}

function rows<T>(
  node: YamlNode,
  known: readonly string[],
  read: (row: YamlNode) => T,
): T[] {
  return node.list(AS_ROWS).filter((row) => expectMapping(row, known))
    .map(read);
}

/** Also reports an element that is nothing at all. */
export function expectMapping(
  row: YamlNode,
  known?: readonly string[],
): boolean {
  if (!row.present) row.wrongType("a mapping");
  return row.mapping(known);
}

function pair(row: YamlNode, readValue = true): FormField {
  if (!row.get("name").present) row.missing("name");
  const name = textOf(row.get("name"));
  const value = readValue ? textOf(row.get("value")) : name;
  return { name, value, disabled: isDisabled(row) };
}

/** A text part has one value; a file part a path or a list of them. */
function partValues(node: YamlNode, type: "text" | "file"): Text[] {
  if (type === "text") return [textOf(node)];
  const nodes = Array.isArray(node.value) ? node.list() : [node];
  return nodes.map((one) => one.text()).filter((text) =>
    text !== undefined && text.text !== ""
  ) as Text[];
}
