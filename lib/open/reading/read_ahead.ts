import { formatOf, hasExtension } from "../../core/collection/format.ts";
import { readCollection } from "../../core/collection/read_collection.ts";
import type { EditorSession } from "../../lsp/session.ts";
import { isEnvironmentFile } from "../../core/collection/read/read_environments.ts";

/** So many files are read at a time, which takes some milliseconds. */
const COUNT = 40;

/**
 * Reads the files of a collection a few at a time, so that whoever asks
 * meanwhile is answered. The session keeps what was read: it does not read it
 * again for its collection.
 */
export async function readAhead(
  { root, main, opened }: Pick<EditorSession, "root" | "main" | "opened">,
  signal: AbortSignal,
): Promise<void> {
  const { kept, files } = opened.files;
  const format = formatOf(main);
  const isRead = (path: string) => kept.get(path)?.from[0] === files.get(path);
  const paths = [...files.keys()].filter((path) =>
    hasExtension(path, format) && !isEnvironmentFile(path, format)
  );
  for (let at = 0; at < paths.length; at += COUNT) {
    const slice = paths.slice(at, at + COUNT).filter((path) => !isRead(path));
    if (slice.length === 0) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
    const part = new Map<string, string>();
    const add = (path: string) => {
      const text = files.get(path);
      if (text !== undefined) part.set(path, text);
    };
    add(main);
    if (format.defaults) add(format.defaults);
    for (const path of slice.filter((path) => !isRead(path))) {
      // What requests inherit from their folders is a part of their reading.
      for (let end = path.indexOf("/"); end !== -1;) {
        for (const name of format.folders) add(`${path.slice(0, end)}/${name}`);
        end = path.indexOf("/", end + 1);
      }
      add(path);
    }
    readCollection({ root, main, kept, files: part });
  }
}
