/**
 * A number of a file that JavaScript would print otherwise than it is written,
 * such as `19.90` or `1e3`: inserted as written, compared as a number, and as
 * text where it is too large to be one (`1e400`).
 *
 * @example
 * ```ts
 * import { WrittenNumber } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const price = new WrittenNumber("19.90", 19.9);
 * assertEquals(`${price}`, "19.90");
 * assertEquals(JSON.stringify([price]), "[19.9]");
 * ```
 */
export class WrittenNumber {
  /**
   * Keeps a number with its text.
   *
   * @param text As the file has it: a JSON number.
   * @param number The number that this is; infinite for one that is too large.
   */
  constructor(readonly text: string, readonly number: number) {}

  /** The text as written. */
  toString(): string {
    return this.text;
  }

  /** The number; the text of one that JavaScript has no number for, such as `1e400`. */
  toJSON(): number | string {
    return Number.isFinite(this.number) ? this.number : this.text;
  }
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The number that a text is, remembering how it is written; undefined for what
 * is not a JSON number, such as `010`, `+1` or `0x1F`.
 */
export function numberAsWritten(
  text: string,
): number | bigint | WrittenNumber | undefined {
  if (!JSON_NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (String(number) === text) return number;
  if (!Number.isSafeInteger(number) && /^-?\d+$/.test(text)) {
    return BigInt(text);
  }
  return new WrittenNumber(text, number);
}
