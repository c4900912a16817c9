import type { Location } from "../../source/diagnostic.ts";
import { lineColumn } from "../../source/line_starts.ts";

/** Where a part of the OpenCollection form stands in the `.bru` file. */
export interface BruPlace {
  /** What the last key stands for: a name, a block. */
  readonly key: BruSpan;
  /** The value, where the file has one. */
  readonly value?: BruValue;
}

/** Places by the mapping or list that holds the part, and by its key there. */
export type BruPlaces = Map<object, Map<string | number, BruPlace>>;

/** A mapping of the OpenCollection form while it is made. */
export type BruMapping = Record<string, unknown>;

/**
 * Makes the OpenCollection form of a file. Places are kept only when they are
 * asked for: no run without a problem needs them.
 */
export class BruShape {
  constructor(readonly places?: BruPlaces) {}

  /** Puts a part into its container. */
  set<T>(
    container: BruMapping | unknown[],
    key: string | number,
    value: T,
    place: BruPlace,
  ): T {
    // A plain assignment would not make a member of `__proto__`.
    Object.defineProperty(container, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    this.mark(container, key, place);
    return value;
  }

  /** Keeps where a part stands, which may be without meaning. */
  mark(container: object, key: string | number, place: BruPlace): void {
    if (!this.places) return;
    const places = this.places.get(container) ?? new Map();
    this.places.set(container, places);
    places.set(key, place);
  }

  /** Puts the text of a pair's value into a mapping. */
  setText(container: BruMapping, key: string, pair: BruPair): void {
    this.set(container, key, pair.value.text, bruPlace(pair));
  }

  /** Adds a mapping to a list. */
  add(list: unknown[], place: BruPlace): BruMapping {
    return this.set(list, list.length, {}, place);
  }

  /** The mapping at the end of a way of keys; what is missing is made. */
  mapping(container: BruMapping, path: readonly string[], key: BruSpan) {
    let at = container;
    for (const name of path) {
      const known = Object.hasOwn(at, name) ? at[name] : undefined;
      at = typeof known === "object" && known !== null
        ? known as BruMapping
        : this.set(at, name, {}, { key });
    }
    return at;
  }

  /** The list under a key; made where it is missing, as blocks of one name add up. */
  list(container: BruMapping, name: string, key: BruSpan): unknown[] {
    const known = container[name];
    return Array.isArray(known)
      ? known
      : this.set(container, name, [], { key });
  }
}

/** Where a pair stands. */
export function bruPlace({ nameAt, value }: BruPair): BruPlace {
  return { key: nameAt, value };
}

/** How a value is written, which says how its text follows from the file's. */
export type ValueForm =
  /** On the line of its name. */
  | "line"
  /** Between `'''`, indented by four. */
  | "multiline"
  /** All of a block, indented by two. */
  | "text";

/** A value with its place: what is between `start` and `end` in the file. */
export interface BruValue {
  readonly form: ValueForm;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A stretch of the file. */
export interface BruSpan {
  readonly start: number;
  readonly end: number;
}

/** A stretch as diagnostics point to it. */
export function spanAt(
  file: string,
  source: string,
  { start, end }: BruSpan,
): Location {
  return { file, ...lineColumn(source, start), length: end - start };
}

/** `@name` or `@name(argument)` above a pair. */
export interface BruAnnotation {
  readonly name: string;
  readonly argument: string;
}

/** A line `name: value` of a block. */
export interface BruPair {
  /** Without quotes and `~`. */
  readonly name: string;
  readonly nameAt: BruSpan;
  /** Begins with `~`. */
  readonly disabled: boolean;
  readonly value: BruValue;
  /** The elements of a value in brackets, one a line. */
  readonly list?: readonly BruValue[];
  readonly annotations: readonly BruAnnotation[];
  /** `@contentType(…)` behind a value. */
  readonly contentType?: BruValue;
}

/** A block: `name { … }` or `name [ … ]`. */
export interface BruBlock {
  readonly name: string;
  readonly nameAt: BruSpan;
  /** The lines of a dictionary, the elements of a list (without values); empty for a text. */
  readonly pairs: readonly BruPair[];
  /** What a block of text holds; absent for the others. */
  readonly text?: BruValue;
}
