/**
 * Parses JSON; integers beyond ±2^53 become a `bigint`, so that they keep
 * their digits. Throws SyntaxError.
 *
 * @example
 * ```ts
 * import { parseJson } from "./json.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseJson('{"id": 12345678901234567890}'), { id: 12345678901234567890n });
 * ```
 */
export function parseJson(text: string): unknown {
  // Most texts have no such number, and a reviver makes parsing slow.
  return mayHoldLargeInteger(text)
    ? (JSON.parse as ParseWithSource)(text, revive)
    : JSON.parse(text);
}

/** Whether the text has a run of digits that may not fit a number. */
export function mayHoldLargeInteger(text: string): boolean {
  return /\d{16}/.test(text);
}

type ParseWithSource = (
  text: string,
  reviver: (
    key: string,
    value: unknown,
    context: { source: string },
  ) => unknown,
) => unknown;

function revive(
  _key: string,
  value: unknown,
  context: { source: string },
): unknown {
  return typeof value === "number" && !Number.isSafeInteger(value) &&
      /^-?\d+$/.test(context.source)
    ? BigInt(context.source)
    : value;
}
