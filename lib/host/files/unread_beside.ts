import { BRU_FORMAT, YAML_FORMAT } from "../../core/collection/format.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { join } from "../path.ts";
import { splitMain } from "./find_root.ts";
import { isFile } from "./is_file.ts";
import type { LoadedCollection } from "./load/load_found.ts";

/** Warns about requests of a `.bru` collection beside one in YAML, which no run of the whole folder sends. */
export async function unreadBeside(
  { collection, paths }: LoadedCollection,
): Promise<Diagnostic[]> {
  if (collection === undefined || paths.length > 0) return [];
  const { root, main } = splitMain(collection.file);
  const isOfBoth = YAML_FORMAT.mains.includes(main) &&
    BRU_FORMAT.mains.some((name) => isFile(join(root, name)));
  if (!isOfBoth) return [];
  const { switchedOff } = await import("../check/stray_requests.ts");
  return switchedOff(collection);
}
