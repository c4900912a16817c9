import type { Text } from "../source/origin.ts";
import { enabledExpressions } from "./request_texts.ts";
import { handedDown } from "./v3/signed_form.ts";
import type { ProtobufConfig } from "./stream_types.ts";
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

/** Headers about bodies of HTTP, which a call has none of. */
const OF_HTTP: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "content-encoding",
  "content-length",
  "content-type",
]);

/** What a request gets from the levels above it. */
export interface Inherited {
  /** Headers of collection and folders (metadata, too, of a gRPC request), which the request's own may replace. */
  readonly headers: readonly Header[];
  /** How the request authenticates, its own auth included; absent: not at all. */
  readonly auth?: Auth;
  /** Where the collection's `.proto` files lie. */
  readonly protobuf?: ProtobufConfig;
}

/** Gathers what a request gets from collection and folders. */
export function inheritedBy(
  collection: Collection,
  folders: readonly Folder[],
  request: Request,
): Inherited {
  const auth = inheritedAuth(collection, folders, request);
  const { config: { protobuf } } = collection;
  return {
    headers: inheritedHeaders(collection, folders, request),
    ...(auth && { auth }),
    ...(protobuf && { protobuf }),
  };
}

/**
 * The headers that collection and folders hand down, disabled ones left out, in
 * the order collection, outer folders, inner folders. A header replaces those
 * of its name (in any case) from the levels above; several of one name within
 * a level stay. A gRPC request gets metadata, too, and no header that only a
 * body of HTTP has.
 */
export function inheritedHeaders(
  collection: Collection,
  folders: readonly Folder[],
  { type }: Pick<Request, "type">,
): Header[] {
  let headers: Header[] = [];
  if (type !== "grpc" && !hasHeaders(collection, folders)) return headers;
  for (
    const { headers: written, metadata } of levelsAround(collection, folders)
  ) {
    const all = type === "grpc"
      ? [
        ...written.filter(({ name }) => !OF_HTTP.has(name.text.toLowerCase())),
        ...metadata ?? [],
      ]
      : written;
    const own = all.filter((header) => !header.disabled);
    const names = new Set(own.map((header) => header.name.text.toLowerCase()));
    headers = headers.filter((header) =>
      !names.has(header.name.text.toLowerCase())
    );
    headers.push(...own);
  }
  return headers;
}

/** Most collections hand down none. */
function hasHeaders(
  { defaults }: Collection,
  folders: readonly Folder[],
): boolean {
  return defaults.headers.length > 0 ||
    folders.some((folder) => folder.defaults.headers.length > 0);
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
  if (auth?.type === "inherit") {
    const above = authAbove(collection, folders);
    return above && handedDown(above, request);
  }
  return auth?.type === "none" ? undefined : auth;
}

/** What `inherit` takes below folders, the outermost first. Never of type "inherit" or "none". */
export function authAbove(
  collection: Collection,
  folders: readonly Folder[],
): Auth | undefined {
  const auth = levelsAround(collection, folders).toReversed()
    .map((level) => level.auth)
    .find((one) => one !== undefined && one.type !== "inherit");
  return auth?.type === "none" ? undefined : auth;
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
  const found: Script[] = [];
  const take = ({ scripts }: Pick<Defaults, "scripts">) => {
    for (const script of scripts) {
      if (script.phase !== phase) continue;
      if (script.for === undefined || script.for === request.type) {
        found.push(script);
      }
    }
  };
  const outwards = phase !== "before-request" &&
    collection.config.flow === "sandwich";
  if (outwards) {
    take(request);
    for (let at = folders.length; at-- > 0;) take(folders[at].defaults);
    take(collection.defaults);
  } else {
    take(collection.defaults);
    for (const { defaults } of folders) take(defaults);
    take(request);
  }
  return found;
}

/** The files of the scripts that a run starts before a request, in their order. */
export function filesBefore(
  collection: Collection,
  folders: readonly Folder[],
  request: Request,
): string[] {
  const scripts = inheritedScripts(
    collection,
    folders,
    request,
    "before-request",
  );
  return [...new Set(scripts.map(({ at }) => at.file))];
}

/** The enabled actions of one phase around a request, from the collection to the request. */
export function inheritedActions(
  collection: Collection,
  folders: readonly Folder[],
  request: Request,
  phase: Action["phase"],
): Action[] {
  const found: Action[] = [];
  const take = ({ actions }: Pick<Defaults, "actions">) => {
    if (actions === undefined) return;
    for (const action of actions) {
      if (action.phase === phase && !action.disabled) found.push(action);
    }
  };
  take(collection.defaults);
  for (const { defaults } of folders) take(defaults);
  take(request);
  return found;
}

/**
 * The expressions around a request that have `{{` in them, which is text there.
 * None where its body goes out as written: the server may give it back.
 */
export function expressionsWithBraces(
  collection: Collection,
  folders: readonly Folder[],
  request: Request,
): Text[] {
  if (request.body?.interpolate === false) return [];
  return [request, ...levelsAround(collection, folders)]
    .flatMap(enabledExpressions).filter(({ text }) => text.includes("{{"));
}

/** The inherited levels, outermost first. */
export function levelsAround(
  collection: Collection,
  folders: readonly Folder[],
): Defaults[] {
  return [collection.defaults, ...folders.map((folder) => folder.defaults)];
}

/** A level of a collection: what it or a folder hands down, or a request. */
export interface PlacedLevel {
  readonly level: Defaults | Request;
  /** The folders that it lies in, or that of the folder itself last. */
  readonly folders: readonly Folder[];
}

/** Every level of a collection, outer before inner. */
export function* levelsIn(
  { defaults, items }: Pick<Collection | Folder, "defaults" | "items">,
  folders: readonly Folder[] = [],
): Generator<PlacedLevel> {
  yield { level: defaults, folders };
  for (const item of items) {
    if (item.kind === "folder") yield* levelsIn(item, [...folders, item]);
    if (item.kind === "request") yield { level: item, folders };
  }
}
