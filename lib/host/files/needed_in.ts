import type { Collection } from "../../core/collection/types.ts";
import { type AddNeeded, withNeeded } from "../../core/plan/needed.ts";
import { rootName } from "../../core/template/template_of.ts";
import { moduleReader } from "./read_inside.ts";

/** What adds the requests of a collection that selected ones need, for names without a given value. */
export function neededIn(
  collection: Collection,
  allowRead: readonly string[],
  given: Iterable<string>,
): AddNeeded {
  // Whoever gives user.id has a user.
  const roots = Array.from(given, (name) => rootName(name) ?? name);
  return withNeeded(moduleReader(collection, allowRead), new Set(roots));
}
