import { CONFIG_FILE } from "../../core/collection/format.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { findRoot } from "../../host/files/find_root.ts";
import { isFile } from "../../host/files/is_file.ts";
import { isInside, relative, resolve } from "../../host/path.ts";

/** Warns of a `brace.yaml` in the current folder that no run reads, as the collection lies below. */
export function strayConfig(root: string): Diagnostic[] {
  const home = strayHome(root);
  return home === undefined ? [] : [{
    code: "INVALID_FIELD",
    severity: "warning",
    message:
      `Ignored "${CONFIG_FILE}": a run reads it in the folder of the collection only (move it to "${home}")`,
  }];
}

/** The collection's folder, where the current one has a `brace.yaml` that belongs into it. */
export function strayHome(root: string): string | undefined {
  const cwd = Deno.cwd();
  const folder = resolve(root);
  if (folder === cwd || !isInside(cwd, folder)) return undefined;
  // Deno would ask a person for a file that the run does not need.
  const { state } = Deno.permissions.querySync({
    name: "read",
    path: CONFIG_FILE,
  });
  if (state !== "granted" || !isFile(CONFIG_FILE)) return undefined;
  // It may be that of a collection which has the other one in it.
  if (findRoot(cwd) !== undefined) return undefined;
  return relative(cwd, folder).replaceAll("\\", "/");
}
