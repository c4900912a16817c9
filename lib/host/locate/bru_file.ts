import { bruKind, parseBru } from "../../core/collection/bru/parse_bru.ts";
import type {
  BruPlace,
  BruPlaces,
  BruSpan,
  BruValue,
} from "../../core/collection/bru/shape.ts";
import type { Location } from "../../core/source/diagnostic.ts";
import {
  type Units,
  valueUnits,
} from "../../core/collection/bru/value_units.ts";

/** A `.bru` file, and where its parts stand. */
export interface BruFile {
  readonly kind: "bru";
  readonly text: string;
  readonly root: unknown;
  readonly places: BruPlaces;
  readonly placeholders: Map<string, ReadonlyMap<string, Inside>>;
}

/** Reads a file by the path that diagnostics show; undefined where it is malformed. */
export function openBru(name: string, text: string): BruFile | undefined {
  const places: BruPlaces = new Map();
  const hasMeta = /^meta[ \t]*\{/m.test(text);
  // Of the path inside the collection the last folder and the name count.
  const inFolder = bruKind(name.split("/").slice(hasMeta ? -1 : -2).join("/"));
  // An environment can lie anywhere; no other file has its blocks.
  const isEnvironment = !hasMeta && /^vars(?::secret)?[ \t]*[{[]/m.test(text);
  const kind = isEnvironment ? "environment" : inFolder;
  const { document } = parseBru(name, text, { kind, places });
  return document && {
    kind: "bru",
    text,
    root: document.root,
    places,
    placeholders: new Map(),
  };
}

/** The stretch that a location means. */
export function stretchInBru(
  file: BruFile,
  location: Location,
  expression: string | undefined,
): Stretch {
  const found = locateInBru(file.text, file, location);
  // A script replaced the text, or it is inside of JSON in a variable.
  const elsewhere = location.scripted || !found.exact;
  const inside = elsewhere && found.value && expression !== undefined
    ? bruPlaceholders(file.placeholders, found.value.text).get(expression)
    : undefined;
  return inside && found.keys
    ? locateInBru(file.text, file, {
      ...inside,
      keys: found.keys,
      onKey: false,
    })
    : found;
}

/** From one offset of a file to another. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** The text that it is in, and where each of its units stands; absent where it is in none. */
  readonly units?: Units;
}

/** A stretch of a scalar's value. */
export interface Inside {
  readonly offset: number;
  readonly length: number;
}

/** Where placeholders are in a text whose parts have no keys of their own; `known` keeps what was found. */
export function bruPlaceholders(
  known: Map<string, ReadonlyMap<string, Inside>>,
  text: string,
): ReadonlyMap<string, Inside> {
  let places = known.get(text);
  if (places === undefined) {
    const first = new Map<string, Inside>();
    for (const match of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
      const expression = match[1].trim();
      if (first.has(expression)) continue;
      first.set(expression, { offset: match.index, length: match[0].length });
    }
    known.set(text, places = first);
  }
  return places;
}

/** A stretch of a `.bru` file. */
interface BruStretch extends BruSpan, Pick<Stretch, "units"> {
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
function locateInBru(
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
    return {
      ...found,
      start: at[0],
      end: at[text.length],
      units: { text, at },
    };
  }
  const last = Math.min(offset + (location.length ?? 1), text.length);
  return {
    ...found,
    units: { text, at },
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
