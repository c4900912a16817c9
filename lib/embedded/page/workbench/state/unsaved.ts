/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { RunAsked } from "../api.ts";
import type { State, TreeItem } from "../state_view.ts";
import type { Doc } from "./doc.ts";
import { saveDoc } from "./save_actions.ts";
import type { Workbench } from "./workbench.ts";

/** Whether an item has edits that are not saved. */
export function isUnsaved({ docs }: Workbench, id: string): boolean {
  return docs.get(id)?.isDirty ?? false;
}

/** The edited items whose saved files a Send of a request takes. */
export function unsentWith(workbench: Workbench, id: string): Doc[] {
  return unsaved(workbench, (it) => it.id === id).filter(({ view }) =>
    view.id !== id
  );
}

/** The edited items whose saved files a run takes. */
export function unsentIn(
  workbench: Workbench,
  { ids, tags = [], excludeTags = [] }: RunAsked,
): Doc[] {
  return unsaved(workbench, (item, folders) => {
    const path = [item, ...folders];
    const has = (tag: string) => path.some((it) => it.tags?.includes(tag));
    return (ids.length === 0 || path.some(({ id }) => ids.includes(id))) &&
      (tags.length === 0 || tags.some(has)) && !excludeTags.some(has);
  });
}

/** Saves one item after the other, until one cannot be saved. */
export async function saveDocs(
  workbench: Workbench,
  docs: readonly Doc[],
): Promise<void> {
  for (const doc of docs) {
    await saveDoc(workbench, doc);
    if (doc.isDirty) return;
  }
}

/** The edited ones of some requests, and of what they are sent with. */
function unsaved(
  { docs, state }: Workbench,
  isSent: (item: TreeItem, folders: readonly TreeItem[]) => boolean,
): Doc[] {
  const edited = [...docs.values()].filter(({ isDirty }) => isDirty);
  if (edited.length === 0 || state === undefined) return [];
  const { collection, items } = state;
  const used = new Set([collection, ...environmentsOf(state)]);
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const item of items) {
    const folders: TreeItem[] = [];
    let parent = byId.get(item.parent ?? "");
    for (; parent; parent = byId.get(parent.parent ?? "")) folders.push(parent);
    if (item.kind === "folder" || !item.isStaged && !isSent(item, folders)) {
      continue;
    }
    for (const { id } of [item, ...folders]) used.add(id);
  }
  return edited.filter(({ view }) => used.has(view.id));
}

/** The ids of the selected environments, and of those that they extend. */
function environmentsOf({ environments, selected }: State): Set<string> {
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
