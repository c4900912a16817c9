import type { Value } from "./value/value.ts";

/** Where generators take time and chance from. */
export interface Sources {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
}

/**
 * Why an answer to `{{?question}}` should not be seen while it is typed: it is
 * for a `"secret"` variable, or for a field of a request's `"auth"`.
 */
export type PromptUse = "auth" | "secret";

/**
 * Makes a value for `{{$name(…)}}`.
 *
 * @throws {RangeError} For arguments that it cannot take; the message says which.
 */
export type Generator = (
  args: readonly (string | number)[],
  sources: Sources,
) => Value;

/** Generators by name, without the dollar sign. */
export type Generators = ReadonlyMap<string, Generator>;
