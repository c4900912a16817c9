import { groupBy } from "../../source/group_by.ts";
import type { KeyPlaces, YamlNode } from "../yaml/node.ts";
import { meaningsOf, type StrayKey } from "../yaml/foreign_keys.ts";
import type { KeyShapes, Shape } from "./types.ts";

/** How far below a mapping a key is looked for, such as `extensions.brace.retry`. */
const MAX_DEPTH = 3;

/** A key below a mapping, and what may stand there. */
interface Place {
  readonly path: readonly string[];
  readonly shape: Shape;
}

/** Finds the place that a key was meant for among the mappings below one. */
export function keyPlaces(keys: KeyShapes): KeyPlaces {
  let places: ReadonlyMap<string, readonly Place[]> | undefined;
  return {
    below(stray, node, isForeign) {
      const { key, value } = stray;
      places ??= groupBy(placesBelow(keys), ({ path }) => path.at(-1)!);
      // What a request has under these a level hands down under this one.
      if (["http", "runtime"].includes(key) && Object.hasOwn(keys, "request")) {
        return "request";
      }
      // Whoever writes the keys of a request at the top writes its type there, too.
      const type = node.get("info").get("type").value ?? node.get("type").value;
      const placeOf = (key: string) => {
        const found = places?.get(key) ?? [];
        const besideRuntime = found.filter(({ path }) => path[0] !== "runtime");
        return [
          found.filter(({ path }) => path[0] === type),
          found.filter(({ path }) => node.has(path[0])),
          besideRuntime.filter(({ path }) => node.has(path[0])),
          found,
        ].find(({ length }) => length === 1)?.[0];
      };
      if (!isForeign) {
        const { keys: own, ownName } = node.document;
        // Files of other forms have names of their own.
        const isYaml = own === undefined && ownName === undefined;
        const place = placeOf(key) ??
          (isYaml ? otherwiseWritten(stray, places) : undefined);
        if (!place || !isFree(place, node) || !fits(place.shape, key, value)) {
          return undefined;
        }
        const path = place.path.join(".");
        const [above, last] = place.path.slice(-2);
        return last === key
          ? path
          : `${path}: write "${last}" below "${above}"`;
      }
      // The query of GraphQL is its body's.
      const owner = node.path.at(-1) ?? type;
      if (key === "query" && owner === "graphql") return undefined;
      for (const { key: meant, beside } of meaningsOf(key)) {
        const place = Object.hasOwn(keys, meant)
          ? { path: [meant], shape: keys[meant] }
          : placeOf(meant);
        if (place === undefined || !isFree(place, node)) continue;
        const path = place.path.join(".");
        return beside === undefined ? path : `${path}, with ${beside}`;
      }
      return undefined;
    },
    inPrevious(stray, node, isEmpty) {
      const { after } = stray;
      if (after === undefined || !Object.hasOwn(keys, after)) return undefined;
      const above = node.get(after);
      const isCandidate = isEmpty ? !above.present : above.isMapping();
      return isCandidate ? placeIn(keys[after], stray, above) : undefined;
    },
  };
}

/** The only place whose key or path a stray key is, but for case and punctuation: `client_id`, `"credentials.clientId"`. */
function otherwiseWritten(
  { key, known }: StrayKey,
  places: ReadonlyMap<string, readonly Place[]>,
): Place | undefined {
  const wanted = bare(key);
  // A key beside it is meant.
  if (known.some((one) => bare(one) === wanted)) return undefined;
  const all = [...places.values()].flat();
  const found = [
    all.filter(({ path }) => bare(path.join("")) === wanted),
    all.filter(({ path }) => bare(path.at(-1)!) === wanted),
  ];
  return found.find(({ length }) => length === 1)?.[0];
}

function bare(name: string): string {
  return name.replace(/[._-]/g, "").toLowerCase();
}

/** The paths of the keys in the mappings below one. */
function placesBelow(
  keys: KeyShapes,
  above: readonly string[] = [],
): Place[] {
  return Object.entries(keys).flatMap(([key, shape]) => {
    const path = [...above, key];
    const own = above.length > 0 ? [{ path, shape }] : [];
    return shape.kind === "mapping" && path.length < MAX_DEPTH
      ? [...own, ...placesBelow(shape.keys, path)]
      : own;
  });
}

/** Whether something may be put at a place: nothing is there, or what takes more of its kind. */
function isFree({ path, shape }: Place, node: YamlNode): boolean {
  return shape.kind === "list" || shape.kind === "mapping" ||
    !path.reduce((one, key) => one.get(key), node).present;
}

/** Whether a value can be meant for a place: not a list for a text, nor a type that is one of something else. */
function fits(shape: Shape, key: string, value: unknown): boolean {
  if (value === null) return true;
  const isScalar = typeof value !== "object";
  switch (shape.kind) {
    case "text": {
      const words = shape.words ??
        // It says what all beside it means.
        (key === "type" && shape.offers
          ? Object.keys(shape.offers)
          : undefined);
      return isScalar && (words?.includes(String(value)) ?? true);
    }
    case "flag":
    case "number":
      return isScalar;
    case "either":
      return shape.of.some((one) => fits(one, key, value));
    // A text there is told of with how to write it.
    case "list":
      return isScalar || Array.isArray(value);
    case "mapping":
    case "cases":
    case "item":
      return !Array.isArray(value);
    case "any":
      return true;
    default:
      return shape satisfies never;
  }
}

/** The path of a key in what stands above it, if that knows it and does not have it. */
function placeIn(
  shape: Shape,
  stray: StrayKey,
  above: YamlNode,
): string | undefined {
  const { key, value, after } = stray;
  // Auth beside what a request runs is that of the request.
  if (after === "runtime" && key === "auth" || above.has(key)) return undefined;
  const isKnown = mappingsOf(shape).some((keys) =>
    Object.hasOwn(keys, key) && fits(keys[key], key, value)
  );
  return isKnown ? `${after}.${key}` : undefined;
}

/** The keys of the mappings that may stand at a place; none of one where a text may stand, too, which may be empty. */
function mappingsOf(shape: Shape): KeyShapes[] {
  switch (shape.kind) {
    case "mapping":
      return [shape.keys];
    case "cases":
      return Object.values(shape.cases).map(({ keys }) => keys);
    case "either":
      return shape.of.some((one) => one.kind === "text" && !one.words)
        ? []
        : shape.of.flatMap(mappingsOf);
    case "text":
    case "flag":
    case "number":
    case "list":
    case "item":
    case "any":
      return [];
    default:
      return shape satisfies never;
  }
}
