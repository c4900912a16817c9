import type { Plan } from "../../core/plan/types.ts";

/** The names and files of a plan's requests: what messages quote of the collection's own. */
export function namesIn({ steps }: Plan): Set<string> {
  const names = new Set<string>();
  for (const { item, folders, collection } of steps) {
    for (const name of [item.name, item.path, item.at.file, collection.file]) {
      names.add(name);
    }
    for (const { name, path } of folders) names.add(name).add(path);
  }
  return names;
}
