import type { Origin, Text } from "../source/origin.ts";

/** Operators of the assertion table. */
export type AssertionOperator =
  | "eq"
  | "neq"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "in"
  | "notIn"
  | "contains"
  | "notContains"
  | "length"
  | "matches"
  | "notMatches"
  | "startsWith"
  | "endsWith"
  | "between"
  | "isEmpty"
  | "isNotEmpty"
  | "isNull"
  | "isUndefined"
  | "isDefined"
  | "isTruthy"
  | "isFalsy"
  | "isJson"
  | "isNumber"
  | "isString"
  | "isBoolean"
  | "isArray";

/** An assertion about a response. */
export interface Assertion {
  /** The left side, an expression over `res`. */
  readonly expression: Text;
  /** How the sides compare. */
  readonly operator: AssertionOperator;
  /** The right side, a template; absent for operators without one. */
  readonly value?: Text;
  /** Whether it is left out. */
  readonly disabled: boolean;
  /** Where it stands. */
  readonly at: Origin;
}
