import type { Value } from "../../scope/value.ts";

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

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The value of OpenCollection's `{type, data: "text"}`. Data that does not fit
 * its type stays text, and so a template: `{type: number, data: "{{port}}"}`.
 * Integers beyond ±2^53 keep their digits.
 */
export function parseTypedValue(type: TypedValueType, data: string): Value {
  const text = data.trim();
  switch (type) {
    case "string":
      return data;
    case "number": {
      const number = JSON_NUMBER.test(text) ? exactNumber(text) : NaN;
      return typeof number === "bigint" || Number.isFinite(number)
        ? number
        : data;
    }
    case "boolean":
      return text === "true" ? true : text === "false" ? false : data;
    case "null":
      return text === "null" || text === "" ? null : data;
    case "object":
    case "array":
      try {
        const value: Value = JSON.parse(text, keepDigits);
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

function exactNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text)
    ? number
    : BigInt(text);
}

function keepDigits(
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  return typeof value === "number" && context?.source !== undefined
    ? exactNumber(context.source)
    : value;
}
