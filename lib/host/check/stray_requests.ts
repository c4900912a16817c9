import { join } from "../path.ts";
import {
  aboutFolder,
  BRU_FORMAT,
  COLLECTION_FILES,
  environmentName,
  formatOf,
  YAML_FORMAT,
} from "../../core/collection/format.ts";
import type { Collection } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { splitMain } from "../files/find_root.ts";
import { entriesIn } from "../files/load/named_path.ts";
import { shownIn } from "../files/load/shown_path.ts";
import {
  isStray,
  STRAY_BRU_STATE,
  STRAY_STATE,
} from "../files/load/stray_request.ts";

/** So many folders and files of YAML are looked at: a whole project may lie below. */
const MAX_FOLDERS = 1_000;
const MAX_READ = 200;

/**
 * Warns about requests that nothing runs: those in YAML beside a `.bru`
 * collection, and `.bru` files beside one of YAML, as an import in place leaves
 * them.
 */
export function strayRequests({ file }: Collection): Diagnostic[] {
  const { root, main } = splitMain(file);
  // Whatever lies beside a single file has nothing to do with it.
  if (!COLLECTION_FILES.includes(main)) return [];
  const isBru = formatOf(main) === BRU_FORMAT;
  const shown = shownIn(Deno.cwd(), root);
  const found: Diagnostic[] = [];
  const bru: string[] = [];
  let left = MAX_READ;
  for (const path of filesBelow(root)) {
    if (!isBru && /\.bru$/i.test(path)) bru.push(shown(path));
    if (!isBru || !/\.ya?ml$/i.test(path) || left-- <= 0) continue;
    if (isStray(join(root, path), main)) found.push(warning(shown(path)));
  }
  return bru.length === 0 ? found : [...found, unreadBru(bru.sort())];
}

/**
 * Warns about requests in `.bru` files that a run does not send, because YAML
 * files were put beside them. What an import in place leaves beside its new
 * file does not count: the new file runs.
 */
export function switchedOff({ file }: Collection): Diagnostic[] {
  const { root } = splitMain(file);
  const all = new Set(filesBelow(root));
  const bru = [...all].filter((path) =>
    path.endsWith(".bru") && !isNoRequest(path) &&
    !YAML_FORMAT.extensions.some((end) => all.has(path.slice(0, -4) + end))
  );
  const shown = shownIn(Deno.cwd(), root);
  return bru.length === 0 ? [] : [unreadBru(bru.map(shown).sort())];
}

/** Whether a `.bru` file is about something else than a request, by its path. */
function isNoRequest(path: string): boolean {
  return path === BRU_FORMAT.defaults ||
    aboutFolder(path, BRU_FORMAT) !== undefined ||
    environmentName(path, BRU_FORMAT) !== undefined;
}

/** The paths of files in a folder and those below it, other collections left out. */
function* filesBelow(root: string): Generator<string> {
  const folders = [""];
  // The list grows while it is read.
  for (const folder of folders) {
    const entries = entriesIn(join(root, folder));
    const isOther = folder !== "" &&
      entries.some(({ name }) => COLLECTION_FILES.includes(name));
    if (isOther) continue;
    for (const { name, isDirectory, isFile } of entries) {
      if (name.startsWith(".") || name === "node_modules") continue;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isDirectory && folders.length < MAX_FOLDERS) folders.push(path);
      if (isFile) yield path;
    }
  }
}

/** Says once that nothing reads the files: there may be hundreds of them. */
function unreadBru(files: readonly string[]): Diagnostic {
  const [file] = files;
  return {
    code: "UNSUPPORTED",
    severity: "warning",
    message: files.length === 1
      ? `Ignored "${file}": ${STRAY_BRU_STATE} (delete the file, or import it)`
      : `Ignored ${files.length} .bru files, such as "${file}": this collection has its requests in YAML (delete the files, or import them)`,
    location: { file },
  };
}

function warning(file: string): Diagnostic {
  return {
    code: "UNSUPPORTED",
    severity: "warning",
    message: `Ignored "${file}": ${STRAY_STATE}`,
    location: { file },
  };
}
