import { V3_FOLDER } from "../../collection/format.ts";
import type { Collection } from "../../collection/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";

/**
 * A failure of a script with its place as diagnostics show files: one in a file
 * that the script requires has the path in the collection.
 */
export function shownModule<T extends Diagnostic | undefined>(
  failure: T,
  { file: main }: Pick<Collection, "file">,
): T {
  const { file, keys } = failure?.location ?? {};
  // What the collection's own files have is found by keys.
  if (failure === undefined || file === undefined || keys !== undefined) {
    return failure;
  }
  const folders = main.split("/").slice(0, -1);
  if (folders.at(-1) === V3_FOLDER) folders.pop();
  for (const part of file.split("/")) {
    const above = folders.at(-1);
    if (part === ".." && above && above !== "..") folders.pop();
    else folders.push(part);
  }
  return {
    ...failure,
    location: { ...failure.location, file: folders.join("/") },
  };
}
