import { isInside } from "./is_inside.ts";
import { relative, resolve, sep as SEPARATOR } from "../path.ts";
import { PermissionError, ScriptError } from "../../core/source/errors.ts";
import { describeFileError } from "./describe_file_error.ts";
import { requireFile } from "./file_bytes.ts";

/**
 * Reads a text file inside a folder, by its path from there. Links are
 * followed before the path is judged.
 *
 * @throws {PermissionError} For a file outside of the folder.
 * @throws {ScriptError} For one that cannot be read.
 */
export function readInside(folder: string, path: string): string {
  return contentInside(folder, path, Deno.readTextFileSync);
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
): T {
  return atReal(folder, path, ({ real }) => {
    requireFile(real);
    return read(real);
  });
}

/** The size of the largest file of a package that is read. */
const MAX_MODULE = 8 * 1024 * 1024;

/**
 * The path of a module's file inside a folder, links followed; undefined where
 * there is none.
 *
 * @throws {PermissionError} For a file outside of the folder.
 * @throws {ScriptError} For one that is too large.
 */
export function findInside(folder: string, path: string): string | undefined {
  return atReal(folder, path, ({ root, real }) => {
    const { isFile, size } = Deno.statSync(real);
    if (!isFile) return undefined;
    if (size > MAX_MODULE) throw new RangeError("it is larger than 8 MiB");
    return relative(root, real).replaceAll(SEPARATOR, "/");
  }, { missing: () => undefined });
}

/** Does something with a path inside a folder, links followed. */
function atReal<T>(
  folder: string,
  path: string,
  work: (paths: { root: string; real: string }) => T,
  { missing }: { missing?: () => T } = {},
): T {
  try {
    const root = Deno.realPathSync(folder);
    const wanted = resolve(root, path);
    if (!isInside(root, wanted)) throw outside(path);
    const real = Deno.realPathSync(wanted);
    if (!isInside(root, real)) throw outside(path);
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

function outside(path: string): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message:
      `Cannot read "${path}": it is outside the collection (scripts and messages can only read files inside it)`,
  }]);
}
