import type { KeptReadings } from "../../core/collection/read/tree/folder_reading.ts";
import type { CollectionFiles } from "../../core/collection/collection_files.ts";
import { readCollection } from "../../core/collection/read_collection.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionIndex } from "./collection_index.ts";
import type { CallChecker } from "./rules/calls.ts";
import type { CheckOptions, IndexedDefinition, Use } from "./types.ts";

/** An index of a collection's files that can change one after the other. */
export interface FileIndex {
  /** The index; undefined as long as the collection's own file cannot be read. */
  readonly index: CollectionIndex | undefined;
  /** Takes a file's new text, by its path inside the collection; undefined: it is gone. */
  updateFile(path: string, text: string | undefined): void;
  /** What reading the files found. */
  readingProblems(): readonly Diagnostic[];
  /** What is wrong, reading the files included. */
  diagnostics(): Diagnostic[];
  /** What is wrong in one file, by the path that diagnostics show; quickly what some requests tell of it. */
  diagnosticsOf(
    file: string,
    options?: { readonly quick?: boolean },
  ): Diagnostic[];
  /** The places that define a variable, or set it while the collection runs. */
  definitionsOf(name: string): IndexedDefinition[];
  /** The places that use a variable. */
  usesOf(name: string): Use[];
}

/**
 * Indexes a collection's files. After a change only what depends on it is read
 * and checked again.
 */
export function indexCollection(
  collection: CollectionFiles,
  options: CheckOptions = {},
  checkCall?: CallChecker,
): FileIndex {
  const files = new Map(collection.files);
  const kept: KeptReadings = collection.kept ?? new Map();
  let index: CollectionIndex | undefined;
  let found: readonly Diagnostic[] = [];
  let isFresh = false;
  // Several changes in a row are read once.
  const fresh = () => {
    if (isFresh) return index;
    isFresh = true;
    const { value, diagnostics } = readCollection({
      ...collection,
      files,
      kept,
    });
    found = diagnostics;
    if (value === undefined) index = undefined;
    else if (index === undefined) {
      index = new CollectionIndex(value, options, checkCall);
    } else index.update(value);
    return index;
  };
  return {
    get index() {
      return fresh();
    },
    updateFile(path, text) {
      if (text === undefined) files.delete(path);
      else files.set(path, text);
      index?.scripts.forget(path);
      isFresh = false;
    },
    readingProblems() {
      fresh();
      return found;
    },
    diagnostics() {
      const checked = fresh()?.diagnostics() ?? [];
      return [...found, ...checked];
    },
    diagnosticsOf(file, options) {
      const checked = fresh()?.diagnosticsOf(file, options) ?? [];
      return [
        ...found.filter(({ location }) => location?.file === file),
        ...checked,
      ];
    },
    definitionsOf: (name) => fresh()?.definitionsOf(name) ?? [],
    usesOf: (name) => fresh()?.usesOf(name) ?? [],
  };
}
