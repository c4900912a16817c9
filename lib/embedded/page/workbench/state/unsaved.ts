/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { RunAsked } from "../api.ts";
import type { TreeItem } from "../state_view.ts";
import { type Doc, savedText } from "./doc.ts";
import { ranWith } from "./ran_with.ts";
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
  const files: string[] = [];
  const kept = new Set<string>();
  for (const doc of docs) {
    const saved = await saveDoc(workbench, doc);
    if (doc.isDirty) return;
    if (saved === undefined) continue;
    files.push(doc.view.file);
    for (const name of saved.kept ?? []) kept.add(name);
  }
  if (files.length > 1) workbench.tell(savedText(files, { kept: [...kept] }));
}

/** The edited ones of some requests, of setup and teardown, and of what they are sent with. */
function unsaved(
  { docs, state }: Workbench,
  isSent: (item: TreeItem, folders: readonly TreeItem[]) => boolean,
): Doc[] {
  const edited = [...docs.values()].filter(({ isDirty }) => isDirty);
  if (edited.length === 0 || state === undefined) return [];
  const used = ranWith(
    state,
    (item, folders) => item.isStaged === true || isSent(item, folders),
    state.selected,
  );
  return edited.filter(({ view }) => used.has(view.id));
}
