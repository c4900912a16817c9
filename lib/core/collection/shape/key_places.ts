import { groupBy } from "../../source/group_by.ts";
import type { KeyPlaces } from "../yaml/node.ts";
import { meaningsOf } from "../yaml/foreign_keys.ts";
import type { KeyShapes } from "./types.ts";

/** How far below a mapping a key is looked for, such as `extensions.brace.retry`. */
const MAX_DEPTH = 3;

/** Finds the place that a key was meant for among the mappings below one. */
export function keyPlaces(keys: KeyShapes): KeyPlaces {
  let places: ReadonlyMap<string, readonly string[][]> | undefined;
  return (key, node, isForeign) => {
    places ??= groupBy(pathsBelow(keys), (path) => path.at(-1)!);
    // What a request has under these a level hands down under this one.
    if (["http", "runtime"].includes(key) && Object.hasOwn(keys, "request")) {
      return "request";
    }
    // Whoever writes the keys of a request at the top writes its type there, too.
    const type = node.get("info").get("type").value ?? node.get("type").value;
    const placeOf = (key: string) => {
      const found = places?.get(key) ?? [];
      const besideRuntime = found.filter(([first]) => first !== "runtime");
      return [
        found.filter(([first]) => first === type),
        found.filter(([first]) => node.has(first)),
        besideRuntime.filter(([first]) => node.has(first)),
        found,
      ].find(({ length }) => length === 1)?.[0].join(".");
    };
    if (!isForeign) return placeOf(key);
    // The query of GraphQL is its body's.
    const owner = node.path.at(-1) ?? type;
    if (key === "query" && owner === "graphql") return undefined;
    for (const { key: meant, beside } of meaningsOf(key)) {
      const place = Object.hasOwn(keys, meant) ? meant : placeOf(meant);
      if (place === undefined) continue;
      return beside === undefined ? place : `${place}, with ${beside}`;
    }
    return undefined;
  };
}

/** The paths of the keys in the mappings below one. */
function pathsBelow(keys: KeyShapes, above: string[] = []): string[][] {
  return Object.entries(keys).flatMap(([key, shape]) => {
    const path = [...above, key];
    const own = above.length > 0 ? [path] : [];
    return shape.kind === "mapping" && path.length < MAX_DEPTH
      ? [...own, ...pathsBelow(shape.keys, path)]
      : own;
  });
}
