import type { BruPair, BruSpan, BruValue } from "./types.ts";

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
    if (this.places) {
      const places = this.places.get(container) ?? new Map();
      this.places.set(container, places);
      places.set(key, place);
    }
    return value;
  }

  /** Puts the text of a pair's value into a mapping. */
  setText(container: BruMapping, key: string, pair: BruPair): void {
    this.set(container, key, pair.value.text, placeOf(pair));
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
export function placeOf({ nameAt, value }: BruPair): BruPlace {
  return { key: nameAt, value };
}
