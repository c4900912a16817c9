/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ItemView, Json } from "../api.ts";
import { Doc } from "./doc.ts";

const PREFIX = "brace-draft:";

interface StoredDraft {
  readonly view: ItemView;
  readonly document?: Json;
  readonly source?: string;
}

/** Keeps what is typed and not saved for as long as the tab lives, also beyond the server's end. */
export function storeDraft(doc: Doc): void {
  const name = PREFIX + doc.view.id;
  if (!doc.isDirty) {
    sessionStorage.removeItem(name);
    return;
  }
  const { view, document, source } = doc;
  try {
    const stored: StoredDraft = {
      view,
      ...document !== undefined && { document },
      ...source !== undefined && { source },
    };
    sessionStorage.setItem(name, JSON.stringify(stored));
  } catch {
    // There is no more room: the page still has it.
  }
}

/** The drafts of the tab, by id. */
export function storedDrafts(): Map<string, Doc> {
  const docs = new Map<string, Doc>();
  for (let index = 0; index < sessionStorage.length; index++) {
    const name = sessionStorage.key(index)!;
    if (!name.startsWith(PREFIX)) continue;
    const { view, document, source }: StoredDraft = JSON.parse(
      sessionStorage.getItem(name)!,
    );
    const doc = new Doc(view);
    doc.document = document;
    doc.source = source;
    docs.set(view.id, doc);
  }
  return docs;
}

export function forgetDraft(id: string): void {
  sessionStorage.removeItem(PREFIX + id);
}
