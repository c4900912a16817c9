import type { GlobalsFile } from "../host/files/env_files_of.ts";
import { isFolder } from "../host/files/is_folder.ts";
import { inSlices } from "../host/in_slices.ts";
import { sleep } from "../host/sleep.ts";
import { basename, join, resolve } from "node:path";
import { toFileUrl } from "@std/path/to-file-url";
import type { ServerEvent } from "../embedded/page/workbench/api.ts";
import { formatOf } from "../core/collection/format.ts";
import { CollectionError } from "../core/source/errors.ts";
import { forgetTemplates } from "../core/template/template_of.ts";
import { splitMain } from "../host/files/find_root.ts";
import { findCollection, findTarget } from "../host/files/load/find_target.ts";
import type { RunCollectionOptions } from "../host/run/collection_options.ts";
import type { Opened } from "../host/run/open_collection.ts";
import { FileChanges, realOf } from "../host/watch/file_changes.ts";
import { watchedBy } from "../host/watch/watched_by.ts";
import type { EditorSession } from "../lsp/session.ts";
import { Sessions } from "../lsp/sessions.ts";
import { Refused } from "./answers.ts";
import { Channel } from "./channel.ts";
import { findEnvironments } from "./find_environments.ts";
import { HiddenTexts } from "./hidden_texts.ts";
import { History } from "./history/history.ts";
import { Ids, indexItems, type ItemIndex, NO_ITEMS } from "./items.ts";
import { newsAt, newsFor } from "./reading/news.ts";
import { readAhead } from "./reading/read_ahead.ts";
import { Revisions } from "./revisions.ts";
import { KeptVariables } from "./sending/kept_variables.ts";
import { Tasks } from "./sending/tasks.ts";
import type { WorkbenchOptions } from "./workbench_options.ts";

/** What the page works on: one collection, with what its pages have in common. */
export class Workbench implements AsyncDisposable {
  readonly readOnly: boolean;
  /** The folder that was asked for, or the collection's. */
  readonly folder: string;
  readonly ids = new Ids();
  readonly #hidden = new HiddenTexts();
  readonly revisions = new Revisions();
  readonly tasks = new Tasks();
  readonly kept = new KeptVariables();
  readonly history: History;
  /** Hosts that a person allowed for this session. */
  readonly allowed = new Set<string>();
  readonly #run: RunCollectionOptions;
  /** The file of global variables, and where a file names it. */
  readonly globalsFile: GlobalsFile;
  readonly #listeners = new Set<Channel<ServerEvent>>();
  readonly #sessions = new Sessions(() => Promise.resolve(this.#run.globalEnv));
  readonly #end = new AbortController();
  /** What the system tells of files; absent where it cannot. */
  #changes: FileChanges | undefined;
  /** How often changes were taken over. */
  #rounds = 0;
  /** What goes on beside the answers; nothing of it outlives the bench. */
  readonly #beside = new Set<Promise<void>>();
  #session: EditorSession | undefined;
  /** Reads the collection; absent once it is read, or where there is none. */
  #opening: ReturnType<Sessions["opening"]> | undefined;
  #selected: readonly string[];
  #items: { readonly of: unknown; readonly index: ItemIndex } | undefined;
  #problems: ReadonlyMap<string, number> = new Map();
  #counting = 0;
  /** Items that a page has without what checks say of them. */
  readonly #unchecked = new Set<string>();

  /**
   * @param path The collection, something in it, or a folder that has none.
   *
   * @throws {DiagnosticError} There is nothing, or it cannot be read.
   */
  constructor(path: string, options: WorkbenchOptions) {
    this.readOnly = options.readOnly;
    const { origins, ...run } = options.run ?? {};
    this.#run = run;
    const { globalEnv } = run;
    this.globalsFile = {
      ...globalEnv !== undefined && { globalEnv },
      ...origins && { origins },
    };
    this.#selected = options.environments;
    const target = findTarget(path, Deno.cwd());
    const place = "code" in target ? undefined : target;
    if ("code" in target && !isFolder(path)) {
      throw new CollectionError([target]);
    }
    this.folder = place ? splitMain(place.main).root : resolve(path);
    this.history = new History(options.history, this.folder);
    if (place) this.#openFiles(place.main);
  }

  get isEmpty(): boolean {
    return this.#open === undefined;
  }

  /** The collection's index; what is not read of it yet is read now. */
  get #open(): EditorSession | undefined {
    while (this.#opening !== undefined) this.#readOn();
    return this.#session;
  }

  /** The handle that sends, runs and renders. */
  get opened(): Opened {
    return this.session.opened;
  }

  /**
   * The index of the collection, which is also that of editors.
   *
   * @throws {Refused} The folder has no collection.
   */
  get session(): EditorSession {
    if (this.#open) return this.#open;
    throw new Refused(
      `Cannot open "${
        basename(this.folder)
      }": it has no collection, create one first`,
      [],
      409,
    );
  }

  /** The names of the selected environments that are there. */
  get selected(): readonly string[] {
    const known = new Set(
      this.session.collection?.environments.map(({ name }) => name),
    );
    return this.#selected.filter((name) => known.has(name));
  }

  /**
   * Finds the environments that it was opened with.
   *
   * @throws {DiagnosticError} One does not exist.
   */
  findEnvironments(): void {
    const collection = this.#selected.length > 0 && this.#open?.collection;
    if (collection) this.select(findEnvironments(collection, this.#selected));
  }

  /** Selects environments, for all pages. */
  select(names: readonly string[]): void {
    this.#selected = [...names];
    this.session.select(...names);
    this.tell({ type: "environment", names });
    this.countProblems();
  }

  /** Options that every run and rendering has with the environments that were selected for it. */
  runOptions(environments: readonly string[]): RunCollectionOptions {
    return {
      ...this.#run,
      ...(environments.length > 0 && { environment: environments }),
    };
  }

  /** Files outside of the collection that variables come from. */
  get variableFiles(): readonly string[] {
    const { envFile = [], secretsFile = [] } = this.#run;
    return [envFile, secretsFile].flat();
  }

  /** Requests and folders by path. */
  get items(): ItemIndex {
    const { collection } = this.session;
    if (collection === undefined) return NO_ITEMS;
    if (this.#items?.of !== collection) {
      this.#items = { of: collection, index: indexItems(collection) };
    }
    return this.#items.index;
  }

  /** What takes the collection's secrets out of texts. */
  get hidden(): HiddenTexts {
    const isRead = this.#open?.collection !== undefined;
    if (isRead) this.#hidden.learn(this.items.levels);
    return this.#hidden;
  }

  /** How many problems each file has, as far as they are counted. */
  get problems(): ReadonlyMap<string, number> {
    return this.#problems;
  }

  /** The absolute path of a file of the collection. */
  pathOf(file: string): string {
    return join(this.session.root, file);
  }

  /** Opens the folder's collection, which was not there before. */
  openNew(): void {
    const place = findCollection(this.folder);
    if (place) this.#openFiles(place.main);
    this.tell({ type: "changed", ids: [], tree: true });
  }

  /** What happens from now on, for one page. */
  listen(): Channel<ServerEvent> {
    while (this.#opening !== undefined) this.#readOn();
    const channel = new Channel<ServerEvent>();
    this.#listeners.add(channel);
    channel.push({ type: "alive" });
    this.#tellChecked();
    return channel;
  }

  /** A page has an item before the index is there; it is told when it is. */
  awaitCheck(id: string): void {
    this.#unchecked.add(id);
  }

  #tellChecked(): void {
    const isNews = this.#unchecked.size > 0 && this.#listeners.size > 0;
    if (!isNews || !this.#session?.isIndexed) return;
    this.tell({ type: "changed", ids: [...this.#unchecked], tree: false });
    this.#unchecked.clear();
  }

  /** The page is gone. */
  forget(channel: Channel<ServerEvent>): void {
    this.#listeners.delete(channel);
    channel.close();
  }

  /** Variables have other values now. */
  tellVariables(): void {
    this.tell({ type: "changed", ids: [], tree: false });
  }

  /** Secrets were typed or forgotten: what lacks a value is another thing now. */
  async tellSecrets(): Promise<void> {
    await this.learnSecrets();
    this.tellVariables();
    this.countProblems();
  }

  /** Has the checks know what the selected environments have by now from outside of the files. */
  async learnSecrets(): Promise<void> {
    this.session.hold(await this.kept.heldNames(this, this.#run));
  }

  tell(event: ServerEvent): void {
    for (const channel of this.#listeners) channel.push(event);
  }

  /** Takes files over as they are on the disk. */
  takeOver(files: Iterable<string>): void {
    const ids = new Set<string>();
    for (const path of files) {
      this.#sessions.changed(toFileUrl(this.pathOf(path)).href);
      for (const id of this.#idsOf(path)) ids.add(id);
    }
    this.tell({ type: "changed", ids: [...ids], tree: true });
    this.countProblems();
  }

  /** Counts the problems of all files, a few at a time, and tells when it is done. */
  countProblems(): void {
    // What cannot be counted has no badge.
    this.#goOn(this.#countProblems());
  }

  async #countProblems(): Promise<void> {
    const nth = ++this.#counting;
    const { session } = this;
    await readAhead(session, this.#end.signal);
    if (this.#end.signal.aborted) return;
    await session.indexed(this.#pause);
    await this.learnSecrets();
    this.#tellChecked();
    // Pages that are opening come first.
    await sleep(PAUSE, this.#end.signal);
    if (nth !== this.#counting || !await session.settle(this.#pause)) {
      return;
    }
    if (nth !== this.#counting || this.#end.signal.aborted) return;
    const counts = new Map<string, number>();
    for (const { severity, location } of session.diagnostics()) {
      if (severity === "hint" || location?.file === undefined) continue;
      counts.set(location.file, (counts.get(location.file) ?? 0) + 1);
    }
    forgetTemplates();
    if (isSame(this.#problems, counts)) return;
    this.#problems = counts;
    this.tell({ type: "changed", ids: [], tree: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    this.tell({ type: "bye" });
    for (const channel of this.#listeners) channel.close();
    this.tasks.cancelAll();
    this.#opening = undefined;
    await Promise.all(this.#beside);
    await this.#session?.opened.close();
  }

  /** Lets work go on beside the answers; its failure is nobody's. */
  #goOn(work: Promise<unknown>): void {
    const done = work.then(() => {}, () => {})
      .then(() => void this.#beside.delete(done));
    this.#beside.add(done);
  }

  /** Between pieces of work: all texts are looked at, of which few are needed soon. */
  readonly #pause = () => {
    forgetTemplates();
    this.#end.signal.throwIfAborted();
  };

  #openFiles(main: string): void {
    // Where the system cannot watch, a save still finds what has changed.
    this.#goOn(this.#follow(main));
    this.#opening = this.#sessions.opening(toFileUrl(main).href);
    // The browser starts meanwhile.
    this.#goOn(inSlices(this.#restOfFiles()));
  }

  *#restOfFiles(): Generator<void> {
    while (this.#opening !== undefined) {
      yield;
      this.#readOn();
    }
  }

  /** Reads the next file of the collection. */
  #readOn(): void {
    const { done, value } = this.#opening?.next() ?? {};
    if (!done) return;
    this.#opening = undefined;
    this.#session = value?.session;
    this.#session?.select(...this.#selected);
    if (this.#session) this.countProblems();
  }

  /**
   * Waits until changes that are known of are taken over, and looks for others:
   * what is sent next is what the disk has.
   *
   * @param request The path of the one request that is sent; absent: of any.
   */
  async catchUp(request?: string): Promise<void> {
    const round = this.#rounds;
    while (this.#changes?.isGathering && round === this.#rounds) {
      await sleep(5, this.#end.signal);
    }
    const paths = newsFor(request, this.items.places, this.session);
    if (paths.length > 0) this.takeOver(paths);
  }

  /** Takes over what other programs change, until the end. */
  async #follow(main: string): Promise<void> {
    using changes = new FileChanges({ all: true });
    const place = findCollection(main);
    for (const watched of place ? watchedBy(place, []) : []) {
      changes.add(watched);
    }
    const root = realOf(splitMain(main).root);
    this.#changes = changes;
    try {
      for (;;) {
        const changed = await changes.next(() => true, this.#end.signal);
        if (changed === undefined) return;
        const paths = newsAt(changed, root, this.session);
        if (paths.length > 0) this.takeOver(paths);
        this.#rounds++;
      }
    } finally {
      this.#changes = undefined;
    }
  }

  *#idsOf(file: string): Generator<string> {
    yield this.ids.of("other", file);
    yield this.ids.of("request", file);
    if (this.session.kindOf(file) === "environment") {
      yield this.ids.of("environment", file);
    }
    const { main } = this.session;
    if (file === main || file === formatOf(main).defaults) {
      yield this.ids.of("collection", "");
    }
    const [, folder, name] = /^(.*)\/([^/]+)$/.exec(file) ?? [];
    if (formatOf(main).folders.includes(name)) {
      yield this.ids.of("folder", folder);
    }
  }
}

/** How long counting waits for other work, in milliseconds. */
const PAUSE = 150;

function isSame(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): boolean {
  return a.size === b.size &&
    [...a].every(([file, count]) => b.get(file) === count);
}
