import type { Diagnostic } from "../source/diagnostic.ts";
import { checkFiles, type CollectionFiles } from "./collection_files.ts";
import { parseFile } from "./parse_file.ts";
import { readFiles } from "./read_files.ts";
import type { Collection } from "./types.ts";
import type { KeptReadings } from "./read/tree/folder_reading.ts";

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
 * @throws {TypeError} From JavaScript, for what is not texts by path.
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
  checkFiles(options);
  return readFiles(options, parseFile);
}

/** A collection whose files change one after the other. */
export class ChangingFiles implements CollectionFiles {
  readonly kept: KeptReadings;
  readonly #given: CollectionFiles;
  readonly #files: Map<string, string>;
  #reading: ReturnType<typeof readCollection> | undefined;

  constructor(given: CollectionFiles) {
    this.kept = given.kept ?? new Map();
    this.#given = given;
    this.#files = new Map(given.files);
  }

  get root(): string {
    return this.#given.root;
  }

  get main(): string | undefined {
    return this.#given.main;
  }

  get filePrefix(): string | undefined {
    return this.#given.filePrefix;
  }

  /** The texts as they are now. */
  get files(): ReadonlyMap<string, string> {
    return this.#files;
  }

  /** Takes a file's new text, by its path inside the collection; undefined: it is gone. */
  update(path: string, text: string | undefined): void {
    if (text === undefined) this.#files.delete(path);
    else this.#files.set(path, text);
    this.#reading = undefined;
  }

  /**
   * The collection and what reading it found. Several changes in a row are read
   * once, and of the files only those that changed; until the next change it
   * gives the same object.
   */
  read(): ReturnType<typeof readCollection> {
    const { kept } = this;
    this.#reading ??= readCollection({
      ...this.#given,
      files: this.#files,
      kept,
    });
    return this.#reading;
  }
}
