import type { Diagnostic } from "../source/diagnostic.ts";
import type { Collection } from "./types.ts";

/** What says of a file that nothing in it can be read. */
export const UNREADABLE: ReadonlySet<string> = new Set([
  "YAML_SYNTAX",
  "BRU_SYNTAX",
]);

/** Texts by the paths that diagnostics show. */
type Texts = ReadonlyMap<string, string>;

const known = new WeakMap<Collection, () => Texts>();

/** The texts of those files that cannot be read. */
export function unreadAmong(texts: Texts, found: readonly Diagnostic[]): Texts {
  const files = found.flatMap(({ code, location }) =>
    // A value that cannot be read stands in a file that can.
    UNREADABLE.has(code) && location?.yamlPath === undefined
      ? location?.file ?? []
      : []
  );
  return new Map(files.map((file) => [file, texts.get(file) ?? ""]));
}

/** Remembers how to find the files of a collection that cannot be read. */
export function keepUnread(collection: Collection, find: () => Texts): void {
  known.set(collection, find);
}

/** The texts of a collection's files that cannot be read; none where nobody knows. */
export function unreadFiles(collection: Collection): Texts {
  return known.get(collection)?.() ?? new Map();
}
