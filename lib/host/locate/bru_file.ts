import { locateInBru } from "../../core/collection/bru/locate_in_bru.ts";
import { bruKind, parseBru } from "../../core/collection/bru/parse_bru.ts";
import type { BruPlaces } from "../../core/collection/bru/shape.ts";
import type { Location } from "../../core/source/diagnostic.ts";

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
  // Of the path inside the collection the last folder and the name count.
  const kind = /^meta[ \t]*\{/m.test(text)
    ? bruKind(name.slice(name.lastIndexOf("/") + 1))
    : bruKind(name.split("/").slice(-2).join("/"));
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
