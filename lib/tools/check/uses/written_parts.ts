import { levelsAround } from "../../../core/collection/inherit.ts";
import type { Collection } from "../../../core/collection/types.ts";
import type { Place } from "../places/place.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import type { RequestPart } from "../types.ts";

/** The parts that the scripts before a request write. */
export function writtenParts(
  { request, folders }: Pick<Place, "request" | "folders">,
  collection: Collection,
  scripts: ScriptIndex,
): ReadonlySet<RequestPart> {
  const parts = new Set<RequestPart>();
  for (const level of [...levelsAround(collection, folders), request]) {
    for (const script of level.scripts) {
      if (script.phase !== "before-request") continue;
      for (const part of scripts.factsOf(script).writes) {
        parts.add(part);
      }
    }
  }
  return parts;
}
