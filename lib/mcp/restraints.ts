import type { LoadedCollection } from "../host/files/load/load_found.ts";
import type { RenderedRequest } from "../core/http/rendered_request.ts";
import type { Step } from "../core/plan/types.ts";
import { resolveEnvironments } from "../core/collection/environment.ts";
import type {
  Collection,
  Environment,
  Item,
} from "../core/collection/types.ts";

/** What `--allow-methods` calls requests that have no method of their own. */
const STREAMS = {
  grpc: "GRPC",
  websocket: "WEBSOCKET",
  subscription: "SUBSCRIPTION",
} as const;

/** Headers by which servers take a request for one of another method. */
const OVERRIDES: ReadonlySet<string> = new Set([
  "x-http-method-override",
  "x-http-method",
  "x-method-override",
]);

/** Why a request must not be sent where agents may only read; undefined: it may. */
export function methodRefusal(
  { method, stream, headers }: RenderedRequest,
  allowed: readonly string[],
): string | undefined {
  const names = [
    stream ? STREAMS[stream.kind] : method,
    ...headers.filter(([name]) => OVERRIDES.has(name.toLowerCase()))
      .map(([, value]) => value.trim()),
  ].map((name) => name.toUpperCase());
  const name = names.find((one) =>
    one !== "GET" && one !== "HEAD" && !allowed.includes(one)
  );
  if (name === undefined) return undefined;
  return `it is a ${name} request, and the collection is read-only for agents (a person can restart brace mcp with --allow-methods=${
    [...allowed, name].join(",")
  })`;
}

/** What changed since the start, and whom it concerns. */
export interface Changes {
  readonly isAny: boolean;
  /** Why a request gets no secrets; undefined: nothing that it is made of changed. */
  why(step: Step): string | undefined;
}

/**
 * Compares a collection with what its files said at the start. A file of a
 * request concerns that request, one of a folder or of the collection what is
 * inside of it, and an environment all of it, if more changed than plain values.
 *
 * @param names The environments in use.
 */
export function changedSince(
  before: LoadedCollection,
  { collection, texts = new Map() }: LoadedCollection,
  names: readonly string[],
): Changes {
  const changed = new Set<string>();
  for (const [file, text] of texts) {
    if (before.texts?.get(file) !== text) changed.add(file);
  }
  if (changed.size === 0 || collection === undefined) {
    return { isAny: false, why: () => undefined };
  }
  const requests = new Set(filesOf(collection.items));
  const environments = new Set(
    collection.environments.map(({ file }) => file),
  );
  const known = new Map(
    layersOf(before.collection, names).map((one) => [one.file, guarded(one)]),
  );
  const whole = layersOf(collection, names)
    .filter((one) => changed.has(one.file))
    .filter((one) => known.get(one.file) !== guarded(one))
    .map(({ file }) => file);
  const folders: { file: string; folder: string }[] = [];
  for (const file of changed) {
    if (environments.has(file) || requests.has(file)) continue;
    if (OF_FOLDER.test(file)) {
      folders.push({ file, folder: folderOf(file) });
    }
  }
  return {
    isAny: true,
    why({ item: { at: { file } } }) {
      const cause = changed.has(file) ? file : whole[0] ??
        folders.find(({ folder }) => file.startsWith(folder))?.file;
      return cause === undefined ? undefined : changedFile(cause);
    },
  };
}

/** What an agent is told of a file that changed. */
export function changedFile(file: string): string {
  return `"${file}" changed since brace mcp started (a person reads the change and restarts it)`;
}

/** The environments in use, with what they extend, and the globals. */
function layersOf(
  collection: Collection | undefined,
  names: readonly string[],
): readonly Environment[] {
  if (collection === undefined) return [];
  const { value = [] } = resolveEnvironments(collection, names);
  return collection.globals ? [...value, collection.globals] : value;
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * What an agent must not change of an environment: what it extends, which secrets
 * of stores it has, and values with placeholders, which bring secrets to wherever
 * they are used.
 */
function guarded(
  { name, extends: base, dotenv = NONE, clientCertificates, variables }:
    Environment,
): string {
  const textOf = (value: unknown) =>
    JSON.stringify(
      value,
      (_, one) => typeof one === "bigint" ? `${one}` : one,
    ) ?? "";
  const kept = variables.map(({ at: _, ...rest }) => textOf(rest))
    .filter((text, at) => variables[at].store || text.includes("{{"));
  return textOf([name, base, [...dotenv], clientCertificates, kept]);
}

/** What files of a folder or a collection are called. */
const OF_FOLDER =
  /(?:^|\/)(?:(?:folder|collection|opencollection)\.(?:ya?ml|bru)|bruno\.json|\.resources\/.*)$/;

function* filesOf(items: readonly Item[]): Generator<string> {
  for (const item of items) {
    if (item.kind === "folder") yield* filesOf(item.items);
    else yield item.at.file;
  }
}

/** The folder that a file other than a request's says something of. */
function folderOf(file: string): string {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return folder.replace(/\.resources\/$/, "");
}
