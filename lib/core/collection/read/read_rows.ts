import type { Text } from "../../source/origin.ts";
import type { Header, Param } from "../types.ts";
import type { FormField, MultipartField } from "../body_types.ts";
import { keysOf } from "../shape/keys_of.ts";
import {
  FORM_FIELD,
  HEADER,
  PARAM,
  PARAM_TYPES,
  PART,
  PART_TYPES,
} from "../shape/rows.ts";
import type { YamlNode } from "../yaml/node.ts";

/** How to write what somebody wrote as a mapping or as text. */
export const AS_ROWS = `write "- { name: …, value: … }" for each`;
const HEADER_KEYS = keysOf(HEADER);
const FIELD_KEYS = keysOf(FORM_FIELD);
const PARAM_KEYS = keysOf(PARAM);
const PART_KEYS = keysOf(PART);

/** Reads `headers`. */
export function readHeaders(node: YamlNode): Header[] {
  return rows(node, HEADER_KEYS, (row) => pair(row));
}

/** Reads the fields of a form. */
export function readFormFields(node: YamlNode): FormField[] {
  return rows(node, FIELD_KEYS, (row) => pair(row));
}

/** Reads `params`; one without a type is a query parameter. */
export function readParams(node: YamlNode): Param[] {
  return rows(node, PARAM_KEYS, (row) => ({
    ...pair(row),
    type: row.get("type").oneOf(PARAM_TYPES) ?? "query",
  }));
}

/** Reads the parts of a multipart form; one without a type is text. */
export function readMultipartFields(node: YamlNode): MultipartField[] {
  return rows(node, PART_KEYS, (row) => {
    const { name, disabled } = pair(row, false);
    const type = row.get("type").oneOf(PART_TYPES) ?? "text";
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
export function rowText(node: YamlNode, wayOut?: string): Text {
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
  const name = rowText(row.get("name"));
  const value = readValue ? rowText(row.get("value")) : name;
  return { name, value, disabled: isDisabled(row) };
}

/** A text part has one value; a file part a path or a list of them. */
function partValues(node: YamlNode, type: "text" | "file"): Text[] {
  if (type === "text") return [rowText(node)];
  const nodes = Array.isArray(node.value) ? node.list() : [node];
  return nodes.map((one) => one.text()).filter((text) =>
    text !== undefined && text.text !== ""
  ) as Text[];
}
