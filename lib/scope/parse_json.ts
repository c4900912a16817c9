import type { Value } from "./value.ts";

/**
 * Parses JSON, keeping the digits of integers beyond ±2^53.
 *
 * @throws {SyntaxError} When the text is no JSON.
 */
export function parseJson(text: string): Value {
  // The reviver is several times slower; only long digit runs need it.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => Value);
}

function keepDigits(
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}
