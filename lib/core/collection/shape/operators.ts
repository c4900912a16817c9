import type { AssertionOperator } from "../types.ts";

/** The description of an operator. */
interface OperatorRow {
  /** Whether it has a right side. */
  readonly hasValue: boolean;
  /** When it holds: docs, schema and editors have it from here. */
  readonly about: string;
}

function binary(about: string): OperatorRow {
  return { hasValue: true, about };
}

function unary(about: string): OperatorRow {
  return { hasValue: false, about };
}

/** Every operator. */
export const OPERATOR_ROWS: Readonly<Record<AssertionOperator, OperatorRow>> = {
  eq: binary("equals the value"),
  neq: binary("differs from the value"),
  gt: binary("is greater than the value"),
  gte: binary("is greater than the value or equal to it"),
  lt: binary("is less than the value"),
  lte: binary("is less than the value or equal to it"),
  in: binary("is one of the values of a list such as `1, 2, 3`"),
  notIn: binary("is none of the values of a list such as `1, 2, 3`"),
  contains: binary("contains the text, the element or the members"),
  notContains: binary("does not contain the text, the element or the members"),
  length: binary("is a text or list of that length"),
  matches: binary("matches the regular expression, such as `/^a/i`"),
  notMatches: binary("does not match the regular expression"),
  startsWith: binary("starts with the text"),
  endsWith: binary("ends with the text"),
  between: binary("lies between two values such as `1, 10`, both included"),
  isEmpty: unary("is an empty text, list or object"),
  isNotEmpty: unary("is a text, list or object that is not empty"),
  isNull: unary("is `null`"),
  isUndefined: unary("does not exist"),
  isDefined: unary("exists, even as `null`"),
  isTruthy: unary("counts as true in JavaScript"),
  isFalsy: unary("counts as false in JavaScript, such as `0` and empty text"),
  isJson: unary("is an object or a list, or JSON text of one"),
  isNumber: unary("is a number"),
  isString: unary("is a text"),
  isBoolean: unary("is `true` or `false`"),
  isArray: unary("is a list"),
};

/** The names of all operators. */
export const OPERATOR_NAMES = Object.keys(
  OPERATOR_ROWS,
) as readonly AssertionOperator[];

/** True for the name of an operator. */
export function isOperator(word: string): word is AssertionOperator {
  return Object.hasOwn(OPERATOR_ROWS, word);
}
