import { groupBy } from "../../source/group_by.ts";
import type { KeyPlaces } from "../yaml/node.ts";
import type { KeyShapes } from "./types.ts";

/** How far below a mapping a key is looked for, such as `extensions.brace.retry`. */
const MAX_DEPTH = 3;

/** Kinds of scripts, which are no keys: each script is an element of a list. */
const SCRIPTS = ["before-request", "after-response", "tests"];

/** What other formats call parameters, and the type of a parameter that is none of the query. */
const PARAMS: ReadonlyMap<string, string | undefined> = new Map([
  ["query", undefined],
  ["queryParams", undefined],
  ["queryParameters", undefined],
  ["parameters", undefined],
  ["pathParams", "path"],
  ["pathParameters", "path"],
]);

/** The key that one stands for, and the type that the element of its list needs. */
function meaning(key: string, type: unknown): [key: string, type?: string] {
  if (SCRIPTS.includes(key)) return ["scripts", key];
  // The query of GraphQL is its body's.
  if (key === "query" && type === "graphql") return [key];
  return PARAMS.has(key) ? ["params", PARAMS.get(key)] : [key];
}

/** Finds the place that a key was meant for among the mappings below one. */
export function keyPlaces(keys: KeyShapes): KeyPlaces {
  let places: ReadonlyMap<string, readonly string[][]> | undefined;
  return (key, node) => {
    places ??= groupBy(pathsBelow(keys), (path) => path.at(-1)!);
    // Whoever writes the keys of a request at the top writes its type there, too.
    const type = node.get("info").get("type").value ?? node.get("type").value;
    const [meant, row] = meaning(key, type);
    const found = places.get(meant) ?? [];
    const near = [
      found.filter(([first]) => first === type),
      found.filter(([first]) => node.has(first)),
      found,
    ].find(({ length }) => length === 1);
    const place = near?.[0].join(".");
    return place && row ? `${place}, with type: ${row}` : place;
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
