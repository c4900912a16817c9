import { AUTH_TYPES } from "../auth_types.ts";
import type { OwnChoice } from "../yaml/parse_yaml.ts";
import { BODY_MODES, type BruKind, STREAM_BLOCKS } from "./blocks.ts";
import type { BruBlock, BruPlace, BruPlaces } from "./shape.ts";

type Path = readonly (string | number)[];

/** The words for auth. */
export const AUTH_MODES: readonly string[] = ["inherit", "none", ...AUTH_TYPES];

/** The words for the type of a request. */
const TYPES: readonly string[] = ["http", "graphql", ...STREAM_BLOCKS.keys()];

/** The lines of a file that take one of some words, by the path in the OpenCollection form. */
export function choiceAt(path: Path, kind: BruKind): OwnChoice | undefined {
  if (kind === "request" && path.join(".") === "info.type") {
    return { name: "meta.type", words: TYPES };
  }
  const [, name] = path;
  if (path.length !== 3 || path[2] !== "type") return undefined;
  if (name === "body") return { name, words: BODY_MODES };
  return name === "auth" ? { name, words: AUTH_MODES } : undefined;
}

/**
 * How a file itself names what is under a path of the OpenCollection form:
 * `meta.type` for `info.type`. Undefined where nothing in the file stands for it.
 */
export function ownName(path: Path, { source, blocks, root, places }: {
  readonly source: string;
  readonly blocks: readonly BruBlock[];
  readonly root: object;
  readonly places: BruPlaces;
}): string | undefined {
  let at: unknown = root;
  let place: BruPlace | undefined;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    place = places.get(at)?.get(key);
    at = (at as Record<string | number, unknown>)[key];
  }
  if (place === undefined) return undefined;
  const { start, end } = place.key;
  const block = blocks.findLast(({ nameAt }) => nameAt.start <= start);
  if (block === undefined) return undefined;
  return start === block.nameAt.start
    ? block.name
    : `${block.name}.${source.slice(start, end)}`;
}
