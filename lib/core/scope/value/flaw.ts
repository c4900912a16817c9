import { WrittenNumber } from "./written_number.ts";

/** How deep objects and arrays may be nested. */
const MAX_LEVELS = 1000;

/** From here on ancestors are remembered, to tell a cycle from honest depth. */
const REMEMBERED_FROM = MAX_LEVELS / 2;

/** Objects that are shared by many parents count once for each. */
const MAX_OBJECTS = 5_000_000;

/** What keeps a value from being a variable's value, and where in it that is. */
export interface Flaw {
  /** Path in the value, such as `.items[2]`; empty for the value itself. */
  readonly path: string;
  /** Completes "… is ": `NaN`, `a function`. */
  readonly reason: string;
}

/** Result of {@linkcode findFlaw}. */
export interface Inspection {
  readonly flaw?: Flaw;
  /** Whether a number occurs whose digits `JSON.stringify` would not keep. */
  readonly hasDigits: boolean;
}

/**
 * Checks that a value is made of the kinds that variables can have: no NaN or
 * infinity, no invalid date, no undefined, function, symbol, class instance or
 * cycle, at most 1000 levels. Linear in the size of the value.
 */
export function findFlaw(value: unknown): Inspection {
  const state: State = {
    hasDigits: false,
    objects: 0,
    ancestors: [],
    path: [],
  };
  let reason: string | undefined;
  try {
    reason = flawOf(value, state, 0);
  } catch {
    reason = "an object that cannot be read";
  }
  if (reason === undefined) return { hasDigits: state.hasDigits };
  return {
    hasDigits: state.hasDigits,
    flaw: { path: pathText(state.path), reason },
  };
}

interface State {
  hasDigits: boolean;
  objects: number;
  ancestors: object[];
  /** Keys to the flaw, inner first. */
  path: (string | number)[];
}

function flawOf(
  value: unknown,
  state: State,
  level: number,
): string | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return undefined;
    case "number":
      return Number.isFinite(value) ? undefined : String(value);
    case "bigint":
      state.hasDigits = true;
      return undefined;
    case "undefined":
      return "undefined";
    case "function":
      return "a function";
    case "symbol":
      return "a symbol";
    default:
      return value === null ? undefined : flawInside(value!, state, level);
  }
}

function flawInside(
  value: object,
  state: State,
  level: number,
): string | undefined {
  if (level >= MAX_LEVELS) {
    return new Set(state.ancestors).size < state.ancestors.length
      ? "a cycle"
      : `nested deeper than ${MAX_LEVELS} levels`;
  }
  if (++state.objects > MAX_OBJECTS) return "too large";
  const remembered = level > REMEMBERED_FROM;
  if (remembered) state.ancestors.push(value);
  const reason = flawOfMembers(value, state, level);
  if (remembered && reason === undefined) state.ancestors.pop();
  return reason;
}

function flawOfMembers(
  value: object,
  state: State,
  level: number,
): string | undefined {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const reason = flawOf(value[index], state, level + 1);
      if (reason !== undefined) return at(index, reason, state);
    }
    return undefined;
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? "an invalid date" : undefined;
  }
  if (value instanceof WrittenNumber) {
    state.hasDigits = true;
    return undefined;
  }
  const prototype = Object.getPrototypeOf(value);
  // An object literal's prototype has none itself, in whichever realm it was made.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    const name = prototype.constructor?.name;
    return typeof name === "string" && name !== ""
      ? `an instance of ${name}`
      : "a class instance";
  }
  const keys = Object.keys(value);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index];
    const reason = flawOf(
      (value as Record<string, unknown>)[key],
      state,
      level + 1,
    );
    if (reason !== undefined) return at(key, reason, state);
  }
  return undefined;
}

function at(key: string | number, reason: string, state: State): string {
  // A path through a thousand levels would help nobody.
  if (state.path.length < 20) state.path.push(key);
  return reason;
}

function pathText(keys: readonly (string | number)[]): string {
  let text = "";
  for (let at = keys.length - 1; at >= 0; at--) {
    const key = keys[at];
    text += typeof key === "number" ? `[${key}]` : `.${key}`;
  }
  return text;
}
