import type { AssertionResult } from "../assertion/types.ts";

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
