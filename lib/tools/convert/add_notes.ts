import type { ImportedItem, ImportNote } from "./types.ts";

/** Adds what a person is to look at in a request or folder, which stands at a path of the source. */
export function addNotes(
  { file, notes }: { readonly file: string; readonly notes: ImportNote[] },
  messages: readonly string[],
  { path, item }: { readonly path: string; readonly item: ImportedItem },
): void {
  for (const message of messages) {
    notes.push({ kind: "person", message, source: { file, path }, item });
  }
}
