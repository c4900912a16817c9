import { join } from "../path.ts";
import {
  BRU_FORMAT,
  COLLECTION_FILES,
  formatOf,
} from "../../core/collection/format.ts";
import type { Collection } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { splitMain } from "../files/find_root.ts";
import { entriesIn } from "../files/load/named_path.ts";
import { shownIn } from "../files/load/shown_path.ts";
import { isStray, STRAY_STATE } from "../files/load/stray_request.ts";

/** So many folders and files of YAML are looked at: a whole project may lie below. */
const MAX_FOLDERS = 1_000;
const MAX_READ = 200;

/** Warns about requests in YAML beside those of a `.bru` collection, which nothing runs. */
export function strayRequests({ file }: Collection): Diagnostic[] {
  const { root, main } = splitMain(file);
  if (formatOf(main) !== BRU_FORMAT) return [];
  const shown = shownIn(Deno.cwd(), root);
  const found: Diagnostic[] = [];
  const folders = [""];
  let left = MAX_READ;
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
      if (!isFile || !/\.ya?ml$/i.test(name) || left-- <= 0) continue;
      if (isStray(join(root, path), main)) found.push(warning(shown(path)));
    }
  }
  return found;
}

function warning(file: string): Diagnostic {
  return {
    code: "UNSUPPORTED",
    severity: "warning",
    message: `Ignored "${file}": ${STRAY_STATE}`,
    location: { file },
  };
}
