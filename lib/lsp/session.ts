import { join } from "node:path";
import { toFileUrl } from "@std/path/to-file-url";
import type { CollectionIndex } from "../tools/check/collection_index.ts";
import {
  type FileIndex,
  indexCollection,
} from "../tools/check/index_collection.ts";
import type {
  ListedVariable,
  VariablesView,
} from "../tools/check/list_variables.ts";
import {
  indexVariables,
  type VariableIndex,
} from "../tools/check/variable_index.ts";
import { readScript } from "../tools/check/script/read_script.ts";
import { type CallChecker, callOfConfig } from "../tools/check/rules/calls.ts";
import type { RequestPlace } from "../tools/check/places/reach.ts";
import { COLLECTION_FILES, type FileKind } from "../core/collection/format.ts";
import { fileKinds } from "../core/collection/file_kinds.ts";
import { typedReader } from "../host/check/load_script_reader.ts";
import { missingFile } from "../host/check/missing_file.ts";
import type { CheckedCalls } from "../host/check/call_checker.ts";
import { locate } from "../host/locate/locate.ts";
import { YamlFiles } from "../host/locate/yaml_files.ts";
import type { EditedCollection } from "../host/run/open_edited.ts";
import { inSlices } from "../host/in_slices.ts";
import { moduleOptions } from "../host/files/near_inside.ts";
import { packageRoom, textInside } from "../host/files/read_inside.ts";
import { once } from "../core/source/once.ts";
import type { Descriptors } from "../core/http/grpc/descriptors.ts";
import type { Masker } from "../core/secrets/masker.ts";
import { type Diagnostic, locationOf } from "../core/source/diagnostic.ts";
import type { Collection } from "../core/collection/types.ts";
import { processSecret, secretsOfProcess } from "../host/process_env.ts";
import { KeptMasker } from "./kept_masker.ts";
import { type FindGlobals, SessionGlobals } from "./session_globals.ts";
import { VariablesInReach } from "./variables_in_reach.ts";

const readAny = typedReader(readScript);
/** Keys that `.proto` files are named by. */
const PROTO = /\bproto(?:FilePath|Path|Files)\b/;

/** So many texts are kept with the places in them, which take far more memory than a text. */
const MAX_LOCATED = 100;

/** A collection that is open in the editor; its files are told by their paths in it. */
export class EditorSession {
  /** The handle that reads it; it renders and runs, too. */
  readonly opened: EditedCollection;
  #texts: ReadonlyMap<string, string> | undefined;
  readonly #located = new Map<string, { text: string; files: YamlFiles }>();
  #environments: readonly string[] = [];
  #held: readonly string[] = [];
  #index: FileIndex | undefined;
  #kinds: Map<string, FileKind> | undefined;
  /** The files of this collection, and of others inside, that make a folder one. */
  #mains: readonly (readonly [path: string, text: string])[] = [];
  readonly #masker = new KeptMasker();
  /** There once a file names `.proto` files. */
  #calls: CheckedCalls | undefined;
  #namesProtos: boolean;
  #changes = 0;
  readonly #globals: SessionGlobals;

  readonly #room = once(() =>
    packageRoom({ root: this.root, file: this.main }, [])
  );

  constructor(opened: EditedCollection, findGlobals: FindGlobals) {
    this.opened = opened;
    this.#globals = new SessionGlobals(findGlobals);
    this.#namesProtos = [...this.files.values()].some((it) => PROTO.test(it));
  }

  get root(): string {
    return this.opened.root;
  }

  /** Name of the collection's own file. */
  get main(): string {
    return this.opened.main;
  }

  /** The texts of its files, as the editor has them. */
  get files(): ReadonlyMap<string, string> {
    return this.opened.files.files;
  }

  /** The text of one of its files, or of a file that scripts require. */
  textOf(path: string): string | undefined {
    return this.files.get(path) ?? textInside(this.root, path, this.#room());
  }

  /** The same as they are now: later changes leave it alone. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts ??= new Map(this.files);
  }

  /** The environment that values are taken from, the last of several; undefined: each one is looked at. */
  get environment(): string | undefined {
    return this.inReach?.environments.at(-1);
  }

  /** Selects environments, of which later ones win. */
  select(...names: readonly string[]): void {
    if (this.#environments.join("\n") === names.join("\n")) return;
    this.#changes++;
    this.#environments = names;
    this.#index = undefined;
  }

  /** Takes the names of variables that get values from outside of the files, such as secrets that somebody typed; gives whether they are others than before. */
  hold(names: readonly string[]): boolean {
    if (this.#held.join("\n") === names.join("\n")) return false;
    this.#changes++;
    this.#held = names;
    this.#index = undefined;
    return true;
  }

  /**
   * Checks all requests, a few at a time, so that whoever asks meanwhile is
   * answered. Gives whether nothing changed until they were.
   *
   * @param pause Is called before whoever asks is answered.
   */
  async settle(pause?: () => void): Promise<boolean> {
    const changes = this.#changes;
    const index = await this.indexed(pause);
    return await inSlices(index?.checking() ?? [], () => {
      pause?.();
      return changes === this.#changes;
    });
  }

  /** Whether the index was made: then it is given at once. */
  get isIndexed(): boolean {
    return this.#fileIndex.isMade;
  }

  /**
   * The {@linkcode index}, made a few files at a time.
   *
   * @param pause Is called before whoever asks is answered.
   */
  async indexed(pause?: () => void): Promise<CollectionIndex | undefined> {
    await this.learn();
    await inSlices(this.#fileIndex.preparing(), pause);
    return this.index;
  }

  /** Takes a file's new text; undefined: it is gone. */
  update(path: string, text: string | undefined): void {
    this.#changes++;
    this.#texts = undefined;
    this.#namesProtos ||= PROTO.test(text ?? "");
    this.opened.files.update(path, text);
    if (path.endsWith(".proto")) this.#calls?.refresh();
    this.#globals.changed(path);
    if (path === this.collection?.globals?.file) this.#index = undefined;
    this.#updateKind(path, text);
    this.#index?.forget(path);
  }

  /** Learns what the index needs from outside of the collection's files: the global variables, and what `.proto` files say. */
  async learn(): Promise<void> {
    await this.#learnProtos();
    if (await this.#globals.learn(this.root, this.files)) {
      this.#changes++;
      this.#index = undefined;
    }
  }

  /** Loads what reads `.proto` files, where a file names some. */
  async #learnProtos(): Promise<void> {
    if (this.#calls || !this.#namesProtos) return;
    const { createCalls } = await import("../host/check/call_checker.ts");
    if (this.#calls) return;
    const access = { root: this.root, allowRead: [] };
    this.#calls = createCalls(access, (path) => path);
    this.#index = undefined;
  }

  /** What a `.proto` file says, or those of the collection; undefined where they are broken, or the run tells which it is. */
  descriptorsIn(protoFile: string | undefined): Descriptors | undefined {
    const { collection } = this.index ?? {};
    if (!this.#calls || !collection || protoFile?.includes("{{")) {
      return undefined;
    }
    const { protobuf } = collection.config;
    const { descriptors, problems } = this.#calls.load({
      files: protoFile
        ? [{ path: protoFile }]
        : callOfConfig(collection)?.files ?? [],
      importPaths: protobuf?.importPaths ?? [],
    });
    return problems.length > 0 ? undefined : descriptors;
  }

  /** What is known of the collection; undefined where its own file cannot be read. */
  get index(): CollectionIndex | undefined {
    return this.#fileIndex.index;
  }

  /** The collection as it is read, before anything is known of it. */
  get collection(): Collection | undefined {
    return this.opened.files.read().value;
  }

  /** What a file is about; undefined where the collection does not read it. */
  kindOf(path: string): FileKind | undefined {
    if (this.#kinds === undefined) {
      this.#kinds = fileKinds(this.files, this.main, this.opened.files.kept);
      this.#mains = [...this.files].filter(([path]) => this.#isMain(path));
    }
    return this.#kinds.get(path);
  }

  /** What is wrong with all of it, without lines and columns. */
  diagnostics(): Diagnostic[] {
    return this.#fileIndex.diagnostics();
  }

  /** What reading the files found, without lines and columns. */
  readingProblems(): readonly Diagnostic[] {
    return this.#fileIndex.readingProblems();
  }

  /** What is wrong in a file, with lines and columns. */
  async diagnosticsOf(
    path: string,
    options: { readonly quick?: boolean } = {},
  ): Promise<Diagnostic[]> {
    await this.learn();
    const found = this.#fileIndex.diagnosticsOf(path, options);
    const environments = this.collection?.environments ?? [];
    const own = environments.filter(({ file }) => file === path)
      .flatMap(({ diagnostics = [] }) => diagnostics);
    return await this.locate([...new Set([...found, ...own])]);
  }

  /** What reading a file found, with lines and columns: the first of what is wrong in it. */
  async readingProblemsOf(path: string): Promise<Diagnostic[]> {
    return await this.locate(
      this.readingProblems().filter(({ location }) => location?.file === path),
    );
  }

  /** Completes diagnostics by line and column. */
  async locate(diagnostics: readonly Diagnostic[]): Promise<Diagnostic[]> {
    const located = [...diagnostics];
    const byFile = Map.groupBy(
      diagnostics.keys(),
      (at) => diagnostics[at].location?.file,
    );
    for (const [file, places] of byFile) {
      const text = file === undefined ? undefined : this.files.get(file);
      if (file === undefined || text === undefined) continue;
      const found = await locate(
        places.map((at) => diagnostics[at]),
        this.filesOf(file, text),
      );
      places.forEach((at, index) => located[at] = found[index]);
    }
    return located;
  }

  /** The variables that files can use; undefined where the collection's own file cannot be read. */
  get inReach(): VariablesInReach | undefined {
    return this.index && this.#reachIn(this.index);
  }

  /** The same as if the collection were another one, such as with edits that are not saved. */
  inReachOf(collection: Collection): VariablesInReach | undefined {
    const { index } = this;
    if (index === undefined || index.collection === collection) {
      return this.inReach;
    }
    const { scripts } = index;
    const { globals } = this.#globals.of(collection);
    return this.#reachIn(indexVariables(collection, { scripts, globals }));
  }

  #reachIn(index: VariableIndex): VariablesInReach {
    return new VariablesInReach(index, {
      environments: this.#environments,
      ...this.#globals.of(index.collection),
      hasSecret: (name) => this.#hasSecret(name),
    });
  }

  /** The request in a file; undefined where it is about something else. */
  placeOf(path: string): RequestPlace | undefined {
    return this.inReach?.placeOf(path);
  }

  /** The variables that a file can use, or one of them. */
  variablesFor(
    path: string,
    only: Pick<VariablesView, "name" | "first"> = {},
  ): ListedVariable[] {
    return this.inReach?.list(path, only) ?? [];
  }

  /** What takes secrets out of what is shown. */
  masker(): Masker {
    const { index } = this;
    const { globals: variables } = this.#globals.of(index?.collection);
    return this.#masker.of([...index?.levels() ?? [], { variables }]);
  }

  /** How the editor calls a file. */
  uriOf(path: string): string {
    return toFileUrl(join(this.root, path)).href;
  }

  /** What a collection's own file says concerns all others; any other file itself. */
  #updateKind(path: string, text: string | undefined): void {
    if (
      this.#kinds === undefined || this.#isMain(path)
    ) {
      this.#kinds = undefined;
      return;
    }
    const files = text !== undefined &&
      new Map([...this.#mains, [path, text]]);
    const kind = files ? fileKinds(files, this.main).get(path) : undefined;
    if (kind === undefined) this.#kinds.delete(path);
    else this.#kinds.set(path, kind);
  }

  #isMain(path: string): boolean {
    return path === this.main || COLLECTION_FILES.includes(nameOf(path));
  }

  #hasSecret(name: string): boolean {
    return this.#held.includes(name) || processSecret(name) !== undefined;
  }

  get #fileIndex(): FileIndex {
    const room = this.#room();
    this.#index ??= indexCollection(
      this.opened.files,
      {
        ...this.#selectedHere(),
        ...this.#globals.of(this.collection),
        rowNames: this.#held,
        hasSecret: (name) => this.#hasSecret(name),
        ...secretsOfProcess,
        readScript: readAny,
        readFile: (path) => this.textOf(path),
        ...moduleOptions(this.root, room),
        findFile: (path, at) =>
          missingFile(path, { access: { root: this.root, allowRead: [] }, at }),
      },
      this.#calls && inRequests(this.#calls.check),
    );
    return this.#index;
  }

  /** Those that another collection has select nothing here. */
  #selectedHere(): { readonly environments?: readonly (readonly string[])[] } {
    if (this.#environments.length === 0) return {};
    const { value } = this.opened.files.read();
    const names = new Set(value?.environments.map(({ name }) => name));
    const here = this.#environments.filter((it) => names.has(it));
    return here.length === 0 ? {} : { environments: [here] };
  }

  /** The library that finds places reads a text once. */
  filesOf(file: string, text: string): YamlFiles {
    let known = this.#located.get(file);
    if (known?.text !== text) {
      known = { text, files: new YamlFiles(() => text) };
      this.#located.set(file, known);
      const [oldest] = this.#located.keys();
      if (this.#located.size > MAX_LOCATED) this.#located.delete(oldest);
    }
    return known.files;
  }
}

/** Tells of broken `.proto` files where they are named: an editor may not show those. */
function inRequests(check: CallChecker): CallChecker {
  return (call) =>
    check(call).map((problem) => {
      const { location = {} } = problem;
      const [first] = call.files;
      return location.keys !== undefined || first === undefined ? problem : {
        ...problem,
        location: locationOf(first.at, { length: first.path.length }),
        related: [{ message: "it is here", location }],
      };
    });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
