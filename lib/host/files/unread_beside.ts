import { YAML_FORMAT } from "../../core/collection/format.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { splitMain } from "./find_root.ts";
import type { LoadedCollection } from "./load/load_found.ts";

/** Warns about requests in `.bru` files beside a collection in YAML, which no run of the whole folder sends. */
export async function unreadBeside(
  { collection, paths, hasBru = false }: LoadedCollection,
): Promise<Diagnostic[]> {
  if (collection === undefined || paths.length > 0) return [];
  const { main } = splitMain(collection.file);
  if (!hasBru || !YAML_FORMAT.mains.includes(main)) return [];
  const { switchedOff } = await import("../check/stray_requests.ts");
  return switchedOff(collection);
}
