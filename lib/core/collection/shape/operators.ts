import type { AssertionOperator } from "../types.ts";

/** Every operator, and whether it has a right side. */
export const OPERATOR_NAMES: Readonly<Record<AssertionOperator, boolean>> = {
  eq: true,
  neq: true,
  gt: true,
  gte: true,
  lt: true,
  lte: true,
  in: true,
  notIn: true,
  contains: true,
  notContains: true,
  length: true,
  matches: true,
  notMatches: true,
  startsWith: true,
  endsWith: true,
  between: true,
  isEmpty: false,
  isNotEmpty: false,
  isNull: false,
  isUndefined: false,
  isDefined: false,
  isTruthy: false,
  isFalsy: false,
  isJson: false,
  isNumber: false,
  isString: false,
  isBoolean: false,
  isArray: false,
};

/** True for the name of an operator. */
export function isOperator(word: string): word is AssertionOperator {
  return Object.hasOwn(OPERATOR_NAMES, word);
}
