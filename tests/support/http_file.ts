import { assertEquals } from "@std/assert";
import { importSource } from "../../lib/tools/convert/import_source.ts";
import type { FileRequest } from "../../lib/tools/convert/open_collection.ts";
import type { Imported, ImportedItem } from "../../lib/tools/convert/types.ts";

/** Imports files of `.http` clients. */
export async function read(
  files: Readonly<Record<string, string>>,
): Promise<Imported> {
  const { value, diagnostics } = await importSource({
    name: "source",
    files: new Map(Object.entries(files)),
  }, { from: "http" });
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return value;
}

/** All requests of an import, in their order. */
export function requests({ items }: Pick<Imported, "items">): FileRequest[] {
  const inside = (item: ImportedItem): FileRequest[] =>
    item.kind === "request" ? [item.request] : item.items.flatMap(inside);
  return items.flatMap(inside);
}

/** What an import says: the line or the path, and the message. */
export function notesOf({ notes }: Imported): string[] {
  return notes.map(({ message, source }) =>
    `${source?.line ?? source?.path ?? ""} ${message}`.trim()
  );
}

/** The one request of a file. */
export async function only(text: string): Promise<FileRequest> {
  const all = requests(await read({ "a.http": text }));
  assertEquals(all.length, 1, text);
  return all[0];
}
