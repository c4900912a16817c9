/**
 * The form in which values cross the sandbox's border: JSON text, with kinds
 * that JSON lacks as objects tagged by one key. Both sides run this file, so
 * it captures what it needs before any script runs.
 */

const { stringify, parse } = JSON;
const { keys, getPrototypeOf, defineProperty } = Object;
const { isArray } = Array;
const { fromCharCode } = String;
const dateTime = Function.prototype.call.bind(Date.prototype.getTime) as (
  date: unknown,
) => number;
const objectPrototype = Object.prototype;

const TAG = "$brace";

/** What cannot cross the border, with the path to it inside the value. */
export class EncodeError extends TypeError {
  override name = "TypeError";
  /** What was found, such as "a function". */
  readonly found: string;
  /** Path inside the value, such as `.items[0]`; empty for the value itself. */
  readonly path: string;

  /** Makes an error that names what was found and where. */
  constructor(found: string, path: string) {
    super(`Cannot pass ${found}${path === "" ? "" : ` at "${path}"`}`);
    this.found = found;
    this.path = path;
  }
}

/** The border's text for a value; throws {@linkcode EncodeError}. */
export function encode(value: unknown): string {
  return stringify(tagged(value, "", []));
}

/** The value of a border's text. */
export function decode(text: string): unknown {
  const value = parse(text);
  return text.includes(TAG) ? untagged(value) : value;
}

function tagged(value: unknown, path: string, seen: object[]): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (value === 0 && 1 / value < 0) return { [TAG]: "number", v: "-0" };
      if (value - value !== 0) return { [TAG]: "number", v: `${value}` };
      return value;
    case "undefined":
      return { [TAG]: "undefined" };
    case "bigint":
      return { [TAG]: "bigint", v: `${value}` };
    case "function":
      throw new EncodeError("a function", path);
    case "symbol":
      throw new EncodeError("a symbol", path);
    case "object":
      return value === null ? null : taggedObject(value, path, seen);
    default:
      throw new EncodeError(`a ${typeof value}`, path);
  }
}

function taggedObject(value: object, path: string, seen: object[]): unknown {
  for (let i = 0; i < seen.length; i++) {
    if (seen[i] === value) throw new EncodeError("a cycle", path);
  }
  if (value instanceof Date) {
    const time = dateTime(value);
    return { [TAG]: "date", v: time === time ? time : null };
  }
  const bytes = bytesOf(value);
  if (bytes !== undefined) return { [TAG]: "bytes", v: binary(bytes) };
  const inside = [...seen, value];
  if (isArray(value)) {
    const out: unknown[] = [];
    for (let i = 0; i < value.length; i++) {
      out[i] = tagged(value[i], `${path}[${i}]`, inside);
    }
    return out;
  }
  const prototype = getPrototypeOf(value);
  if (prototype !== objectPrototype && prototype !== null) {
    throw new EncodeError(className(prototype), path);
  }
  const names = keys(value);
  if (names.includes(TAG)) {
    return {
      [TAG]: "object",
      v: names.map((
        name,
      ) => [name, tagged(member(value, name), `${path}.${name}`, inside)]),
    };
  }
  const out: Record<string, unknown> = {};
  for (const name of names) {
    put(out, name, tagged(member(value, name), `${path}.${name}`, inside));
  }
  return out;
}

function untagged(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = untagged(value[i]);
    return value;
  }
  const tag = member(value, TAG);
  if (tag === undefined) {
    for (const name of keys(value)) {
      put(value, name, untagged(member(value, name)));
    }
    return value;
  }
  const v = member(value, "v");
  switch (tag) {
    case "undefined":
      return undefined;
    case "number":
      return Number(v);
    case "bigint":
      return BigInt(v as string);
    case "date":
      return new Date(v === null ? NaN : v as number);
    case "bytes":
      return bytesFrom(v as string);
    default: {
      const out = {};
      for (const [name, inner] of v as [string, unknown][]) {
        put(out, name, untagged(inner));
      }
      return out;
    }
  }
}

/** Sets an own property, also one named `__proto__`. */
export function put(target: object, name: string, value: unknown): void {
  if (name !== "__proto__") {
    (target as Record<string, unknown>)[name] = value;
    return;
  }
  defineProperty(target, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function member(value: object, name: string): unknown {
  return (value as Record<string, unknown>)[name];
}

function className(prototype: object): string {
  const constructor = member(prototype, "constructor");
  const name = typeof constructor === "function" ? constructor.name : "";
  if (name === "") return "an instance of a class";
  return /^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** The bytes of a buffer or a view on one; undefined for anything else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  return undefined;
}

/** A text with one character, U+0000 to U+00FF, a byte. */
export function binary(bytes: Uint8Array): string {
  let out = "";
  for (let i = 0; i < bytes.length; i += 4096) {
    out += fromCharCode(...bytes.subarray(i, i + 4096));
  }
  return out;
}

/** The bytes of a text made by {@linkcode binary}. */
export function bytesFrom(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out;
}
