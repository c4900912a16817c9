import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { splitMain } from "../../host/files/find_root.ts";
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
 */
export function cutOff(
  folder: string,
  { kind, onlyEnvironments }: {
    readonly kind: ImportKind;
    readonly onlyEnvironments: boolean;
  },
): Diagnostic | undefined {
  const at = resolve(folder);
  if (!isPath(at) || isFile(join(at, "opencollection.yml"))) return undefined;
  const main = rootOf(at, folder);
  if (typeof main !== "string") return undefined;
  const { root } = splitMain(main);
  const { notes } = staleFiles(at, [], { withEnvironments: false });
  if (root === at || notes.length === 0) return undefined;
  const shown = relativePath(Deno.cwd(), root) || ".";
  const ways = onlyEnvironments
    ? `give the collection's own folder: --output ${shellPath(shown)}`
    : `choose a new folder with --output and move the requests' files here${
      kind === "curl" ? `, or ${pasting(shown)}` : ""
    }`;
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot write to "${folder}": it is a folder of the collection "${shown}", which would no longer run its requests (${ways})`,
  };
}

/** How a collection gets another request from a command. */
export function pasting(folder: string): string {
  return `paste the command into the page of ${programName()} open ${
    shellPath(folder)
  }`;
}
