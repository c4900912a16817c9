import type { Value } from "../../../core/scope/value/value.ts";
import { valueText } from "../../../core/scope/value/value_text.ts";

/** A value as an environment's file has it. */
export function valueToWrite(value: Value): unknown {
  if (typeof value === "string") return asText(value);
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value === "boolean" || value === null) return value;
  const text = valueText(value);
  if (typeof text !== "string") {
    throw new TypeError(`Cannot write a value: it is ${text.reason}`);
  }
  if (typeof value === "bigint" || value instanceof Date) return text;
  return { type: "object", data: asText(text) };
}

/** What a script set is not a template; in a file it would become one. */
function asText(text: string): string {
  return text.replaceAll("{{", "{{'{{'}}");
}
