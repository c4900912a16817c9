import type { Collection, Folder, Item } from "../core/collection/types.ts";
import { aboutFolder, formatOf } from "../core/collection/format.ts";
import type { RequestPlace } from "../tools/check/places/reach.ts";
import { Refused } from "./answers.ts";

/** What an id stands for. */
export interface Ref {
  readonly kind: "request" | "folder" | "environment" | "collection" | "other";
  /** Path inside the collection; of an environment and of any other file that of the file. */
  readonly path: string;
}

/** The ids that the page has for things of the collection: numbers that say nothing. */
export class Ids {
  readonly #refs = new Map<string, Ref>();
  readonly #ids = new Map<string, string>();

  /** The id of something, always the same. */
  of(kind: Ref["kind"], path: string): string {
    const key = `${kind} ${path}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = `i${this.#ids.size + 1}`;
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

/** Requests and folders of a collection by their paths. */
export interface ItemIndex {
  readonly places: ReadonlyMap<string, RequestPlace>;
  readonly folders: ReadonlyMap<
    string,
    { readonly folder: Folder; readonly above: readonly Folder[] }
  >;
}

/** Makes the index of a collection's items. */
export function indexItems(
  { items }: Collection,
  all: readonly RequestPlace[],
): ItemIndex {
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
  return { places, folders };
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
