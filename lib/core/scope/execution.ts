import type { Origin } from "../source/origin.ts";
import type { Value } from "./value/value.ts";

/** Whatever a placeholder is written in: a text, a variable, a string in a variable's object. */
export interface Owner {
  readonly at?: Origin;
  /** The text, unless the owner is a variable. */
  readonly text?: string;
  /** Whether what comes of it is secret. */
  readonly secret?: boolean;
}

/**
 * One execution of a request. Each placeholder of a generator has one value in
 * it, however often the request is rendered, retried or redirected; so has a
 * file variable that holds a generator.
 */
export class Execution {
  readonly #values = new Map<string | Owner, Map<number, Value>>();

  /**
   * @param sources Clock and random source of generators; absent: generators
   * that need them are an error.
   */
  constructor(readonly sources?: Sources) {}

  /** The value of the generator at an offset of its owner, made at the first call. */
  fixed(owner: Owner | undefined, offset: number, make: () => Value): Value {
    if (owner === undefined) return make();
    const key = keyOf(owner);
    let values = this.#values.get(key);
    if (values === undefined) {
      values = new Map();
      this.#values.set(key, values);
    }
    let value = values.get(offset);
    if (value === undefined) {
      value = make();
      values.set(offset, value);
    }
    return value;
  }
}

/**
 * The same text in the same place of a file is the same occurrence, also in a
 * changed copy of its request. What is in no file has no such place.
 */
function keyOf(owner: Owner): string | Owner {
  const { at } = owner;
  return at === undefined || at.file === ""
    ? owner
    : [at.file, ...at.path].join("\0");
}

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
