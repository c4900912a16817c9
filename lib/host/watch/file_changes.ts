import { basename, dirname, join } from "../path.ts";
import { isPath } from "../files/is_file.ts";
import { isFolder } from "../files/is_folder.ts";
import {
  CollectionError,
  type DiagnosticError,
  PermissionError,
} from "../../core/source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { sleep } from "../sleep.ts";

/** Milliseconds in which changes are gathered: a save is often more than one. */
const GATHERED_FOR = 100;

/** So often the wait begins anew for a new folder, at most. */
const MAX_ROUNDS = 20;

/** What only looks like a change, and what editors put beside a file that is open. */
const NOISE =
  /(?:^|[/\\])(?:\.git|node_modules)(?:[/\\]|$)|(?:\.tmp|\.sw[a-z]|~|[/\\]4913|[/\\]\.?#[^/\\]*)$/;

/** Files to watch. */
export interface Watched {
  readonly folder: string;
  /** Whether folders in it are watched, too. */
  readonly deep: boolean;
  /** Which files in it count; default: all. */
  readonly counts?: (path: string) => boolean;
}

/**
 * Watches files, until it is disposed of. A file is watched by way of its
 * folder: an editor may put a new one in its place.
 */
export class FileChanges implements Disposable {
  readonly #watchers = new Map<string, Deno.FsWatcher>();
  readonly #counts = new Map<string, (path: string) => boolean>();
  readonly #pending = new Set<string>();
  /** The files that exist now; absent: whoever asks knows them. */
  readonly #known: Set<string> | undefined;
  #changed = Promise.withResolvers<void>();
  /** Why a folder is no longer watched. */
  #lost: Error | undefined;
  /** How many folders have come. */
  #folders = 0;

  /** @param all Give also paths that came and went meanwhile, to someone who knows the files: the folders are not gone through. */
  constructor({ all = false }: { readonly all?: boolean } = {}) {
    this.#known = all ? undefined : new Set();
  }

  /**
   * Watches files from now on; a folder that is watched stays so.
   *
   * @throws {CollectionError} The system does not watch them.
   * @throws {PermissionError} Deno does not permit it.
   */
  add({ folder: given, deep, counts = () => true }: Watched): void {
    const folder = realOf(given);
    this.#counts.set(folder, counts);
    if (this.#watchers.has(folder)) return;
    this.#watch(folder, deep);
    if (this.#known !== undefined) {
      for (const path of pathsIn(folder, deep)) this.#known.add(path);
    }
  }

  /** Whether something has changed that {@linkcode next} has not given yet. */
  get isGathering(): boolean {
    return this.#pending.size > 0;
  }

  /**
   * Waits until something has changed that counts; gives the paths of all that
   * did meanwhile. Undefined once the signal aborts. The path of a watched
   * folder stands for anything in it: the system did not tell of all.
   *
   * @throws {CollectionError} The system no longer watches the files.
   */
  async next(
    counts: (path: string) => boolean,
    signal: AbortSignal,
  ): Promise<string[] | undefined> {
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => aborted.resolve(), { once: true });
    while (!signal.aborted) {
      if (this.#pending.size === 0) {
        await Promise.race([this.#changed.promise, aborted.promise]);
      }
      if (this.#lost) throw this.#lost;
      await this.#gather(signal);
      const changed = [...this.#pending].filter((path) =>
        this.#isChange(path) && counts(path)
      );
      this.#pending.clear();
      this.#changed = Promise.withResolvers();
      if (changed.length > 0 && !signal.aborted) return changed.sort();
    }
    return undefined;
  }

  /**
   * Waits until a change is complete. The system does not tell of files that
   * are put into a new folder before it watches that, so they are found in it.
   */
  async #gather(signal: AbortSignal): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const folders = this.#folders;
      await sleep(GATHERED_FOR, signal);
      // What had come before the time was over may wait to be heard.
      await sleep(1, signal);
      if (folders === this.#folders) return;
    }
  }

  /** A file that appeared and disappeared, such as an editor's temporary file, is not a change. */
  #isChange(path: string): boolean {
    if (this.#known === undefined) return true;
    if (!isPath(path)) return this.#known.delete(path);
    this.#known.add(path);
    // Of what comes along with a folder, the system may tell only when it goes.
    for (const inside of pathsIn(path, true)) this.#known.add(inside);
    return true;
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #watch(folder: string, deep: boolean): void {
    const watcher = watch(folder, { recursive: deep });
    this.#watchers.set(folder, watcher);
    this.#follow(watcher, folder, deep);
  }

  /** Watches anew where a watcher that has worked fails or loses events: it may not know of new folders. */
  async #follow(
    watcher: Deno.FsWatcher,
    folder: string,
    deep: boolean,
  ): Promise<void> {
    const heard = { any: false };
    try {
      try {
        if (!await this.#losesEvents(watcher, folder, heard)) return;
      } catch (error) {
        watcher.close();
        if (!heard.any) throw watchError(folder, error);
      }
      this.#watch(folder, deep);
      this.#pending.add(folder);
    } catch (error) {
      this.#watchers.delete(folder);
      this.#lost = error as Error;
    }
    this.#changed.resolve();
  }

  /** Listens until the watcher is closed, or there were more changes than the system can keep until they are heard. */
  async #losesEvents(
    watcher: Deno.FsWatcher,
    folder: string,
    heard: { any: boolean },
  ): Promise<boolean> {
    for await (const { kind, paths, flag } of watcher) {
      heard.any = true;
      // To leave the loop closes the watcher.
      if (flag === "rescan") return true;
      if (kind === "access" || kind === "other") continue;
      for (const path of paths) {
        const isNoise = NOISE.test(path.slice(folder.length));
        if (isNoise || !this.#counts.get(folder)!(path)) continue;
        if (kind !== "modify" && isFolder(path)) this.#folders++;
        this.#pending.add(path);
        this.#changed.resolve();
      }
    }
    return false;
  }
}

function watch(
  folder: string,
  options: { recursive: boolean },
): Deno.FsWatcher {
  try {
    return Deno.watchFs(folder, options);
  } catch (error) {
    throw watchError(folder, error);
  }
}

function watchError(folder: string, error: unknown): DiagnosticError {
  const problem = describeFileError("watch", folder, error);
  return new (problem.code === "PERMISSION"
    ? PermissionError
    : CollectionError)([problem]);
}

/** Everything in a folder, as far as it can be seen. */
function* pathsIn(folder: string, deep: boolean): Generator<string> {
  let entries: Iterable<Deno.DirEntry> = [];
  try {
    entries = [...Deno.readDirSync(folder)];
  } catch {
    // It went away, or is closed to us.
  }
  for (const { name, isDirectory } of entries) {
    const path = join(folder, name);
    if (NOISE.test(`/${name}`)) continue;
    yield path;
    if (deep && isDirectory) yield* pathsIn(path, deep);
  }
}

/** Links of its folder followed: what is watched is named by these paths. */
export function realOf(path: string): string {
  try {
    return join(Deno.realPathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}
