import { PROMISED } from "../timers.ts";
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
    promisify: Object.assign(promisify, { custom: PROMISED }),
    types: {
      isDate: (value: unknown) => value instanceof Date,
      isRegExp: (value: unknown) => value instanceof RegExp,
      isPromise: (value: unknown) => value instanceof Promise,
    },
    isArray: Array.isArray,
  };
}

/** A function whose promise is what `run` gives its callback, which comes last. */
function promisify(run: unknown): unknown {
  if (typeof run !== "function") {
    throw new TypeError(
      'The "original" argument must be of type function',
    );
  }
  const custom = (run as { [PROMISED]?: unknown })[PROMISED];
  if (custom !== undefined) return custom;
  return function (this: unknown, ...args: unknown[]) {
    return new Promise((resolve, reject) => {
      run.call(
        this,
        ...args,
        (error: unknown, value: unknown) =>
          error ? reject(error) : resolve(value),
      );
    });
  };
}
