import type { Segment } from "../template/types.ts";
import type { Value, ValueKind } from "./value.ts";
import { kindOf } from "./value.ts";
import { nearest } from "../source/nearest.ts";

/** The value at the end of a path, or the step that leads nowhere. */
export type Walk =
  | { readonly ok: true; readonly value: Value }
  | {
    readonly ok: false;
    /** Completes "Cannot resolve …: ". */
    readonly message: string;
    readonly suggestion?: string;
  };

/**
 * Follows a path into a value. Objects offer their own properties, arrays
 * their elements and `length`; nothing else has members.
 *
 * @param seen Told the kind of every container on the way.
 */
export function walkPath(
  root: Value,
  path: readonly Segment[],
  name: string,
  seen?: (kind: ValueKind) => void,
): Walk {
  let value = root;
  for (let step = 0; step < path.length; step++) {
    const { key, index } = path[step];
    if (seen !== undefined) seen(kindOf(value));
    let next: Value | undefined;
    if (typeof value === "object" && value !== null) {
      if (Array.isArray(value)) {
        if (index !== -1) next = value[index];
        else if (key === "length") next = value.length;
      } else if (!(value instanceof Date) && Object.hasOwn(value, key)) {
        next = (value as { readonly [key: string]: Value })[key];
      }
    }
    if (next === undefined) return missing(value, path, step, name);
    value = next;
  }
  return { ok: true, value };
}

function missing(
  value: Value,
  path: readonly Segment[],
  step: number,
  name: string,
): Walk {
  const { key, index } = path[step];
  const owner = `"${name + pathText(path.slice(0, step))}"`;
  if (typeof value !== "object" || value === null || value instanceof Date) {
    const kind = kindOf(value);
    const what = value === null ? "null" : `a ${kind}`;
    return { ok: false, message: `${owner} is ${what} and has no members` };
  }
  if (!Array.isArray(value)) {
    const suggestion = nearest(key, Object.keys(value));
    return {
      ok: false,
      message: `${owner} has no property "${key}"` +
        (suggestion === undefined ? "" : ` (did you mean "${suggestion}"?)`),
      ...(suggestion !== undefined && { suggestion }),
    };
  }
  const count = value.length === 1 ? "1 element" : `${value.length} elements`;
  return {
    ok: false,
    message: index === -1
      ? `${owner} is an array and has no property "${key}" (use [0] to [${
        Math.max(0, value.length - 1)
      }], or .length)`
      : `${owner} has ${count}, there is no index ${key}`,
  };
}

function pathText(path: readonly Segment[]): string {
  return path.map(({ key, index }) => index === -1 ? `.${key}` : `[${key}]`)
    .join("");
}
