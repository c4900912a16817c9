import type { Collection } from "../../core/collection/types.ts";
import { type AddNeeded, withNeeded } from "../../core/plan/needed.ts";
import { packageRoom, textInside } from "./read_inside.ts";

/** What adds the requests of a collection that selected ones need. */
export function neededIn(
  collection: Collection,
  allowRead: readonly string[],
): AddNeeded {
  const room = packageRoom(collection, allowRead);
  return withNeeded((path) => textInside(collection.root, path, room));
}
