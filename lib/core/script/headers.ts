import type { HeaderPair } from "./border/bridge.ts";

/** The value of a header by its name in any case; several values are joined. */
export function headerValue(
  headers: readonly HeaderPair[],
  name: unknown,
): string | undefined {
  const wanted = `${name}`.toLowerCase();
  const values = headers
    .filter(([key]) => key.toLowerCase() === wanted)
    .map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

/** A response's header by its name in any case, as `res.headers` has it. */
export function responseHeader(
  headers: Record<string, unknown>,
  name: unknown,
): unknown {
  const wanted = `${name}`.toLowerCase();
  return Object.hasOwn(headers, wanted) ? headers[wanted] : undefined;
}

/**
 * The text that a script's value has in a header or parameter.
 *
 * @throws {TypeError} It has none, such as undefined or an object.
 */
export function fieldText(what: string, value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "boolean":
    case "bigint":
      return `${value}`;
    case "number":
      if (Number.isFinite(value)) return `${value}`;
      break;
    case "object":
      if (value instanceof Date && !Number.isNaN(value.getTime())) {
        return value.toISOString();
      }
      break;
  }
  throw new TypeError(`Cannot set ${what}: it is ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  switch (typeof value) {
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return "an array";
      return value instanceof Date ? "an invalid date" : "an object";
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    default:
      return `${value}`;
  }
}

/** Headers without those of a name, in any case. */
export function withoutHeader(
  headers: readonly HeaderPair[],
  name: unknown,
): HeaderPair[] {
  const unwanted = `${name}`.toLowerCase();
  return headers.filter(([key]) => key.toLowerCase() !== unwanted);
}

/** The pairs of one name; an array gives one for each element. */
export function namedPairs(name: string, value: unknown): HeaderPair[] {
  return (Array.isArray(value) ? value : [value]).map((one) => [
    name,
    fieldText(`"${name}"`, one),
  ]);
}

/** Headers as an object, names as written; values of one name are joined. */
export function headerObject(
  headers: readonly HeaderPair[],
): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of headers) {
    const before = Object.hasOwn(out, name) ? out[name] : undefined;
    out[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return out;
}

/** Headers in order of a list of pairs or an object, as scripts write them. */
export function headerPairs(value: unknown): HeaderPair[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    return value.map((pair) =>
      Array.isArray(pair)
        ? pairOf(pair[0], pair[1])
        : pairOf(pair?.name ?? pair?.key, pair?.value)
    );
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined || inner === null ? [] : namedPairs(name, inner)
  );
}

function pairOf(name: unknown, value: unknown): HeaderPair {
  if (name === undefined) {
    throw new TypeError("Cannot set a header: its name is missing");
  }
  return [`${name}`, fieldText(`"${name}"`, value)];
}

/** One field of a form. */
interface Field {
  readonly name: string;
  readonly value: string;
}

/**
 * The fields of a form as scripts write one: an object's members, pairs,
 * `{ name, value }` items (those with `enabled: false` left out), or
 * `URLSearchParams`. A list as a value gives a field for each; members that
 * are undefined are left out, null is empty.
 *
 * @throws {TypeError} It is something else, or a value has no text.
 */
export function formFields(form: unknown): Field[] {
  if (typeof form !== "object" || form === null || form instanceof Date) {
    throw notForm();
  }
  if (Symbol.iterator in form) {
    return [...form as Iterable<unknown>].flatMap((item) => {
      if (Array.isArray(item) && item.length === 2) {
        return fieldsOf(item[0], item[1]);
      }
      const { name, key = name, value, enabled, disabled } = Object(item);
      if (key === undefined || Array.isArray(item)) throw notForm();
      if (enabled === false || disabled === true) return [];
      return fieldsOf(key, value ?? "");
    });
  }
  return Object.entries(form).flatMap(([name, value]) => fieldsOf(name, value));
}

/** Whether it is `URLSearchParams`, of whichever realm. */
export function isSearchParams(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && "append" in value &&
    "getAll" in value && "sort" in value;
}

function fieldsOf(name: unknown, value: unknown): Field[] {
  const key = fieldText("a form field's name", name);
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => one !== undefined).map((one) => ({
    name: key,
    value: one === null ? "" : fieldText(`the form field "${key}"`, one),
  }));
}

function notForm(): TypeError {
  return new TypeError(
    "Cannot make a form of the body: give an object, pairs such as [name, value], or URLSearchParams",
  );
}
