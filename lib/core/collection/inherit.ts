import type {
  Action,
  Auth,
  Collection,
  Defaults,
  Folder,
  Header,
  Request,
  Script,
  ScriptPhase,
} from "./types.ts";

/** What a request gets from the levels above it. */
export interface Inherited {
  /** Headers of collection and folders, which the request's own may replace. */
  readonly headers: readonly Header[];
  /** How the request authenticates, its own auth included; absent: not at all. */
  readonly auth?: Auth;
}

/** Gathers what a request gets from collection and folders. */
export function inheritedBy(
  collection: Collection,
  folders: readonly Folder[],
  request: Request,
): Inherited {
  const auth = inheritedAuth(collection, folders, request);
  return {
    headers: inheritedHeaders(collection, folders),
    ...(auth && { auth }),
  };
}

/**
 * The headers that collection and folders hand down, disabled ones left out, in
 * the order collection, outer folders, inner folders. A header replaces those
 * of its name (in any case) from the levels above; several of one name within
 * a level stay.
 */
export function inheritedHeaders(
  collection: Collection,
  folders: readonly Folder[],
): Header[] {
  let headers: Header[] = [];
  for (const level of levelsAround(collection, folders)) {
    const own = level.headers.filter((header) => !header.disabled);
    const names = new Set(own.map((header) => header.name.text.toLowerCase()));
    headers = headers.filter((header) =>
      !names.has(header.name.text.toLowerCase())
    );
    headers.push(...own);
  }
  return headers;
}

/**
 * How a request authenticates. A request without `auth` does not; one with
 * `inherit` takes that of the innermost folder that sets one, or else the
 * collection's. Never of type "inherit" or "none": that is undefined.
 */
export function inheritedAuth(
  collection: Collection,
  folders: readonly Folder[],
  request: Request,
): Auth | undefined {
  const { auth } = request;
  const effective = auth?.type === "inherit"
    ? levelsAround(collection, folders).toReversed().map((level) => level.auth)
      .find((one) => one !== undefined && one.type !== "inherit")
    : auth;
  return effective?.type === "none" ? undefined : effective;
}

/**
 * The scripts of one phase around a request, in the order they run: from the
 * collection to the request. After-response scripts and tests run the other way
 * round, unless the collection's flow is sequential.
 */
export function inheritedScripts(
  collection: Collection,
  folders: readonly Folder[],
  request: Request,
  phase: ScriptPhase,
): Script[] {
  const inwards = [...levelsAround(collection, folders), request];
  const outwards = phase !== "before-request" &&
    collection.config.flow === "sandwich";
  return (outwards ? inwards.toReversed() : inwards)
    .flatMap((level) =>
      level.scripts.filter((script) => script.phase === phase)
    );
}

/** The enabled actions of one phase around a request, from the collection to the request. */
export function inheritedActions(
  collection: Collection,
  folders: readonly Folder[],
  request: Request,
  phase: Action["phase"],
): Action[] {
  return [...levelsAround(collection, folders), request]
    .flatMap((level) => level.actions ?? [])
    .filter((action) => action.phase === phase && !action.disabled);
}

/** The inherited levels, outermost first. */
export function levelsAround(
  collection: Collection,
  folders: readonly Folder[],
): Defaults[] {
  return [collection.defaults, ...folders.map((folder) => folder.defaults)];
}
