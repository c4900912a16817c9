import { ChangingFiles } from "../../core/collection/read_collection.ts";
import type { CollectionFiles } from "../../core/collection/collection_files.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionIndex, LearnedLevels } from "./collection_index.ts";
import { heldBack } from "./held_back.ts";
import type { CallChecker } from "./rules/calls.ts";
import type { CheckOptions, IndexedDefinition, Use } from "./types.ts";

/** An index of a collection's files that can change one after the other. */
export interface FileIndex {
  /** The index; undefined as long as the collection's own file cannot be read. */
  readonly index: CollectionIndex | undefined;
  /** Whether the index was made: then it is given at once. */
  readonly isMade: boolean;
  /** Finds out level after level what making the index takes. */
  preparing(): Generator<void>;
  /** Forgets what it knows of a file that has changed. */
  forget(path: string): void;
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

/** What may only follow from a file that cannot be read. */
const FOLLOWING: ReadonlySet<string> = new Set([
  "UNUSED_VARIABLE",
  "UNDEFINED_VARIABLE",
  "UNSET_SECRET",
  "PERMISSION",
  "SCRIPT_ERROR",
]);

/**
 * Indexes a collection's files. After a change only what depends on it is read
 * and checked again.
 *
 * @param collection Files that change are followed; of others the index has a copy.
 */
export function indexCollection(
  collection: CollectionFiles | ChangingFiles,
  options: CheckOptions = {},
  checkCall?: CallChecker,
): FileIndex {
  const files = collection instanceof ChangingFiles
    ? collection
    : new ChangingFiles(collection);
  let index: CollectionIndex | undefined;
  let learned: LearnedLevels | undefined;
  let known: ReturnType<typeof files.read> | undefined;
  const fresh = () => {
    const reading = files.read();
    if (reading === known) return index;
    known = reading;
    if (reading.value === undefined) index = undefined;
    else if (index === undefined) {
      index = new CollectionIndex(reading.value, options, checkCall, learned);
      learned = undefined;
    } else index.update(reading.value);
    return index;
  };
  const found = () => files.read().diagnostics;
  const { filePrefix = "" } = files;
  const texts = {
    get: (file: string) =>
      file.startsWith(filePrefix)
        ? files.files.get(file.slice(filePrefix.length))
        : undefined,
  };
  /** What the index found, without what only follows from files that cannot be read. */
  const certain = (checked: readonly Diagnostic[]) => {
    const isFollowing = checked.some(({ code }) => FOLLOWING.has(code));
    if (index === undefined || !isFollowing) return checked;
    const own = index.collection.environments
      .flatMap(({ diagnostics = [] }) => diagnostics);
    const all = [...new Set([...found(), ...own, ...checked])];
    const requests = index.requestFiles();
    const left = new Set(heldBack(all, { texts, requests }).diagnostics);
    return checked.filter((one) => left.has(one) || !FOLLOWING.has(one.code));
  };
  const forget = (path: string) => {
    index?.scripts.forget(path);
    learned?.scripts.forget(path);
  };
  return {
    get index() {
      return fresh();
    },
    get isMade() {
      return index !== undefined;
    },
    *preparing() {
      const { value } = files.read();
      if (value === undefined || index !== undefined) return;
      learned ??= new LearnedLevels(value, options);
      for (const _ of learned.learning(value)) {
        if (index !== undefined) return;
        yield;
      }
    },
    forget,
    updateFile(path, text) {
      files.update(path, text);
      forget(path);
    },
    readingProblems: found,
    diagnostics: () => [
      ...found(),
      ...certain(fresh()?.diagnostics() ?? []),
    ],
    diagnosticsOf(file, options) {
      const checked = fresh()?.diagnosticsOf(file, options) ?? [];
      return [
        ...found().filter(({ location }) => location?.file === file),
        ...certain(checked),
      ];
    },
    definitionsOf: (name) => fresh()?.definitionsOf(name) ?? [],
    usesOf: (name) => fresh()?.usesOf(name) ?? [],
  };
}
