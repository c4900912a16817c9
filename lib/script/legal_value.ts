import type { Value } from "../scope/value.ts";
import { EncodeError, put } from "./encode.ts";

const { keys, getPrototypeOf } = Object;
const { isArray } = Array;
const objectPrototype = Object.prototype;

/**
 * A deep copy of a value that may be a variable's value. `what` names it in
 * messages, such as `the variable "token"`.
 *
 * Throws TypeError for undefined, NaN, ±Infinity, invalid dates, functions,
 * symbols, cycles and instances of classes, also inside objects and arrays.
 */
export function legalValue(what: string, value: unknown): Value {
  try {
    return copy(value, "", []);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const place = error.path === "" ? "it is" : `at "${error.path}" it holds`;
    throw new TypeError(
      `Cannot set ${what}: ${place} ${error.found}; a value is a string, number, boolean, null, date, object or array`,
    );
  }
}

function copy(value: unknown, path: string, seen: object[]): Value {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "number":
      if (value - value !== 0) throw new EncodeError(`${value}`, path);
      return value;
    case "object":
      return value === null ? null : copyObject(value, path, seen);
    case "undefined":
      throw new EncodeError("undefined", path);
    default:
      throw new EncodeError(`a ${typeof value}`, path);
  }
}

function copyObject(value: object, path: string, seen: object[]): Value {
  for (let i = 0; i < seen.length; i++) {
    if (seen[i] === value) throw new EncodeError("a cycle", path);
  }
  if (value instanceof Date) {
    const time = value.getTime();
    if (time !== time) throw new EncodeError("an invalid date", path);
    return new Date(time);
  }
  const inside = [...seen, value];
  if (isArray(value)) {
    const out: Value[] = [];
    for (let i = 0; i < value.length; i++) {
      out[i] = copy(value[i], `${path}[${i}]`, inside);
    }
    return out;
  }
  const prototype = getPrototypeOf(value);
  if (prototype !== objectPrototype && prototype !== null) {
    throw new EncodeError(instanceName(prototype), path);
  }
  const out: Record<string, Value> = {};
  for (const name of keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    put(
      out,
      name,
      copy(member, path === "" ? name : `${path}.${name}`, inside),
    );
  }
  return out;
}

function instanceName(prototype: { constructor?: unknown }): string {
  const { constructor } = prototype;
  const name = typeof constructor === "function" ? constructor.name : "";
  return name === "" ? "an instance of a class" : `an instance of ${name}`;
}
