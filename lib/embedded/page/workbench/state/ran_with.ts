import type { State, TreeItem } from "../state_view.ts";

/**
 * The ids of the items whose files requests run with: the requests, the
 * folders above them, the collection and environments.
 *
 * @param isRun Whether it runs a request.
 * @param selected The names of its environments.
 */
export function ranWith(
  { collection, items, environments }: State,
  isRun: (item: TreeItem, folders: readonly TreeItem[]) => boolean,
  selected: readonly string[],
): Set<string | undefined> {
  const used = new Set([collection, ...environmentsOf(environments, selected)]);
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const item of items) {
    const folders: TreeItem[] = [];
    let parent = byId.get(item.parent ?? "");
    for (; parent; parent = byId.get(parent.parent ?? "")) folders.push(parent);
    if (item.kind === "folder" || !isRun(item, folders)) continue;
    for (const { id } of [item, ...folders]) used.add(id);
  }
  return used;
}

/** The ids of selected environments, and of those that they extend. */
function environmentsOf(
  environments: State["environments"],
  selected: readonly string[],
): Set<string> {
  const used = new Set<string>();
  for (const first of selected) {
    let name: string | undefined = first;
    while (name !== undefined) {
      const found = environments.find((it) => it.name === name);
      // A Send tells of one that extends itself.
      if (found === undefined || used.has(found.id)) break;
      used.add(found.id);
      name = found.extends;
    }
  }
  return used;
}
