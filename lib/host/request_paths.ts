import { resolve } from "./path.ts";
import {
  COLLECTION_FILES,
  formatOf,
  hasExtension,
} from "../core/collection/format.ts";
import { findRoot, splitMain } from "./files/find_root.ts";
import { loadSurrounding } from "./files/load/load_lazily.ts";

/**
 * The folders and request files that a path which is being written may go on
 * with, as far as the next slash; folders end in one. Nothing is read but the
 * list of one folder. Empty outside of collections.
 */
export function requestPaths(written: string): string[] {
  const slash = written.lastIndexOf("/");
  const above = written.slice(0, slash + 1);
  const folder = resolve(above || ".");
  const main = findRoot(folder);
  if (main === undefined) return [];
  const place = splitMain(main);
  const format = formatOf(place.main);
  const isRoot = folder === place.root;
  const about = [
    ...format.folders,
    ...isRoot ? [...COLLECTION_FILES, format.defaults] : [],
  ];
  const paths: string[] = [];
  for (const { name, isDirectory, isFile } of Deno.readDirSync(folder)) {
    const isOther = name.startsWith(".") || name === "node_modules" ||
      isRoot && name === "environments" || about.includes(name);
    if (isOther) continue;
    if (isDirectory) paths.push(`${above}${name}/`);
    else if (isFile && hasExtension(name, format)) paths.push(above + name);
  }
  return paths.filter((path) => path.startsWith(written)).sort();
}

/** The names of the environments of the collection around the current folder. */
export async function environmentNames(): Promise<string[]> {
  const { collection } = await loadSurrounding([], { part: true }) ?? {};
  return (collection?.environments ?? []).map(({ name }) => name);
}
