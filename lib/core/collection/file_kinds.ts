import type { Diagnostic } from "../source/diagnostic.ts";
import type { FileKind } from "./file_kind.ts";
import { aboutFolder, formatOf } from "./format.ts";
import { parseFile } from "./parse_file.ts";
import type { FolderReading } from "./read/tree/folder_reading.ts";
import { isLikelyRequestText } from "./read/tree/read_folder_items.ts";
import { readIgnored } from "./read/read_config.ts";
import { isEnvironmentFile } from "./read/read_environments.ts";
import { readFile } from "./read/tree/keep_reading.ts";
import { itemType } from "./read/tree/read_folder_items.ts";
import { requestFilePaths } from "./read/read_environments.ts";
import { isBundled } from "./read_files.ts";

/**
 * The files that a collection is read from, by their paths in it, and what each
 * is about. Other files in its folder belong to another collection or to other
 * tools.
 */
export function fileKinds(
  files: ReadonlyMap<string, string>,
  main: string,
): Map<string, FileKind> {
  const kinds = new Map<string, FileKind>([[main, "collection"]]);
  const format = formatOf(main);
  const diagnostics: Diagnostic[] = [];
  const reading: FolderReading = {
    files,
    shown: (path) => path,
    diagnostics,
    unknownKeys: new Set(),
    format,
    parse: parseFile,
  };
  const node = readFile(main, reading);
  if (node && isBundled(node)) return kinds;
  const { defaults } = format;
  if (defaults !== undefined && files.has(defaults)) {
    kinds.set(defaults, "collection");
  }
  const ignored = node ? readIgnored(node) : [];
  for (const path of requestFilePaths(reading, { main, ignored })) {
    if (aboutFolder(path, format) !== undefined) kinds.set(path, "folder");
    else if (isRequest(path, reading)) kinds.set(path, "request");
  }
  for (const path of files.keys()) {
    if (isEnvironmentFile(path, format)) kinds.set(path, "environment");
  }
  return kinds;
}

/** One that is malformed is a request when it looks like one. */
function isRequest(path: string, reading: FolderReading): boolean {
  const node = readFile(path, reading);
  return node === undefined
    ? isLikelyRequestText(path, reading.files.get(path) ?? "")
    : node.isMapping() && itemType(node) !== undefined;
}
