import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { splitMain } from "../../host/files/find_root.ts";
import { BRU_FORMAT } from "../../core/collection/format.ts";
import { readTree } from "../../host/files/read_tree.ts";
import type { ImportKind } from "../../tools/convert/types.ts";
import { isFile, isPath } from "../../host/files/is_file.ts";
import { rootOf } from "../../host/files/load/find_target.ts";
import { join, resolve } from "../../host/path.ts";
import { relativePath } from "../../host/files/load/shown_path.ts";
import { programName } from "../../host/terminal/program_name.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import { staleFiles } from "./stale_files.ts";

/**
 * Refuses a folder of a collection that has requests: with a main file of its
 * own it is a separate collection, and no run of the one around it sends them.
 * Beside `bruno.json`, that file makes it a collection of YAML files.
 */
export function cutOff(
  folder: string,
  { kind, onlyEnvironments, force }: {
    readonly kind: ImportKind;
    readonly onlyEnvironments: boolean;
    readonly force: boolean;
  },
): Diagnostic | undefined {
  const at = resolve(folder);
  if (!isPath(at) || isFile(join(at, "opencollection.yml"))) return undefined;
  const main = rootOf(at, folder);
  if (typeof main !== "string") return undefined;
  const { root, main: name } = splitMain(main);
  const isBru = BRU_FORMAT.mains.includes(name) && kind !== "bru";
  const shown = relativePath(Deno.cwd(), root) || ".";
  if (root === at) {
    return isBru && !force && hasBru(at) ? besideBru(folder, kind) : undefined;
  }
  const { notes } = staleFiles(at, [], { withEnvironments: false });
  if (isBru ? !hasBru(at) : notes.length === 0) return undefined;
  const ways = onlyEnvironments && !isBru
    ? `give the collection's own folder: --output ${shellPath(shown)}`
    : `${
      isBru
        ? "choose a folder outside of it with --output"
        : "choose a new folder with --output and move the requests' files here"
    }${kind === "curl" ? `, or ${pasting(shown)}` : ""}`;
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot write to "${folder}": it is a folder of the collection "${shown}", which would no longer run its requests (${ways})`,
  };
}

/** Whether a folder has `.bru` files, which a collection of YAML files does not run. */
function hasBru(folder: string): boolean {
  const { files } = readTree(folder, {
    shown: (path) => path,
    format: BRU_FORMAT,
  });
  return [...files.keys()].some((path) => path.endsWith(".bru"));
}

function besideBru(folder: string, kind: ImportKind): Diagnostic {
  const pasted = kind === "curl" ? `${pasting(folder)}, or ` : "";
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot write to "${folder}": it is a collection of .bru files, which would no longer run beside YAML files (${pasted}choose another folder with --output; --force makes it a collection of YAML files)`,
  };
}

/** How a collection gets another request from a command. */
export function pasting(folder: string): string {
  return `paste the command into the page of ${programName()} open ${
    shellPath(folder)
  }`;
}
