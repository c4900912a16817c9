import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import { OPERATOR_ROWS } from "../collection/shape/operators.ts";
import type { Assertion, AssertionOperator } from "../collection/types.ts";
import { comparesStarts } from "./compares_starts.ts";
import { type RightSide, showPair, showValue } from "./read_right_side.ts";
import type { Actual, AssertionResult, ValueSelection } from "./types.ts";
import { OPERATORS } from "./operators.ts";
import type { Response } from "../http/response.ts";
import { parseBody } from "../http/parse_body.ts";
import type { WayOut } from "../source/diagnostic.ts";

/** The right side as rendered, or why it could not be. */
export type RenderedRightSide =
  | { readonly ok: true; readonly value: RightSide | undefined }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Puts what is known of an assertion together. A side without a value fails
 * it, whatever the operator.
 *
 * @param verdict What the operator says of the values; needed where both sides have one.
 */
export function assertionResult(
  assertion: Assertion,
  left: ValueSelection<Actual>,
  right: RenderedRightSide,
  verdict: Verdict = { passed: false },
): AssertionResult {
  const binary = OPERATOR_ROWS[assertion.operator].hasValue;
  const written = binary ? assertion.value?.text : undefined;
  const about = {
    expression: assertion.expression.text,
    operator: assertion.operator,
    ...written === undefined ? {} : { written },
  };
  if (!right.ok) {
    return {
      ...about,
      ...written === undefined ? {} : { expected: written },
      status: "failed",
      diagnostic: right.diagnostic,
    };
  }
  const expected = binary ? { expected: showValue(right.value?.value) } : {};
  if (!left.ok) {
    return {
      ...about,
      ...expected,
      status: "failed",
      diagnostic: left.diagnostic,
    };
  }
  const actual = showValue(left.value);
  // What was to be equal and is not differs somewhere, perhaps far inside.
  const isPair = !verdict.passed && comparesStarts(assertion.operator) &&
    (assertion.operator === "eq" || expected.expected === actual);
  const pair = isPair ? showPair(right.value?.value, left.value) : undefined;
  const result = {
    ...about,
    ...pair ? { expected: pair[0] } : expected,
    actual: pair ? pair[1] : actual,
  };
  if (verdict.passed) return { ...result, status: "passed" };
  return {
    ...result,
    status: "failed",
    diagnostic: mismatch(assertion, {
      ...result,
      why: verdict.why,
      waysOut: verdict.waysOut,
    }),
  };
}

function mismatch(
  assertion: Assertion,
  found: Pick<Verdict, "why" | "waysOut"> & {
    expected?: string;
    actual: string;
  },
): Diagnostic {
  const { text, at } = assertion.expression;
  const claim = [text.trim(), assertion.operator, found.expected]
    .filter((part) => part !== undefined).join(" ");
  return {
    code: "ASSERTION",
    severity: "error",
    message: `Assertion ${claim}: ${found.why ?? `got ${found.actual}`}`,
    location: locationOf(at, { length: text.length, place: "assertion" }),
    ...(found.waysOut && { waysOut: found.waysOut }),
  };
}

/** Whether an assertion holds. */
export interface Verdict {
  readonly passed: boolean;
  /** Why the operator does not apply to these values. */
  readonly why?: string;
  /** What helps against that. */
  readonly waysOut?: readonly WayOut[];
}

const NOTHING: RightSide = { value: undefined, text: "" };

/**
 * Applies an operator to both sides of an assertion.
 *
 * @example
 * ```ts
 * import { evaluateOperator } from "./assertion_result.ts";
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

/** What reads the content. */
const BODY = /\bres\s*(?:\.\s*(?:body|getBody)\b|\[\s*["']body["']\s*\]|\()/;

/**
 * Adds to what is wrong with an expression that the content, which it reads as
 * text, says that it is JSON, but is not.
 */
export function noteInvalidBody(
  diagnostic: Diagnostic,
  expression: string,
  response: Response | undefined,
): Diagnostic {
  if (response === undefined || !BODY.test(expression)) return diagnostic;
  const { invalid } = parseBody(response);
  if (invalid === undefined) return diagnostic;
  const note = `the response says that it is JSON, but it is not: ${invalid}`;
  return { ...diagnostic, notes: [...diagnostic.notes ?? [], note] };
}
