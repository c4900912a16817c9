import { formatLine, inspect } from "../inspect.ts";

/** Makes the part of node's `util` that packages and scripts use. */
export function createUtil(): Record<string, unknown> {
  return {
    inspect,
    format: (...values: unknown[]) => formatLine(values),
    inherits: (type: { prototype: object }, parent: { prototype: object }) => {
      Object.setPrototypeOf(type.prototype, parent.prototype);
      Object.assign(type, { super_: parent });
    },
    deprecate: (run: unknown) => run,
    promisify: (run: (...args: unknown[]) => void) => (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        run(
          ...args,
          (error: unknown, value: unknown) =>
            error ? reject(error) : resolve(value),
        );
      }),
    types: {
      isDate: (value: unknown) => value instanceof Date,
      isRegExp: (value: unknown) => value instanceof RegExp,
      isPromise: (value: unknown) => value instanceof Promise,
    },
    isArray: Array.isArray,
  };
}
