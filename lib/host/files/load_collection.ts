import { parseFile } from "../../core/collection/parse_file.ts";
import { findSelected } from "./load/find_target.ts";
import {
  type LoadedCollection,
  loadFound,
  type LoadOptions,
} from "./load/load_found.ts";

/**
 * Loads the collection that the given files and folders belong to, in any
 * format; its root is looked for upwards. Without paths it is that of the
 * current folder. A file that is a bundled collection is loaded by itself; what
 * follows it and is no path are requests of it.
 */
export function loadCollection(
  paths: readonly string[],
  options: LoadOptions = {},
): LoadedCollection {
  const cwd = options.cwd ?? Deno.cwd();
  const found = findSelected(paths, cwd);
  return "main" in found
    ? loadFound(found, parseFile, { ...options, cwd })
    : { paths: [], diagnostics: found.diagnostics };
}
