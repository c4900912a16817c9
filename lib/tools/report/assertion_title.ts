import type { AssertionResult } from "../../core/assertion/types.ts";

/** An assertion as a person reads it: `res.status eq 201`. */
export function assertionTitle(
  { expression, operator, expected }: Pick<
    AssertionResult,
    "expression" | "operator" | "expected"
  >,
): string {
  return [expression.trim(), operator, expected]
    .filter((part) => part !== undefined).join(" ");
}

/** The same in every run: what it expects as it is written. */
export function assertionName(
  { expression, operator, written, expected }: Pick<
    AssertionResult,
    "expression" | "operator" | "written" | "expected"
  >,
): string {
  return assertionTitle({
    expression,
    operator,
    expected: written?.trim() ?? expected,
  });
}
