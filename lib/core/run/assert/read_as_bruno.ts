import {
  readRightSide,
  type RightSide,
} from "../../assertion/read_right_side.ts";
import type { Actual } from "../../assertion/types.ts";
import type { Assertion } from "../../collection/types.ts";
import { LongText } from "../../http/long_text.ts";
import { templateOf } from "../../template/template_of.ts";

/**
 * The right side of an assertion in a `.bru` file, whose variables are text
 * unless they say otherwise: Bruno inserts the text and reads what stands there
 * then, so that `8.9` equals a number. Beside a text, a text stays one: a
 * postal code is no number.
 */
export function readAsBruno(
  { operator, value: written }: Assertion,
  actual: Actual,
  side: RightSide | undefined,
): RightSide | undefined {
  if (side === undefined || typeof side.value !== "string") return side;
  if (!written?.at.file.endsWith(".bru")) return side;
  // Text around a placeholder is read after it is inserted, in all files.
  const { parts } = templateOf(written);
  if (parts.length !== 1 || parts[0].kind !== "placeholder") return side;
  if (operator !== "length" && isBesideText(actual, side.value)) return side;
  const { value } = readRightSide(side.text);
  const isScalar = typeof value !== "object" || value === null;
  return isScalar && typeof value !== "string" ? { ...side, value } : side;
}

function isBesideText(actual: Actual, text: string): boolean {
  return typeof actual === "string" || actual instanceof LongText ||
    Array.isArray(actual) && actual.includes(text);
}
