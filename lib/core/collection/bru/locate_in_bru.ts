import type { Location } from "../../source/diagnostic.ts";
import type { BruPlace, BruPlaces, BruSpan, BruValue } from "./shape.ts";
import { valueUnits } from "./value_units.ts";

/** A stretch of a `.bru` file. */
export interface BruStretch extends BruSpan {
  /** False where the file does not have the whole path of keys. */
  readonly exact: boolean;
  /** The value that the nearest part of the path has, and its keys. */
  readonly value?: BruValue;
  readonly keys?: readonly (string | number)[];
}

/**
 * The stretch of a `.bru` file that a location means by its keys and offset:
 * the nearest part that the file has where it does not have the whole path.
 */
export function locateInBru(
  source: string,
  { root, places }: { root: unknown; places: BruPlaces },
  location: Pick<Location, "keys" | "offset" | "length" | "onKey">,
): BruStretch {
  const keys = location.keys ?? [];
  const { place, depth } = find(root, places, keys);
  const exact = depth === keys.length;
  if (!place) return { start: 0, end: 1, exact };
  const found = {
    exact,
    keys: keys.slice(0, depth),
    ...(place.value && { value: place.value }),
  };
  if (location.onKey || !exact || !place.value) {
    return { ...found, ...place.key };
  }
  const { text, at } = valueUnits(source, place.value);
  if (text === "") return { ...found, ...place.key };
  const offset = Math.min(location.offset ?? 0, text.length);
  if (location.length === undefined && offset === 0) {
    return { ...found, start: at[0], end: at[text.length] };
  }
  const last = Math.min(offset + (location.length ?? 1), text.length);
  return {
    ...found,
    start: at[offset],
    end: last > offset ? at[last - 1] + 1 : at[offset] + 1,
  };
}

/** The deepest place on the way, and how many of the keys lead to it. */
function find(
  root: unknown,
  places: BruPlaces,
  keys: readonly (string | number)[],
): { place?: BruPlace; depth: number } {
  let container = root;
  let place: BruPlace | undefined;
  for (const [depth, key] of keys.entries()) {
    const next = typeof container === "object" && container !== null
      ? places.get(container)?.get(key)
      : undefined;
    if (!next) return { ...(place && { place }), depth };
    place = next;
    container = (container as Record<string | number, unknown>)[key];
  }
  return { ...(place && { place }), depth: keys.length };
}
