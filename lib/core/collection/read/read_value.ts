import { put } from "../../scope/value/put.ts";
import type { Value } from "../../scope/value/value.ts";
import { numberAsWritten } from "../../scope/value/written_number.ts";
import type { YamlNode } from "../yaml/node.ts";
import { parseTypedValue, VALUE_TYPES } from "./parse_typed_value.ts";

/**
 * Reads a variable's value: text, a number, true, false, null, a list, a
 * mapping, or OpenCollection's `{type, data}`. A number remembers how it is
 * written (`1.10`, a long id); one that JSON cannot write (`010`) is the text
 * as written.
 */
export function readValue(node: YamlNode): Value {
  const { value } = node;
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number": {
      const written = node.written() ?? String(value);
      return numberAsWritten(written) ?? written;
    }
    default:
      if (value === undefined || value === null) return null;
      if (Array.isArray(value)) return node.list().map(readValue);
      return readMapping(node);
  }
}

function readMapping(node: YamlNode): Value {
  if (!node.mapping()) return null;
  const data = typedData(node);
  if (data) {
    // Bruno writes the data as text; by hand, `{type: number, data: 3}` is natural.
    if (typeof data.value === "object" && data.value !== null) {
      return readValue(data);
    }
    const type = VALUE_TYPES.find((one) => one === node.get("type").value) ??
      "string";
    return parseTypedValue(type, data.written() ?? data.scalar() ?? "");
  }
  const members: Record<string, Value> = {};
  for (const key of node.keys()) {
    put(members, key, readValue(node.get(key)));
  }
  return members;
}

/** The data of OpenCollection's `{type, data}`; undefined for any other mapping. */
export function typedData(node: YamlNode): YamlNode | undefined {
  if (!VALUE_TYPES.some((one) => one === node.get("type").value)) {
    return undefined;
  }
  const keys = node.keys();
  return keys.length === 2 && keys.includes("data")
    ? node.get("data")
    : undefined;
}
