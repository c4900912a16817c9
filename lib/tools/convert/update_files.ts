import { parse } from "@std/yaml/parse";
import { elements, jsonTextOf, members } from "./json.ts";
import type { FileRequest } from "./open_collection.ts";
import { markOf, operationOf, requestText, type SourceMark } from "./yaml.ts";
import type { ImportedFiles } from "./to_files.ts";
import type { ImportNote } from "./types.ts";

/** What an update writes, and what it says. */
export interface UpdatedFiles {
  /** Only what is new or another text than before. */
  readonly files: ReadonlyMap<string, string>;
  readonly notes: readonly (Omit<ImportNote, "item"> & { target?: string })[];
  readonly added: number;
  readonly changed: number;
  readonly kept: number;
}

/** A request file that was made from an operation. */
interface Known {
  readonly path: string;
  readonly text: string;
  readonly mark: SourceMark;
  readonly seq: number | undefined;
}

/**
 * Brings a collection up to date with a document that changed: operations that
 * are new come in; files that nobody edited are written anew; what a person
 * edited stays, and is named where the document changed as well; operations
 * that vanished are named. An operation keeps its file and its place.
 */
export function updateFiles(
  existing: ReadonlyMap<string, string>,
  fresh: ImportedFiles,
): UpdatedFiles {
  const files = new Map<string, string>();
  const notes: UpdatedFiles["notes"][number][] = [];
  const known = new Map<string, Known>();
  const lastSeqs = new Map<string, number>();
  for (const [path, text] of existing) {
    const mark = /\.ya?ml$/.test(path) ? markOf(text) : undefined;
    if (!mark) continue;
    const seq = seqOf(text);
    known.set(mark.operation, { path, text, mark, seq });
    const folder = folderOf(path);
    lastSeqs.set(folder, Math.max(lastSeqs.get(folder) ?? 0, seq ?? 0));
  }
  let [added, changed, kept] = [0, 0, 0];
  const found = new Set<string>();
  for (const { path, request } of fresh.requests) {
    const operation = operationOf(request) ?? path;
    found.add(operation);
    const before = known.get(operation);
    if (before === undefined) {
      const free = freePath(path, existing, files);
      const seq = (lastSeqs.get(folderOf(free)) ?? 0) + 1;
      lastSeqs.set(folderOf(free), seq);
      files.set(free, requestText(withSeq(request, seq)));
      added++;
      continue;
    }
    const text = requestText(withSeq(request, before.seq));
    if (!before.mark.isEdited) {
      // The line for editors may name another version of Brace.
      if (markOf(text)?.hash === before.mark.hash) kept++;
      else {
        files.set(before.path, text);
        changed++;
      }
      continue;
    }
    kept++;
    if (markOf(text)?.hash !== before.mark.hash) {
      notes.push({
        kind: "person",
        message:
          `"${request.info.name}" was edited here and changed in the document: it stays as it is, look at both`,
        target: before.path,
      });
    }
  }
  for (const [operation, { path }] of known) {
    if (found.has(operation)) continue;
    notes.push({
      kind: "person",
      message:
        `The document has no operation "${operation}" any more: delete the request, or keep it`,
      target: path,
    });
  }
  const requestPaths = new Set(fresh.requests.map(({ path }) => path));
  for (const [path, text] of fresh.files) {
    if (!requestPaths.has(path) && !existing.has(path)) files.set(path, text);
  }
  const lacking = missingVariables(existing, fresh);
  if (lacking.length > 0) {
    notes.push({
      kind: "person",
      message: `Requests use variables that the collection lacks: ${
        lacking.join(", ")
      }`,
      target: "opencollection.yml",
    });
  }
  return { files, notes, added, changed, kept };
}

function withSeq(request: FileRequest, seq: number | undefined): FileRequest {
  return {
    ...request,
    info: { ...request.info, ...(seq !== undefined && { seq }) },
  };
}

function seqOf(text: string): number | undefined {
  const seq = /^ {2}seq: (\d+)$/m.exec(text)?.[1];
  return seq === undefined ? undefined : Number(seq);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function freePath(
  path: string,
  ...taken: readonly ReadonlyMap<string, string>[]
): string {
  for (let count = 1;; count++) {
    const candidate = count === 1
      ? path
      : path.replace(/\.yml$/, ` ${count}.yml`);
    if (taken.every((files) => !files.has(candidate))) return candidate;
  }
}

/** Variables that the document's collection would have, and this one has not. */
function missingVariables(
  existing: ReadonlyMap<string, string>,
  fresh: ImportedFiles,
): string[] {
  const namesIn = (text: string | undefined) => {
    try {
      const { request } = members(parse(text ?? "", { schema: "core" }));
      return elements(members(request).variables).map((one) =>
        jsonTextOf(members(one).name) ?? ""
      );
    } catch {
      return [];
    }
  };
  const have = new Set(namesIn(existing.get("opencollection.yml")));
  return namesIn(fresh.files.get("opencollection.yml")).filter((name) =>
    !have.has(name)
  );
}
