import { parseFile } from "../../core/collection/parse_file.ts";
import { findSelected, findSelectedIn } from "./load/find_target.ts";
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
  const found = findSelected(paths, cwd, options.environments);
  return loadSelected(found, { ...options, cwd });
}

/** Loads what paths inside a collection select of it, as programs give them. */
export function loadFrom(
  collection: string,
  paths: readonly string[],
  options: LoadOptions & { readonly cwd: string },
): LoadedCollection {
  const found = findSelectedIn(collection, paths, options.cwd);
  return loadSelected(found, options);
}

function loadSelected(
  found: ReturnType<typeof findSelected>,
  options: LoadOptions,
): LoadedCollection {
  return "main" in found
    ? loadFound(found, parseFile, options)
    : { paths: [], diagnostics: found.diagnostics };
}
