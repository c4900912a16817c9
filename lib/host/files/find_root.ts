import { dirname, join } from "node:path";
import { COLLECTION_FILES } from "../../core/collection/format.ts";

/**
 * The collection that a folder belongs to: the path of `opencollection.yml` or
 * `bruno.json` in it or in the nearest folder above. Undefined when there is none.
 *
 * @throws {Deno.errors.NotCapable} without the permission to look.
 */
export function findRoot(folder: string): string | undefined {
  for (let at = folder;; at = dirname(at)) {
    for (const name of COLLECTION_FILES) {
      const file = join(at, name);
      if (isFile(file)) return file;
    }
    if (dirname(at) === at) return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return false;
  }
}
