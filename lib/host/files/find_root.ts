import { basename, dirname, join } from "../path.ts";
import {
  COLLECTION_FILES,
  V3_FOLDER,
  V3_FORMAT,
} from "../../core/collection/format.ts";

/**
 * The collection that a folder belongs to: the path of `opencollection.yml` or
 * `bruno.json` in it or in the nearest folder above, or of the definition of
 * the tree of Postman's that it lies in. Undefined when there is none.
 *
 * @throws {Deno.errors.NotCapable} without the permission to look.
 */
export function findRoot(folder: string): string | undefined {
  /** The outermost folder of a tree of Postman's: inner ones have definitions, too. */
  let tree: string | undefined;
  for (let at = folder;; at = dirname(at)) {
    for (const name of COLLECTION_FILES) {
      const file = join(at, name);
      if (isFile(file)) return tree ?? file;
    }
    const definition = V3_FORMAT.mains.map((name) => join(at, name))
      .find(isFile);
    const above = dirname(at);
    if (basename(above) === "collections" && isPostman(dirname(above))) {
      // One without a definition has no settings of its own.
      if (definition !== undefined || isFolder(at)) {
        return definition ?? join(at, V3_FORMAT.mains[0]);
      }
    }
    if (definition !== undefined) tree = definition;
    else if (tree !== undefined && basename(at) !== V3_FOLDER) return tree;
    if (above === at) return tree;
  }
}

/** The folder of a collection, and its own file as a path in it. */
export function splitMain(path: string): { root: string; main: string } {
  const folder = dirname(path);
  return basename(folder) === V3_FOLDER
    ? { root: dirname(folder), main: `${V3_FOLDER}/${basename(path)}` }
    : { root: folder, main: basename(path) };
}

function isPostman(folder: string): boolean {
  return basename(folder) === "postman";
}

function isFolder(path: string): boolean {
  return infoOf(path)?.isDirectory ?? false;
}

function isFile(path: string): boolean {
  return infoOf(path)?.isFile ?? false;
}

function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return undefined;
  }
}
