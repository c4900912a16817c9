import type { Collection, Folder, Item } from "../core/collection/types.ts";
import { aboutFolder, formatOf } from "../core/collection/format.ts";
import { levelsOf } from "../tools/check/uses/levels_of.ts";
import { placesOf, type RequestPlace } from "../tools/check/places/reach.ts";
import type { TextLevel } from "../tools/check/uses/texts_in.ts";
import { Refused } from "./answers.ts";

/** What an id stands for. */
export interface Ref {
  readonly kind: "request" | "folder" | "environment" | "collection" | "other";
  /** Path inside the collection; of an environment and of any other file that of the file. */
  readonly path: string;
}

/**
 * The ids that the page has for things of the collection. They are fingerprints
 * of kind and path, so that a page which meets another server knows what its
 * drafts are of.
 */
export class Ids {
  readonly #refs = new Map<string, Ref>();
  readonly #ids = new Map<string, string>();

  /** The id of something, always the same. */
  of(kind: Ref["kind"], path: string): string {
    const key = `${kind} ${path}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      const name = fingerprint(key);
      id = name;
      for (let n = 2; this.#refs.has(id); n++) id = `${name}-${n}`;
      this.#ids.set(key, id);
      this.#refs.set(id, { kind, path });
    }
    return id;
  }

  /**
   * What an id stands for.
   *
   * @throws {Refused} It was never given out.
   */
  ref(id: string): Ref {
    const ref = this.#refs.get(id);
    if (ref === undefined) {
      throw new Refused(
        `Cannot open "${id}": it is not in the collection`,
        [],
        404,
      );
    }
    return ref;
  }
}

/** A short text for a long one: 53 bits (cyrb53, public domain), made in a microsecond. */
function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^
    Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^
    Math.imul(a ^ (a >>> 13), 3266489909);
  return `i${((b & 0x1fffff) * 2 ** 32 + (a >>> 0)).toString(36)}`;
}

/** Requests and folders of a collection by their paths. */
export interface ItemIndex {
  readonly places: ReadonlyMap<string, RequestPlace>;
  readonly folders: ReadonlyMap<
    string,
    { readonly folder: Folder; readonly above: readonly Folder[] }
  >;
  /** What has texts, and secrets in them. */
  readonly levels: readonly TextLevel[];
}

/** Of what is no collection. */
export const NO_ITEMS: ItemIndex = {
  places: new Map(),
  folders: new Map(),
  levels: [],
};

/** Makes the index of a collection's items. */
export function indexItems(collection: Collection): ItemIndex {
  const { items } = collection;
  const all = placesOf(items);
  const places = new Map(all.map((place) => [place.request.path, place]));
  const folders = new Map<
    string,
    { folder: Folder; above: readonly Folder[] }
  >();
  const visit = (items: readonly Item[], above: readonly Folder[]) => {
    for (const item of items) {
      if (item.kind !== "folder") continue;
      folders.set(item.path, { folder: item, above });
      visit(item.items, [...above, item]);
    }
  };
  visit(items, []);
  return { places, folders, levels: levelsOf(collection, all) };
}

/** The file that is about a folder: the one that is there, or the one to make. */
export function folderFile(
  folder: string,
  { files, main }: {
    readonly files: ReadonlyMap<string, string>;
    readonly main: string;
  },
): string {
  const format = formatOf(main);
  const [first] = format.folders;
  const found = format.folders.map((name) => `${folder}/${name}`)
    .find((path) => files.has(path) && aboutFolder(path, format) === folder);
  return found ?? `${folder}/${first}`;
}
