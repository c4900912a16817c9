import type { Diagnostic } from "../source/diagnostic.ts";
import { aboutFolder, type FileKind, formatOf } from "./format.ts";
import { parseFile } from "./parse_file.ts";
import {
  type FolderReading,
  type KeptReadings,
  readFile,
} from "./read/tree/folder_reading.ts";
import {
  isLikelyRequestText,
  itemType,
} from "./read/tree/read_folder_items.ts";
import { readIgnored } from "./read/read_config.ts";
import {
  isEnvironmentFile,
  requestFilePaths,
} from "./read/read_environments.ts";
import { isBundled } from "./read_files.ts";

/**
 * The files that a collection is read from, by their paths in it, and what each
 * is about. Other files in its folder belong to another collection or to other
 * tools.
 *
 * @param kept What reading the collection kept: what became an item is not parsed again.
 */
export function fileKinds(
  files: ReadonlyMap<string, string>,
  main: string,
  kept: KeptReadings = new Map(),
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
    else if (isItem(path, files, kept) || isRequest(path, reading)) {
      kinds.set(path, "request");
    }
  }
  for (const path of files.keys()) {
    if (isEnvironmentFile(path, format)) kinds.set(path, "environment");
  }
  return kinds;
}

/** Whether a text was read as a request before. */
function isItem(
  path: string,
  files: ReadonlyMap<string, string>,
  kept: KeptReadings,
): boolean {
  const known = kept.get(path);
  return known?.value !== undefined && known.from[0] === files.get(path);
}

/** One that is malformed is a request when it looks like one. */
function isRequest(path: string, reading: FolderReading): boolean {
  const node = readFile(path, reading);
  return node === undefined
    ? isLikelyRequestText(path, reading.files.get(path) ?? "")
    : node.isMapping() && itemType(node) !== undefined;
}
