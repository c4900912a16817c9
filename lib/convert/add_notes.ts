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

/** Adds what of a request or folder is not written, with its number. */
export function addLosses(
  { file, notes }: { readonly file: string; readonly notes: ImportNote[] },
  losses: readonly ImportNote[],
  { path, item }: { readonly path: string; readonly item: ImportedItem },
): void {
  for (const note of losses) {
    notes.push({ ...note, source: { file, path }, item });
  }
}
