import { entryName } from "../../core/policy/env_refusal.ts";
import type { LoadedCollection } from "../../host/files/load/load_found.ts";
import type { KeptFor } from "./kept_variables.ts";

/**
 * A collection in which a secret that reads an entry of `.env` has the value
 * that the session keeps for it, as long as nobody has filled in that entry.
 */
export function withTypedEntries(
  loaded: LoadedCollection,
  { secrets }: Pick<KeptFor, "secrets">,
): LoadedCollection {
  const { collection } = loaded;
  if (collection === undefined || secrets.size === 0) return loaded;
  const levels = [collection.defaults, ...collection.environments];
  const typed = new Map<string, string>();
  for (const { name, value } of levels.flatMap((one) => one.variables)) {
    const entry = entryName(value);
    const known = secrets.get(name);
    if (entry === undefined || known === undefined) continue;
    if (!collection.dotenv.get(entry)) typed.set(entry, known);
  }
  if (typed.size === 0) return loaded;
  const dotenv = new Map([...collection.dotenv, ...typed]);
  return { ...loaded, collection: { ...collection, dotenv } };
}
