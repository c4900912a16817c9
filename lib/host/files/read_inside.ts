import { isInside } from "./is_inside.ts";
import { resolve } from "node:path";
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
  return inside(folder, path, Deno.readTextFileSync);
}

/**
 * Reads the bytes of a file inside a folder.
 *
 * @throws {PermissionError} For a file outside of the folder.
 * @throws {ScriptError} For one that cannot be read.
 */
export function bytesInside(folder: string, path: string): Uint8Array {
  return inside(folder, path, Deno.readFileSync);
}

function inside<T>(
  folder: string,
  path: string,
  read: (path: string) => T,
): T {
  try {
    const root = Deno.realPathSync(folder);
    const wanted = resolve(root, path);
    if (!isInside(root, wanted)) throw outside(path);
    const real = Deno.realPathSync(wanted);
    if (!isInside(root, real)) throw outside(path);
    requireFile(real);
    return read(real);
  } catch (error) {
    if (error instanceof PermissionError) throw error;
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
