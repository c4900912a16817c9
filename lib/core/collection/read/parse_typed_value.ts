import { parseWrittenJson } from "../../scope/value/parse_json.ts";
import type { Value } from "../../scope/value/value.ts";
import { numberAsWritten } from "../../scope/value/written_number.ts";

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
