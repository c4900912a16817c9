/**
 * The form in which values cross the sandbox's border: JSON text, with kinds
 * that JSON lacks as objects tagged by one key. Both sides run this file, so
 * it captures what it needs before any script runs.
 */

const { stringify, parse } = JSON;
const { keys, getPrototypeOf, defineProperty } = Object;
const { isArray } = Array;
const { isFinite } = Number;
const { fromCharCode } = String;
const { isView } = ArrayBuffer;
const timeOf = Function.prototype.call.bind(Date.prototype.getTime) as (
  date: unknown,
) => number;

const TAG = "$brace";
const MAX_LEVELS = 400;

/** What cannot cross the border, and where in the value it is. */
export class EncodeError extends TypeError {
  override name = "TypeError";
  /** Completes "… is ": `a function`. */
  readonly reason: string;
  /** Path inside the value, such as `.items[0]`; empty for the value itself. */
  readonly path: string;

  /** Makes an error that names what was found and where. */
  constructor(reason: string, path: string) {
    super(
      `Cannot hand over a value: ${
        path === "" ? "it" : `"${path.replace(/^\./, "")}"`
      } is ${reason}`,
    );
    this.reason = reason;
    this.path = path;
  }
}

/** The border's text for a value; throws {@linkcode EncodeError}. */
export function encode(value: unknown): string {
  if (isArray(value) && allPlain(value)) return stringify(value);
  return stringify(
    walk(
      value,
      { strict: false, omit: false, gaps: false, keys: [], above: [] },
      0,
    ),
  );
}

/** Whether JSON writes all of a list as it is: most arguments are such. */
function allPlain(list: readonly unknown[]): boolean {
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    if (typeof value === "string" || typeof value === "boolean") continue;
    if (typeof value !== "number" || !isFinite(value)) return false;
    if (value === 0 && 1 / value < 0) return false;
  }
  return true;
}

/**
 * Checks that a variable can have this value: no undefined, NaN, infinity,
 * invalid date, bytes, function, symbol, class instance or cycle anywhere.
 * Throws TypeError; `what` is what would be done (`set the body`), `root` the value's name.
 */
export function requireValue(what: string, root: string, value: unknown): void {
  if (typeof value === "string" || typeof value === "boolean") return;
  check(what, { root, value, omit: false });
}

/**
 * A copy of a body for JSON: as {@linkcode requireValue}, but undefined members
 * are left out; `gaps` lets a list have undefined items, which become null.
 */
export function bodyCopy(
  what: string,
  value: unknown,
  { gaps = false, root = "body" } = {},
): unknown {
  return untagged(check(what, { root, value, omit: true, gaps }));
}

function check(
  what: string,
  { root, value, omit, gaps = false }: {
    root: string;
    value: unknown;
    omit: boolean;
    gaps?: boolean;
  },
): unknown {
  try {
    return walk(value, { strict: true, omit, gaps, keys: [], above: [] }, 0);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    throw new TypeError(
      // A quoted name right after the colon would look like a secret's member.
      `Cannot ${what}: ${
        error.path === "" ? "it" : `its "${root}${error.path}"`
      } is ${error.reason}`,
    );
  }
}

/** The value of a border's text. */
export function decode(text: string): unknown {
  const value = parse(text);
  return text.includes(TAG) ? untagged(value) : value;
}

interface Walk {
  /** Refuses what no variable can hold. */
  readonly strict: boolean;
  /** Leaves out members that are undefined. */
  readonly omit: boolean;
  /** Makes undefined items of lists null. */
  readonly gaps: boolean;
  /** Keys from the root to where the walk is. */
  readonly keys: (string | number)[];
  /** Objects from the root to where the walk is. */
  readonly above: object[];
}

// One function, so that a level of nesting takes one frame of the small stack.
function walk(value: unknown, state: Walk, level: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (isFinite(value)) {
        return value === 0 && 1 / value < 0
          ? { [TAG]: "number", v: "-0" }
          : value;
      }
      if (state.strict) throw flaw(`${value}`, state, level);
      return { [TAG]: "number", v: `${value}` };
    case "undefined":
      if (state.strict) throw flaw("undefined", state, level);
      return { [TAG]: "undefined" };
    case "bigint":
      return { [TAG]: "bigint", v: `${value}` };
    case "object":
      break;
    default:
      throw flaw(`a ${typeof value}`, state, level);
  }
  if (value === null) return null;
  if (value instanceof Date) {
    const time = timeOf(value);
    if (isFinite(time)) return { [TAG]: "date", v: time };
    if (state.strict) throw flaw("an invalid date", state, level);
    return { [TAG]: "date", v: null };
  }
  for (let i = 0; i < level; i++) {
    if (state.above[i] === value) throw flaw("a cycle", state, level);
  }
  if (level >= MAX_LEVELS) {
    throw flaw(`nested deeper than ${MAX_LEVELS} levels`, state, 20);
  }
  state.above[level] = value;
  if (isArray(value)) {
    const out: unknown[] = [];
    for (let i = 0; i < value.length; i++) {
      state.keys[level] = i;
      out[i] = state.gaps && value[i] === undefined
        ? null
        : walk(value[i], state, level + 1);
    }
    return out;
  }
  const bytes = bytesOf(value);
  if (bytes !== undefined) {
    if (state.strict) throw flaw("binary data", state, level);
    return { [TAG]: "bytes", v: binary(bytes) };
  }
  const prototype = getPrototypeOf(value);
  // An object literal's prototype has none itself, in whichever realm it was made.
  if (prototype !== null && getPrototypeOf(prototype) !== null) {
    throw flaw(instanceName(prototype), state, level);
  }
  const names = keys(value);
  const out: Record<string, unknown> = {};
  let escape = false;
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const member = (value as Members)[name];
    if (state.omit && member === undefined) continue;
    if (name === TAG) escape = true;
    state.keys[level] = name;
    putMember(out, name, walk(member, state, level + 1));
  }
  return escape
    ? { [TAG]: "object", v: keys(out).map((n) => [n, out[n]]) }
    : out;
}

type Members = { readonly [name: string]: unknown };

function flaw(reason: string, state: Walk, level: number): EncodeError {
  let path = "";
  for (let i = 0; i < level; i++) {
    const key = state.keys[i];
    path += typeof key === "number" ? `[${key}]` : `.${key}`;
  }
  return new EncodeError(reason, path);
}

function untagged(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = untagged(value[i]);
    return value;
  }
  const { [TAG]: tag, v } = value as Members;
  switch (tag) {
    case undefined:
      for (const name of keys(value)) {
        putMember(value, name, untagged((value as Members)[name]));
      }
      return value;
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
        putMember(out, name, untagged(inner));
      }
      return out;
    }
  }
}

/** Sets an own property, also one named `__proto__`. */
export function putMember(target: object, name: string, value: unknown): void {
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

function instanceName(prototype: { constructor?: unknown }): string {
  const { constructor } = prototype;
  const name = typeof constructor === "function" ? constructor.name : "";
  return name === "" ? "a class instance" : `an instance of ${name}`;
}

/** The bytes of a buffer or a view on one; undefined for anything else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (isView(value)) {
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
