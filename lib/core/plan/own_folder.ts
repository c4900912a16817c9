import type { Collection } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";

/**
 * Says that a path names the folder of the collection itself; undefined for another one.
 *
 * @param action What cannot be done with the path.
 */
export function ownFolder(
  action: string,
  path: string,
  { root, file }: Pick<Collection, "root" | "file">,
): Diagnostic | undefined {
  const name = root.split(/[\\/]/).findLast((it) => it !== "");
  if (path.replace(/^(?:\.\/)+|\/+$/g, "") !== name) return undefined;
  // As it is seen from the current folder.
  const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  const isInside = /^(?:\.\.(?:\/|$))*$/.test(folder);
  const wayOut = !isInside
    ? "leave it out"
    : folder === ""
    ? 'leave it out, or write "."'
    : `write "${folder}"`;
  return {
    code: "MISSING_PATH",
    severity: "error",
    message: `Cannot ${action} "${path}": it is the collection's own folder${
      isInside ? ", which you are in already" : ""
    } (${wayOut})`,
  };
}
