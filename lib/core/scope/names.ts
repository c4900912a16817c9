import { isName } from "../template/characters.ts";
/**
 * The scopes, highest first: the one place that knows the order. Folders are
 * several layers of the scope `folder`, inner before outer.
 */
export const SCOPE_NAMES = [
  "runtime",
  "data",
  "request",
  "folder",
  "environment",
  "collection",
  "global",
] as const;

/** The name of a scope. */
export type ScopeName = typeof SCOPE_NAMES[number];

/**
 * Refuses a name that no script and no program can set a variable under.
 *
 * @throws {TypeError} Says what a name is.
 */
export function checkName(name: unknown): asserts name is string {
  if (typeof name === "string" && name !== "process" && isName(name)) return;
  const why = name === "process"
    ? "the name is reserved for process.env.NAME"
    : 'a name begins with a letter or "_" and goes on with letters, digits, "_" and "-"';
  throw new TypeError(`Cannot set the variable "${String(name)}": ${why}`);
}
