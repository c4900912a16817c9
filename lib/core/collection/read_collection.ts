import type { Diagnostic } from "../source/diagnostic.ts";
import type { CollectionFiles } from "./collection_files.ts";
import { parseFile } from "./parse_file.ts";
import { readFiles } from "./read_files.ts";
import type { Collection } from "./types.ts";

/**
 * Reads a collection: a folder with `opencollection.yml`, `folder.yml`, request
 * files, `environments/NAME.yml` and `.env`; one file with everything in it; or
 * a folder of Bruno's with `bruno.json`, `collection.bru`, `folder.bru`, request
 * files and `environments/NAME.bru`.
 *
 * Never throws for what is written in the files. What is wrong is in the
 * diagnostics, every error at once, each with its place; what could be read is
 * in the value, which is absent only if the collection's own file cannot be
 * read. What is wrong with an environment is in its own diagnostics.
 *
 * @example
 * ```ts
 * import { readCollection } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const { value, diagnostics } = readCollection({
 *   root: "",
 *   files: new Map([
 *     ["opencollection.yml", "info: { name: Pets }"],
 *     ["list.yml", "http: { method: GET, url: http://localhost/pets }"],
 *   ]),
 * });
 * assertEquals(diagnostics, []);
 * assertEquals(value?.items.map((item) => item.path), ["list.yml"]);
 * ```
 */
export function readCollection(
  options: CollectionFiles,
): { value?: Collection; diagnostics: Diagnostic[] } {
  return readFiles(options, parseFile);
}
