import type {
  Defaults,
  Folder,
  Item,
  Request,
} from "../../../core/collection/types.ts";
import { SCOPE_NAMES, type ScopeName } from "../../../core/scope/names.ts";
import type { IndexedDefinition } from "../types.ts";
import { usesIn } from "../uses/texts_in.ts";
import { pushAll } from "../../../core/source/push_all.ts";

/** Where something that is set in a scope is seen. */
export interface Reach {
  readonly scope: ScopeName;
  /** From this request of the run on, counted from 0, it is set. */
  readonly from: number;
  /** For the scopes of requests and folders: which ones, and from where on; absent: whoever runs by then. */
  readonly within?: ReadonlyMap<Request | Folder, number>;
}

/** Nothing sets it. */
const NEVER = Infinity;

/**
 * How high the scope is in which a place finds something set: 0 is the highest;
 * `Infinity` where it is not.
 */
function heightOf(
  { scope, from, within }: Reach,
  { request, folders, index }: RequestPlace,
): number {
  if (within === undefined) return from <= index ? heightOfScope(scope) : NEVER;
  if (scope === "request") {
    return (within.get(request) ?? NEVER) <= index
      ? heightOfScope(scope)
      : NEVER;
  }
  const depth = folders.findLastIndex((one) =>
    (within.get(one) ?? NEVER) <= index
  );
  return depth === -1 ? NEVER : heightOfScope(scope, depth);
}

/** Whether a place finds something set. */
export function isReached(reach: Reach, place: RequestPlace): boolean {
  return heightOf(reach, place) !== NEVER;
}

/** Whether a place would find it set if it ran later. */
export function isForPlace(
  { within }: Reach,
  { request, folders }: Pick<RequestPlace, "request" | "folders">,
): boolean {
  return within === undefined || within.has(request) ||
    folders.some((one) => within.has(one));
}

/** The height of a scope; inner folders are higher. */
export function heightOfScope(scope: ScopeName, depth = 0): number {
  const height = SCOPE_NAMES.indexOf(scope);
  return scope === "folder" ? height + 1 / (depth + 2) : height;
}

/** What is known of one name: for each scope the places that see it set first. */
export class NameReach {
  readonly #reaches = new Map<ScopeName, Reach>();

  /** Takes one more place that sets it. */
  add({ scope, from, within }: Reach): void {
    const known = this.#reaches.get(scope);
    if (known === undefined) {
      const own = within && { within: new Map(within) };
      this.#reaches.set(scope, { scope, from, ...own });
      return;
    }
    if (within === undefined || known.within === undefined) {
      if (from < known.from) this.#reaches.set(scope, { scope, from });
      return;
    }
    const all = known.within as Map<Request | Folder, number>;
    for (const [one, at] of within) {
      all.set(one, Math.min(at, all.get(one) ?? NEVER));
    }
  }

  /**
   * The height of the highest scope in which a place finds it set.
   *
   * @param isGone Whether it has been deleted from a scope since.
   */
  heightAt(
    place: RequestPlace,
    isGone: (scope: ScopeName) => boolean = () => false,
  ): number {
    let height = NEVER;
    for (const [scope, reach] of this.#reaches) {
      if (!isGone(scope)) height = Math.min(height, heightOf(reach, place));
    }
    return height;
  }
}

/** A request in the order of a run. */
export interface RequestPlace {
  readonly request: Request;
  readonly folders: readonly Folder[];
  /** Counted from 0. */
  readonly index: number;
}

/** The first request that a file has to do with, and for each variable of the file one that uses it. */
export function somePlaces(
  file: string,
  places: readonly RequestPlace[],
  definitions: readonly IndexedDefinition[],
): RequestPlace[] {
  const names = new Set(
    definitions.filter(({ location }) => location.file === file)
      .map(({ name }) => name),
  );
  const chosen: RequestPlace[] = [];
  for (const place of places) {
    const { folders, request } = place;
    const isInside = folders.some(({ defaults }) => fileOf(defaults) === file);
    const used = usesIn(request).filter(({ name, expression = name }) =>
      names.delete(name) || names.delete(expression)
    );
    const isFirst = chosen.length === 0 ||
      isInside &&
        !chosen.some((one) => one.folders.at(-1) === folders.at(-1));
    if (isFirst || used.length > 0) chosen.push(place);
  }
  return chosen;
}

/** The file of a level, if something in it says so. */
function fileOf(
  { headers: [header], variables: [variable], scripts: [script], auth }:
    Defaults,
): string | undefined {
  return (header?.name ?? variable ?? script ?? auth)?.at.file;
}

/** What was made of a folder before: it holds as long as nothing in it, or before it, changes. */
interface Known {
  readonly index: number;
  readonly above: readonly Folder[];
  readonly places: readonly RequestPlace[];
}

const known = new WeakMap<Folder, Known>();

/** The requests, as a run of all of them meets them; those of folders in which nothing changed are the same objects. */
export function placesOf(items: readonly Item[]): RequestPlace[] {
  return placesIn(items, [], 0);
}

function placesIn(
  items: readonly Item[],
  folders: readonly Folder[],
  first: number,
): RequestPlace[] {
  const places: RequestPlace[] = [];
  for (const item of items) {
    const index = first + places.length;
    switch (item.kind) {
      case "folder":
        pushAll(places, placesOfFolder(item, folders, index));
        break;
      case "request":
        places.push({ request: item, folders, index });
        break;
      case "unsupported":
        break;
      default:
        item satisfies never;
    }
  }
  return places;
}

function placesOfFolder(
  folder: Folder,
  above: readonly Folder[],
  index: number,
): readonly RequestPlace[] {
  const before = known.get(folder);
  if (
    before?.index === index && before.above.length === above.length &&
    before.above.every((one, at) => one === above[at])
  ) return before.places;
  const places = placesIn(folder.items, [...above, folder], index);
  known.set(folder, { index, above, places });
  return places;
}
