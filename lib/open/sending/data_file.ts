import { dataFormat } from "../../core/plan/read_rows.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { basename, isInside, join } from "../../host/path.ts";
import { Refused } from "../answers.ts";

/** Folders and files of a collection that are looked through for one that was meant. */
const MAX_LOOKED_AT = 10_000;

/**
 * The file with rows that the page names, one of the collection by what links
 * lead to.
 *
 * @param folder The collection's folder.
 * @throws {Refused} It is another file, or none.
 */
export function dataFile(folder: string, name: string): string {
  let root = folder;
  let path: string | undefined;
  try {
    root = Deno.realPathSync(folder);
    path = Deno.realPathSync(join(root, name));
  } catch {
    // It is not there.
  }
  if (path === undefined || !isInside(root, path)) {
    throw new Refused(
      `Cannot use the rows of "${name}": it is not a file of the collection, from whose folder the path counts${
        didYouMean(meant(name, [...dataFilesIn(root)]))
      }`,
    );
  }
  if (dataFormat(path) === undefined) {
    throw new Refused(
      `Cannot use the rows of "${name}": its name must end in .csv, .tsv, .json, .yml or .ndjson`,
    );
  }
  return path;
}

/** The file of that name in another folder, or one with a name much like it. */
function meant(name: string, files: readonly string[]): string | undefined {
  const last = basename(name).toLowerCase();
  return files.find((file) => basename(file).toLowerCase() === last) ??
    nearest(name, files);
}

/** Files that may have rows, by their paths in a folder: those that lie higher first, and no links. */
function* dataFilesIn(root: string): Generator<string> {
  let looked = 0;
  const folders = [""];
  for (const folder of folders) {
    let entries: Deno.DirEntry[];
    try {
      entries = [...Deno.readDirSync(join(root, folder))].sort((a, b) =>
        a.name < b.name ? -1 : 1
      );
    } catch {
      continue;
    }
    for (const { name, isDirectory, isFile } of entries) {
      if (++looked > MAX_LOOKED_AT) return;
      if (name.startsWith(".") || name === "node_modules") continue;
      if (isDirectory) folders.push(`${folder}${name}/`);
      else if (isFile && dataFormat(name) !== undefined) {
        yield folder + name;
      }
    }
  }
}
