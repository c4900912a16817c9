import type {
  Collection,
  Defaults,
  Request,
} from "../../../core/collection/types.ts";
import { levelsAround } from "../../../core/collection/inherit.ts";
import type { ScopeName } from "../../../core/scope/names.ts";
import { isReordered } from "./course.ts";
import type { DeletingCall, LevelSettings } from "./level_settings.ts";
import type { RequestPlace } from "./reach.ts";

/** A stretch of a run, from one request to before another, in which something is deleted. */
interface Stretch {
  readonly by: DeletingCall;
  /** The request whose scripts delete it. */
  readonly request: Request;
  readonly from: number;
  /** The position at which a script computes the names of what it sets. */
  to: number;
  /** Where a variable may be set again. */
  readonly again: Map<string, number>;
}

/** The scopes that all later requests share. */
const SHARED: readonly ScopeName[] = [
  "runtime",
  "environment",
  "collection",
  "global",
];

/** The variables that scripts have deleted for sure when a request is sent, and that nothing may have set since. */
export class GoneVariables {
  /** By scope and name, or by scope alone where all of it is deleted; in the order of the run. */
  readonly #stretches = new Map<string, Stretch[]>();
  readonly #open = new Set<Stretch>();

  /** Whether a name is deleted anywhere. */
  has(name: string): boolean {
    return SHARED.some((scope) =>
      this.#stretches.has(keyOf(scope, name)) ||
      this.#stretches.has(keyOf(scope))
    );
  }

  /** What has deleted a variable of a scope when a request is rendered. */
  at(
    name: string,
    scope: ScopeName,
    { request, index }: Pick<RequestPlace, "request" | "index">,
  ): DeletingCall | undefined {
    for (const key of [keyOf(scope, name), keyOf(scope)]) {
      const one = lastBefore(this.#stretches.get(key) ?? [], index);
      // A request's own scripts may read it before they delete it.
      if (
        one && one.request !== request &&
        index < Math.min(one.to, one.again.get(name) ?? Infinity)
      ) return one.by;
    }
    return undefined;
  }

  /** What has deleted a variable by then, in whichever scope. */
  anyAt(
    name: string,
    place: Pick<RequestPlace, "request" | "index">,
  ): DeletingCall | undefined {
    for (const scope of SHARED) {
      const found = this.at(name, scope, place);
      if (found) return found;
    }
    return undefined;
  }

  /** Notes a deletion. */
  begin(by: DeletingCall, request: Request, from: number): void {
    if (!SHARED.includes(by.scope)) return;
    const key = keyOf(by.scope, by.name);
    const all = this.#stretches.get(key) ?? [];
    this.#stretches.set(key, all);
    const last = all.at(-1);
    if (last?.to === Infinity && last.again.size === 0) return;
    const stretch = { by, request, from, to: Infinity, again: new Map() };
    all.push(stretch);
    this.#open.add(stretch);
  }

  /** Notes that a variable may be set. */
  end(at: number, scope: ScopeName, name: string): void {
    for (const key of [keyOf(scope, name), keyOf(scope)]) {
      const last = this.#stretches.get(key)?.at(-1);
      if (last && !last.again.has(name)) last.again.set(name, at);
    }
  }

  /** Notes that any variable may be set. */
  endAll(at: number): void {
    for (const one of this.#open) one.to = at;
    this.#open.clear();
  }
}

/** The last stretch that begins at a position or before it. */
function lastBefore(
  stretches: readonly Stretch[],
  index: number,
): Stretch | undefined {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle].from <= index) low = middle + 1;
    else high = middle;
  }
  return stretches[low - 1];
}

function keyOf(scope: ScopeName, name?: string): string {
  return name === undefined ? scope : `${scope}\n${name}`;
}

/** Goes through a run of the whole collection; nothing is gone where only the run tells in which order requests run. */
export function goneVariables(
  collection: Collection,
  places: readonly RequestPlace[],
  byLevel: ReadonlyMap<Defaults | Request, LevelSettings>,
): GoneVariables {
  const gone = new GoneVariables();
  const all = [...byLevel.values()];
  const isOpen = all.some(({ flow }) =>
    flow.some(({ does }) => does === "next" || does === "run")
  );
  if (
    isOpen || isReordered(collection) ||
    all.every(({ deletions }) => deletions.length === 0)
  ) return gone;
  for (const { request, folders, index } of places) {
    const levels = [...levelsAround(collection, folders), request]
      .flatMap((level) => byLevel.get(level) ?? []);
    const maySkip = levels.some(({ flow }) =>
      flow.some(({ does }) => does === "skip")
    );
    for (const early of [true, false]) {
      const set = levels.flatMap(({ settings }) =>
        settings.filter((one) => one.early === early)
      );
      for (const { scope, name } of set) gone.end(index, scope, name);
      const computes = levels.some(({ computed }) =>
        computed.some((one) => one.early === early)
      );
      if (computes) {
        gone.endAll(index);
        continue;
      }
      if (maySkip) continue;
      for (const by of levels.flatMap(({ deletions }) => deletions)) {
        if (by.early !== early || isUnsure(by, set, { collection, folders })) {
          continue;
        }
        gone.begin(by, request, index + 1);
      }
    }
  }
  return gone;
}

/** Whether a variable may be there after all: scripts of the same request set it, or Postman's `collectionVariables` mean a folder's. */
function isUnsure(
  { scope, name }: DeletingCall,
  set: LevelSettings["settings"],
  { collection, folders }: {
    readonly collection: Collection;
    readonly folders: RequestPlace["folders"];
  },
): boolean {
  const isSet = set.some((one) =>
    one.scope === scope && (name === undefined || one.name === name)
  );
  return isSet || scope === "collection" &&
      levelsAround(collection, folders).some((level) =>
        level !== collection.defaults && level.variables.length > 0
      );
}
