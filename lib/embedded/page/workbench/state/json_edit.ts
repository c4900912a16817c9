import type { Json, Keys } from "../api.ts";

/** The value at these keys; undefined where there is none. */
export function at(value: Json | undefined, keys: Keys): Json | undefined {
  let now: Json | undefined = value;
  for (const key of keys) {
    if (typeof now !== "object" || now === null) return undefined;
    now = (now as Readonly<Record<string | number, Json>>)[key];
  }
  return now;
}

/** A text, or what is written in place of one. */
export function textAt(value: Json | undefined, keys: Keys): string {
  const found = at(value, keys);
  return found === undefined || found === null
    ? ""
    : typeof found === "object"
    ? JSON.stringify(found)
    : String(found);
}

/** A list; an empty one where there is none. */
export function listAt(value: Json | undefined, keys: Keys): readonly Json[] {
  const found = at(value, keys);
  return Array.isArray(found) ? found : [];
}

/** The value with another one at these keys; undefined takes it away. What is emptied by that goes, too. */
export function withAt(
  value: Json | undefined,
  keys: Keys,
  next: Json | undefined,
): Json | undefined {
  if (keys.length === 0) return next;
  const [key, ...rest] = keys;
  if (typeof key === "number") {
    const list: Json[] = Array.isArray(value) ? [...value] : [];
    const inner = withAt(list[key], rest, next);
    if (inner === undefined) list.splice(key, 1);
    else list[key] = inner;
    return list.length === 0 ? undefined : list;
  }
  const mapping: Record<string, Json> =
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? { ...value as Readonly<Record<string, Json>> }
      : {};
  const inner = withAt(mapping[key], rest, next);
  if (inner === undefined) delete mapping[key];
  else mapping[key] = inner;
  return Object.keys(mapping).length === 0 && next === undefined
    ? undefined
    : mapping;
}

/** Whether two values are the same. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [x, y] = [
    a as Readonly<Record<string, Json>>,
    b as Readonly<Record<string, Json>>,
  ];
  const keys = Object.keys(x);
  return keys.length === Object.keys(y).length &&
    keys.every((key) => Object.hasOwn(y, key) && isSame(x[key], y[key]));
}
