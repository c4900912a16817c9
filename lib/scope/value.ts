/**
 * A variable's value: string, number, boolean, date, object, array or null.
 * A `bigint` is an integer beyond ±2^53 in a server's answer; it counts as a
 * number.
 */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly Value[]
  | { readonly [key: string]: Value };

/** The name of a value's kind. */
export type ValueKind =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "object"
  | "array"
  | "date";
