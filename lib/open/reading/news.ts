import { join } from "node:path";
import { formatOf, hasExtension } from "../../core/collection/format.ts";
import { isFolder } from "../../host/files/is_folder.ts";
import { readText } from "../../host/files/read_text.ts";
import type { EditorSession } from "../../lsp/session.ts";

type Known = Pick<EditorSession, "root" | "files" | "main">;

/**
 * The files of a collection that are not as they are known.
 *
 * @param changed Absolute paths at which something has changed; that of the
 * collection's folder stands for any file.
 * @param root The collection's folder as the system calls it.
 */
export function newsAt(
  changed: readonly string[],
  root: string,
  known: Known,
): string[] {
  return changed
    .map((path) => path.slice(root.length + 1).replaceAll("\\", "/"))
    .flatMap((path) => [...filesAt(path, known)])
    .filter((path) => isNews(path, known));
}

/** So many files are read again for one request; of more, no other requests. */
const FEW = 500;

/**
 * The known files that are others now. The system may tell of a change late,
 * and of one in a container's folder or on a network never.
 *
 * @param request The path of the one request that is sent; absent: of any.
 */
export function newsFor(
  request: string | undefined,
  requests: ReadonlyMap<string, unknown>,
  known: Known,
): string[] {
  const paths = [...known.files.keys()];
  const isAll = request === undefined || paths.length <= FEW;
  return paths.filter((path) =>
    (isAll || path === request || !requests.has(path)) && isNews(path, known)
  );
}

/** The files that a change is about: a folder that came or went has many. */
function* filesAt(path: string, known: Known): Generator<string> {
  const inside = path === "" ? "" : `${path}/`;
  for (const one of known.files.keys()) {
    if (one === path || one.startsWith(inside)) yield one;
  }
  yield* newFilesAt(path, known);
}

function* newFilesAt(path: string, known: Known): Generator<string> {
  const { root, files, main } = known;
  if (files.has(path)) return;
  const isOurs = hasExtension(path, formatOf(main)) || path.endsWith(".env");
  if (isOurs) yield path;
  if (!isFolder(join(root, path))) return;
  for (const name of namesIn(join(root, path))) {
    if (!/^\.|^node_modules$/.test(name)) {
      yield* newFilesAt(path === "" ? name : `${path}/${name}`, known);
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name);
  } catch {
    // It went away just now, or is closed to us.
    return [];
  }
}

/** Whether a file is not as it is known; what the page itself has written is no news. */
function isNews(path: string, { root, files }: Known): boolean {
  let text: string | undefined;
  try {
    text = readText(join(root, path));
  } catch {
    // Gone, a folder, or no text.
  }
  return text !== files.get(path);
}
