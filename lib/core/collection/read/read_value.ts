import { put } from "../../scope/value/put.ts";
import type { Value } from "../../scope/value/value.ts";
import { numberAsWritten } from "../../scope/value/written_number.ts";
import type { YamlNode } from "../yaml/node.ts";
import { parseWrittenJson } from "../../scope/value/parse_json.ts";

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
    const member = node.get(key);
    if (key === "<<" && (member.isMapping() || Array.isArray(member.value))) {
      member.refuseMerge();
      continue;
    }
    put(members, member.writtenKey(), readValue(member));
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

/**
 * The types that OpenCollection has for a variable's value, and `array`: the
 * format calls lists `object`, which who writes by hand does not expect.
 */
export const VALUE_TYPES = [
  "string",
  "number",
  "boolean",
  "null",
  "object",
  "array",
] as const;

/** The name of such a type. */
export type TypedValueType = typeof VALUE_TYPES[number];

/**
 * The value of OpenCollection's `{type, data: "text"}`. Data that does not fit
 * its type stays text, and so a template: `{type: number, data: "{{port}}"}`.
 * Numbers remember how they are written.
 */
export function parseTypedValue(type: TypedValueType, data: string): Value {
  const text = data.trim();
  switch (type) {
    case "string":
      return data;
    case "number":
      return numberAsWritten(text) ?? data;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : data;
    case "null":
      return text === "null" || text === "" ? null : data;
    case "object":
    case "array":
      try {
        const value: Value = parseWrittenJson(text);
        const fits = type === "array"
          ? Array.isArray(value)
          : typeof value === "object" && value !== null;
        return fits ? value : data;
      } catch {
        return data;
      }
    default:
      return type satisfies never;
  }
}
