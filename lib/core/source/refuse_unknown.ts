import { nearest } from "./nearest.ts";

/**
 * Refuses options that are not known: JavaScript, and objects that TypeScript
 * does not check, could ignore a misspelled one silently.
 *
 * @param action Such as `Cannot make a client`.
 * @throws {TypeError} Naming the nearest option, or all.
 *
 * @example
 * ```ts
 * import { refuseUnknownOptions } from "./refuse_unknown.ts";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(
 *   () => refuseUnknownOptions("Cannot make it", { siz: 1 }, { size: true }),
 *   TypeError,
 *   'Cannot make it: there is no option "siz" (did you mean "size"?)',
 * );
 * ```
 */
export function refuseUnknownOptions(
  action: string,
  given: object,
  known: Readonly<Record<string, true>>,
): void {
  if (typeof given !== "object" || given === null) {
    throw new TypeError(`${action}: its options are not an object`);
  }
  for (const name in given) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const near = nearest(name, names);
    const hint = near === undefined
      ? `there is ${names.join(", ")}`
      : `did you mean "${near}"?`;
    throw new TypeError(`${action}: there is no option "${name}" (${hint})`);
  }
}
