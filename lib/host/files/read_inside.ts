import { aboutFolder, V3_FORMAT } from "../../core/collection/format.ts";
import { isPath } from "./is_file.ts";
import type { ReadModule } from "../../core/collection/required/required_code.ts";
import type { Collection } from "../../core/collection/types.ts";
import {
  basename,
  dirname,
  isInside,
  join,
  relative,
  resolve,
  sep as SEPARATOR,
} from "../path.ts";
import { PermissionError, ScriptError } from "../../core/source/errors.ts";
import { describeFileError } from "./describe_file_error.ts";
import { requireFile } from "./file_bytes.ts";

/** Where packages of a collection may lie outside of its folder. */
export interface PackageRoom {
  /** Above it up to this folder, in `node_modules`; an absolute path, links followed. */
  readonly top: string;
  /** How many folders that one is above the collection's. */
  readonly levels: number;
  /** Where links of packages may lead besides (`--allow-read`). */
  readonly allowRead: readonly string[];
}

/**
 * The room for packages around one of Postman's trees: up to the root of its
 * repository, or the folder that holds `postman`. Undefined where there is
 * none, where Deno does not permit to read it, and for other collections.
 */
export function packageRoom(
  { root: folder, file }: Pick<Collection, "root" | "file">,
  allowRead: readonly string[],
): PackageRoom | undefined {
  if (aboutFolder(file, V3_FORMAT) === undefined) return undefined;
  const root = realOrSame(folder);
  let top: string | undefined;
  for (let at = root;; at = dirname(at)) {
    if (isPath(join(at, ".git"))) {
      top = at;
      break;
    }
    if (isPath(join(at, ".postman"))) top ??= at;
    if (basename(at) === "postman") top ??= dirname(at);
    if (dirname(at) === at) break;
  }
  if (top === undefined || top === root) return undefined;
  const { state } = Deno.permissions.querySync({ name: "read", path: top });
  if (state !== "granted") return undefined;
  const levels = relative(top, root).split(SEPARATOR).length;
  return { top, levels, allowRead: allowRead.map(realOrSame) };
}

/**
 * Reads a text file inside a folder, by its path from there, or of a package in
 * the room around it. Links are followed before the path is judged.
 *
 * @throws {PermissionError} For a file outside of both.
 * @throws {ScriptError} For one that cannot be read.
 */
export function readInside(
  folder: string,
  path: string,
  room?: PackageRoom,
): string {
  return contentInside(folder, path, Deno.readTextFileSync, room);
}

/**
 * Reads the bytes of a file inside a folder.
 *
 * @throws {PermissionError} For a file outside of the folder.
 * @throws {ScriptError} For one that cannot be read.
 */
export function bytesInside(folder: string, path: string): Uint8Array {
  return contentInside(folder, path, Deno.readFileSync);
}

function contentInside<T>(
  folder: string,
  path: string,
  read: (path: string) => T,
  room?: PackageRoom,
): T {
  return atReal(folder, path, ({ real }) => {
    requireFile(real);
    return read(real);
  }, { room });
}

/** The size of the largest file of a package that is read. */
const MAX_MODULE = 8 * 1024 * 1024;

/**
 * The path of a module's file from a folder, links followed, inside of it or in
 * the room around it; undefined where there is none.
 *
 * @throws {PermissionError} For a file outside of both.
 * @throws {ScriptError} For one that is too large.
 */
export function findInside(
  folder: string,
  path: string,
  room?: PackageRoom,
): string | undefined {
  return atReal(folder, path, ({ root, real }) => {
    const { isFile, size } = Deno.statSync(real);
    if (!isFile) return undefined;
    if (size > MAX_MODULE) throw new RangeError("it is larger than 8 MiB");
    return relative(root, real).replaceAll(SEPARATOR, "/");
  }, { missing: () => undefined, room });
}

/** Does something with a path inside a folder or a room, links followed. */
function atReal<T>(
  folder: string,
  path: string,
  work: (paths: { root: string; real: string }) => T,
  { missing, room }: { missing?: () => T; room?: PackageRoom | undefined } = {},
): T {
  try {
    const root = Deno.realPathSync(folder);
    const wanted = resolve(root, path);
    const mayRead = (it: string) => isInside(root, it) || isInRoom(it, room);
    if (!mayRead(wanted)) {
      // Folders between the collection and the room have nothing for scripts.
      if (room && missing) return missing();
      throw outside(path);
    }
    const real = Deno.realPathSync(wanted);
    if (!mayRead(real)) throw room ? linkedOutside(path, real) : outside(path);
    return work({ root, real });
  } catch (error) {
    if (error instanceof PermissionError) throw error;
    const isMissing = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (missing && isMissing) return missing();
    const diagnostic = describeFileError("read", path, error);
    throw diagnostic.code === "PERMISSION"
      ? new PermissionError([diagnostic])
      : new ScriptError([diagnostic]);
  }
}

/** Whether a file may be one of a package: nothing else of a repository is a script's business. */
function isInRoom(path: string, room: PackageRoom | undefined): boolean {
  if (room === undefined) return false;
  const { top, allowRead } = room;
  return isInside(top, path) &&
      relative(top, path).split(SEPARATOR).includes("node_modules") ||
    allowRead.some((allowed) => isInside(allowed, path));
}

function realOrSame(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return resolve(path);
  }
}

function linkedOutside(path: string, real: string): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message:
      `Cannot read "${path}": it is outside the collection and the repository's node_modules (allow it with --allow-read=${real})`,
  }]);
}

function outside(path: string): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message:
      `Cannot read "${path}": it is outside the collection (scripts and messages can only read files inside it)`,
  }]);
}

/** The text of a file that a script may require; undefined where it may not, or there is none. */
export function textInside(
  folder: string,
  path: string,
  room?: PackageRoom,
): string | undefined {
  try {
    return readInside(folder, path, room);
  } catch {
    return undefined;
  }
}

/** Reads the files that scripts of a collection may require, by their paths from its root. */
export function moduleReader(
  collection: Pick<Collection, "root" | "file">,
  allowRead: readonly string[],
): ReadModule {
  const room = packageRoom(collection, allowRead);
  return (path) => textInside(collection.root, path, room);
}
