import { basename, dirname, isInside, join, resolve } from "../../path.ts";
import { describeFileError, LockedError } from "../describe_file_error.ts";
import { sleep } from "../../sleep.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";

/**
 * A new file that will take the place of another, beside it: at any moment
 * there is the old one or the whole new one. As long as it is under way it is
 * locked, which ends with the process: what a process left that was killed is
 * known by that, and removed by the next draft for the same place.
 */
export class FileDraft {
  readonly file: Deno.FsFile;
  readonly #target: string;
  readonly #path: string;
  #closed = false;

  private constructor(target: string, path: string, file: Deno.FsFile) {
    this.#target = target;
    this.#path = path;
    this.file = file;
  }

  /**
   * Makes a draft.
   *
   * @throws What Deno's file API throws.
   */
  static async open(
    target: string,
    options: { readonly mode?: number } = {},
  ): Promise<FileDraft> {
    await removeStale(target);
    for (;;) {
      const path = `${target}.${crypto.randomUUID().slice(0, 8)}.tmp`;
      const file = await Deno.open(path, {
        write: true,
        createNew: true,
        ...options,
      });
      // Another process may have found it before it was locked.
      if (await file.tryLock(true) && await hasName(path, file)) {
        return new FileDraft(target, path, file);
      }
      file.close();
    }
  }

  /**
   * Takes the place.
   *
   * @throws What Deno's file API throws; nothing is left behind then.
   */
  async commit(): Promise<void> {
    try {
      await Deno.rename(this.#path, this.#target);
      this.#close();
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** Gives up; nothing is left behind. */
  discard(): void {
    if (this.#closed) return;
    this.#close();
    remove(this.#path);
  }

  #close(): void {
    this.#closed = true;
    this.file.close();
  }
}

/** Cookie files had whole UUIDs in 2.2.0. */
const ENDING = /^\.[0-9a-f]{8}(?:(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?\.tmp$/;

async function removeStale(target: string): Promise<void> {
  const [folder, name] = [dirname(target), basename(target)];
  if (!await mayRead(folder)) return;
  try {
    for await (const entry of Deno.readDir(folder)) {
      const isDraft = entry.isFile && entry.name.startsWith(name) &&
        ENDING.test(entry.name.slice(name.length));
      if (isDraft) await removeUnlocked(join(folder, entry.name));
    }
  } catch {
    // The system forbids it, or one of another user's: writing goes on without.
  }
}

async function removeUnlocked(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  if (await file.tryLock(true)) remove(path);
}

/** Whether an open file has not been removed, as far as Deno permits to know. */
export async function hasName(
  path: string,
  file: Deno.FsFile,
): Promise<boolean> {
  return !await mayRead(path) || (await file.stat()).nlink !== 0;
}

/** Cleaning up never asks for a permission. */
async function mayRead(path: string): Promise<boolean> {
  const { state } = await Deno.permissions.query({ name: "read", path });
  return state === "granted";
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // There is nothing more that could be done about it.
  }
}

/** Where and how the new content of a file is written. */
type WritePlace =
  /** A device or pipe, such as `/dev/stdout`: nothing can take its place. */
  | { readonly kind: "device" }
  /** A file, there already or not: a new one takes its place. */
  | {
    readonly kind: "file";
    /** Where a link leads to. */
    readonly path: string;
    /** Permissions of the old file. */
    readonly mode?: number;
  };

/**
 * Looks at what is at a path that will be written.
 *
 * @throws What Deno's file API throws; for a folder `IsADirectory`.
 */
export async function writePlace(path: string): Promise<WritePlace> {
  let old: Deno.FileInfo;
  try {
    old = await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { kind: "file", path };
    throw error;
  }
  if (old.isDirectory) throw new Deno.errors.IsADirectory();
  if (!old.isFile) return { kind: "device" };
  return {
    kind: "file",
    path: await Deno.realPath(path),
    ...(old.mode !== null && { mode: old.mode & 0o777 }),
  };
}

/** How long another run may take, in milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 5;

/**
 * Does something with a file that other runs of Brace do one after the other:
 * reading it, changing what was read and writing it back. A file `NAME.lock`
 * beside it is locked meanwhile, which ends with the process at the latest.
 *
 * @throws {LockedError} Another run has had it for 10 seconds.
 * @throws What Deno's file API throws.
 */
export async function withLock<T>(
  target: string,
  action: () => Promise<T>,
  { patience = PATIENCE }: { readonly patience?: number } = {},
): Promise<T> {
  const path = `${target}.lock`;
  const until = performance.now() + patience;
  for (;;) {
    using file = await Deno.open(path, {
      write: true,
      create: true,
      mode: 0o600,
    });
    if (!await file.tryLock(true)) {
      if (performance.now() >= until) {
        throw new LockedError(
          `another run has been using "${path}" for more than ${
            patience / 1000
          } s (end it, or use another file)`,
        );
      }
      await sleep(PAUSE);
    } else if (await hasName(path, file)) {
      try {
        return await action();
      } finally {
        // A process that waits sees that this lock is gone, and takes the next one.
        await Deno.remove(path).catch(() => {});
      }
    }
  }
}

/**
 * Says that folders on the way to a file are missing which are not made: below
 * the current folder and a collection's all of them are, elsewhere only the
 * last one. A misspelt path would become folders otherwise.
 *
 * @param root The collection's folder; default: there is none.
 */
export async function checkFolder(
  path: string,
  root: string = ".",
): Promise<Diagnostic | undefined> {
  const missing: string[] = [];
  let at = dirname(resolve(path));
  while (dirname(at) !== at && await isMissing(at)) {
    missing.unshift(at);
    at = dirname(at);
  }
  if (missing.length < 2) return undefined;
  const real = await realFolder(at);
  for (const home of [".", root]) {
    if (isInside(await realFolder(resolve(home)), real)) return undefined;
  }
  return {
    code: "WRITE",
    severity: "error",
    message: `Cannot write "${path}": there is no folder "${
      missing[0]
    }" (correct the path, or create "${missing.at(-1)}")`,
  };
}

/** What may not be looked at counts as there: making it says what is wrong. */
async function isMissing(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

async function realFolder(path: string): Promise<string> {
  try {
    return await Deno.realPath(path);
  } catch {
    return path;
  }
}

/**
 * Says why a file could not be written later on, if so. Folders on the way are
 * made as {@linkcode checkFolder} says, nothing else stays behind.
 *
 * @param root The collection's folder; default: there is none.
 */
export async function checkWritable(
  path: string,
  root?: string,
): Promise<Diagnostic | undefined> {
  const problem = await checkFolder(path, root);
  if (problem) return problem;
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    const place = await writePlace(path);
    if (place.kind === "device") return undefined;
    (await FileDraft.open(place.path)).discard();
    return undefined;
  } catch (error) {
    // A file occupies the path of a folder.
    const reason = error instanceof Deno.errors.AlreadyExists
      ? new Deno.errors.NotADirectory()
      : error;
    return describeFileError("write", path, reason);
  }
}
