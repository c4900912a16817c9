import { nearest } from "./nearest.ts";
import { isPlainObject } from "./plain_value.ts";
import { typeOf } from "./type_of.ts";

/** What an option is: a function, or something that is checked elsewhere. */
export type OptionCheck = "function" | true;

/**
 * Refuses options that are not known, or not functions where they should be:
 * JavaScript, and objects that TypeScript does not check, could ignore a misspelt
 * one silently.
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
  known: Readonly<Record<string, OptionCheck>>,
): void {
  if (!isPlainObject(given)) {
    throw new TypeError(
      `${action}: its options are ${typeOf(given)}, not an object`,
    );
  }
  for (const name in given) {
    if (Object.hasOwn(known, name)) {
      const value = given[name];
      const isRight = known[name] === true || value === undefined ||
        typeof value === "function";
      if (isRight) continue;
      throw new TypeError(
        `${action}: "${name}" is ${typeOf(value)}, not a function`,
      );
    }
    const names = Object.keys(known);
    const near = nearest(name, names);
    const hint = near === undefined
      ? `there are ${names.map((it) => `"${it}"`).join(", ")}`
      : `did you mean "${near}"?`;
    throw new TypeError(`${action}: there is no option "${name}" (${hint})`);
  }
}
