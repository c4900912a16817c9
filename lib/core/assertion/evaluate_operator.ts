import type { AssertionOperator } from "../collection/types.ts";
import { OPERATORS } from "./operators.ts";
import type { RightSide } from "./read_right_side.ts";
import type { Actual } from "./types.ts";

/** Whether an assertion holds. */
export interface Verdict {
  readonly passed: boolean;
  /** Why the operator does not apply to these values. */
  readonly why?: string;
}

const NOTHING: RightSide = { value: undefined, text: "" };

/**
 * Applies an operator to both sides of an assertion.
 *
 * @example
 * ```ts
 * import { evaluateOperator } from "./evaluate_operator.ts";
 * import { readRightSide } from "./read_right_side.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(evaluateOperator("between", 5, readRightSide("1, 10")), { passed: true });
 * assertEquals(evaluateOperator("length", 5, readRightSide("1")), {
 *   passed: false,
 *   why: "5 has no length",
 * });
 * ```
 */
export function evaluateOperator(
  operator: AssertionOperator,
  actual: Actual,
  expected: RightSide = NOTHING,
): Verdict {
  let result: boolean | string;
  try {
    result = OPERATORS[operator](actual, expected);
  } catch (error) {
    // A value nested beyond the stack.
    if (!(error instanceof RangeError)) throw error;
    result = "the value is nested too deep";
  }
  return typeof result === "string"
    ? { passed: false, why: result }
    : { passed: result };
}
