import {
  COLLECTION_FILES,
  CONFIG_FILE,
  formatOf,
} from "../../core/collection/format.ts";
import type { Collection } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { findRoot } from "../../host/files/find_root.ts";
import { isFile } from "../../host/files/is_file.ts";
import { isBundledFile } from "../../host/files/read_text.ts";
import {
  basename,
  isInside,
  join,
  relative,
  resolve,
} from "../../host/path.ts";

/** Warns of a `brace.yaml` in the current folder, or beside a collection in one file, that no run reads. */
export function strayConfig({ file, root }: StrayCollection): Diagnostic[] {
  const main = relative(root, file).replaceAll("\\", "/");
  if (!formatOf(main).mains.includes(main)) {
    const stray = [root, Deno.cwd()].find((at) => isStray(at, resolve(root)));
    return stray === undefined
      ? []
      : [ignored(shown(join(stray, CONFIG_FILE)), LONE, "type its flags")];
  }
  const home = strayHome(root);
  if (home === undefined) return [];
  const wayOut = isReadable(join(root, CONFIG_FILE))
    ? `"${home}" has its own`
    : `move it to "${home}"`;
  const why = "a run reads it in the folder of the collection only";
  return [ignored(CONFIG_FILE, why, wayOut)];
}

type StrayCollection = Pick<Collection, "file" | "root">;

const LONE = "a collection in one file has none";

function ignored(file: string, why: string, wayOut: string): Diagnostic {
  return {
    code: "INVALID_FIELD",
    severity: "warning",
    message: `Ignored "${file}": ${why} (${wayOut})`,
  };
}

/** Whether a file is a whole collection, which has no folder of its own. */
export function isWhole(path: string): boolean {
  return !COLLECTION_FILES.includes(basename(path)) && isBundledFile(path);
}

/** The collection's folder, where the current one has a `brace.yaml` that belongs into it. */
export function strayHome(root: string): string | undefined {
  const folder = resolve(root);
  return folder !== Deno.cwd() && isStray(Deno.cwd(), folder)
    ? shown(folder)
    : undefined;
}

/** Whether a folder has a `brace.yaml` that a run of the collection in or below it does not read. */
function isStray(folder: string, root: string): boolean {
  return isInside(folder, root) &&
    isReadable(join(folder, CONFIG_FILE)) &&
    // It may be that of a collection which has the other one in it.
    findRoot(resolve(folder)) === undefined;
}

/** Whether a file is there. Deno would ask a person for a file that the run does not need. */
function isReadable(path: string): boolean {
  const { state } = Deno.permissions.querySync({ name: "read", path });
  return state === "granted" && isFile(path);
}

function shown(path: string): string {
  return relative(Deno.cwd(), path).replaceAll("\\", "/");
}
