import { members } from "../json.ts";
import { withoutSchemaTest } from "../openapi/response_checks.ts";
import type { FileRequest } from "../open_collection.ts";
import {
  hashOf,
  likeWritten,
  markedLike,
  markOf,
  operationOf,
  requestText,
  type SourceMark,
  withMark,
  withOperation,
} from "../yaml.ts";
import type { ImportedFiles } from "../to_files.ts";
import type { UnmadeRequest } from "../types.ts";
import { changedThere } from "./changed_there.ts";
import { withoutDeletedClients } from "./deleted_clients.ts";
import { MAIN } from "./file_marks.ts";
import { isYaml, lackingVariables } from "./lacking_variables.ts";
import { movedNotes } from "./moved_notes.ts";
import {
  type Choice,
  type ChoiceOf,
  NO_VERSION,
  type UpdateCounts,
  type Updated,
  type UpdateNote,
} from "./types.ts";
import {
  filesByOperation,
  hasAddressOf,
  unmadeIn,
} from "./files_by_operation.ts";
import { updatedPlaces } from "./updated_places.ts";
import { updateOthers } from "./update_others.ts";

/** What an update writes; its counts are those of the document's operations. */
export interface UpdatedFiles extends Updated {
  /** What became of the collection's own file, its folders and environments. */
  readonly others: UpdateCounts;
}

/** A request file that was made from an operation. */
interface Known {
  readonly path: string;
  readonly text: string;
  readonly mark: SourceMark;
  readonly seq: number | undefined;
}

/**
 * Brings a collection up to date with a document that changed: operations and
 * servers that are new come in; files that nobody edited are written anew; what
 * a person edited stays, and is named where the document changed as well, until
 * the person chooses; so are operations and servers that vanished. An operation
 * keeps its file, also under another name, and those that nobody edited have the
 * document's order.
 *
 * @param chosen What a person chose for a file.
 * @param unmade Requests that the document has, although `fresh` does not.
 */
export function updateFiles(
  existing: ReadonlyMap<string, string>,
  fresh: ImportedFiles,
  chosen: ChoiceOf = () => undefined,
  unmade: readonly UnmadeRequest[] = [],
): UpdatedFiles {
  const files = new Map<string, string>();
  const notes: UpdateNote[] = [];
  const settled: string[] = [];
  const byName = new Map<string, Known[]>();
  const lastSeqs = new Map<string, number>();
  for (const [path, text] of existing) {
    const mark = isYaml(path) ? markOf(text) : undefined;
    if (!mark) continue;
    const seq = seqOf(text.replaceAll("\r\n", "\n"));
    const files = byName.get(mark.operation) ?? [];
    byName.set(mark.operation, [...files, { path, text, mark, seq }]);
    const folder = folderOf(path);
    lastSeqs.set(folder, Math.max(lastSeqs.get(folder) ?? 0, seq ?? 0));
  }
  const counts = { added: 0, changed: 0, open: 0, kept: 0, gone: 0 };
  const last = existing.size + fresh.requests.length;
  const withoutClients = withoutDeletedClients(existing);
  const operations = Map.groupBy(
    fresh.requests.map((one) => ({
      ...one,
      request: withoutClients(one.request),
      whole: one.request,
    })),
    ({ path, request }) => operationOf(request) ?? path,
  );
  const known = filesByOperation(byName, operations);
  const pairs = [...operations].flatMap(([operation, requests]) =>
    pairsOf(requests, known.get(operation) ?? [], last)
  );
  const decided = pairs.map((pair) => ({
    ...pair,
    ...decide(pair, { last, chosen }),
  }));
  const seqs = seqsOf(decided, lastSeqs);
  for (const pair of decided) {
    const { path, request, before, choice, both } = pair;
    const seq = seqs.get(pair) ?? before?.seq;
    if (before === undefined) {
      const free = freePath(path, existing, files);
      files.set(free, requestText(withSeq(request, seq)));
      chosen(free, "written");
      counts.added++;
    } else if (choice === "same" && seq === before.seq) {
      counts.kept++;
    } else if (choice === "same" || choice === "take") {
      files.set(before.path, requestText(withSeq(request, seq)));
      counts.changed++;
      if (choice === "take" && folderOf(before.path) !== folderOf(path)) {
        notes.push(...movedNotes(request, before));
      }
    } else if (choice === "keep" || choice === "name") {
      const by = requestText(withSeq(request, seq));
      files.set(before.path, markedLike(before.text, { by }));
      if (choice === "keep") settled.push(before.path);
      counts[choice === "keep" ? "kept" : "changed"]++;
    } else {
      const isByTests = isMadeOf(before, {
        request: withoutSchemaTest(request),
        whole: withoutSchemaTest(pair.whole),
      }, last);
      counts[isByTests ? "kept" : "open"]++;
      notes.push({
        kind: "person",
        message: `"${request.info.name}" was edited here${
          isByTests
            ? ": it stays as it is, without the tests of --with-tests"
            : ` and ${changedThere(before.text)}: it stays as it is`
        }, see the difference below`,
        target: before.path,
        ...(both && { both }),
        ends: ["keep", "take"],
      });
    }
  }
  const others = updateOthers(existing, fresh, {
    requests: [...known.values()].flat().map(({ path }) => path).concat(
      [...files.keys()],
    ),
    chosen,
  });
  for (const [path, text] of others.files) files.set(path, text);
  const lacking = lackingVariables({ existing, files, fresh });
  const all = new Map([...existing, ...files]);
  const gone = [...known].filter(([operation]) => !operations.has(operation))
    .flatMap(([operation, all]) => all.map((one) => ({ ...one, operation })));
  const isUnmade = unmadeIn(unmade);
  const renamed: string[] = [];
  for (const { operation, path, text: before, mark } of gone) {
    const text = withOperation(before, operation);
    if (text !== before) {
      files.set(path, text);
      renamed.push(path);
    }
    if (isUnmade({ operation, text })) {
      // The import says what is wrong with it in the document.
      counts.kept++;
      continue;
    }
    counts.gone++;
    if (mark.hash === NO_VERSION) continue;
    if (chosen(path, "gone") === "keep") {
      files.set(path, withMark(text, NO_VERSION));
      settled.push(path);
      continue;
    }
    const removed = lacking(text);
    const define = removed.length === 0
      ? ""
      : ` and define the variables that are gone with it: ${
        removed.join(", ")
      }`;
    notes.push({
      kind: "person",
      message:
        `The document has no operation "${operation}" any more: delete the request, or keep it${define}`,
      target: path,
      ends: ["keep"],
    });
    all.delete(path);
  }
  notes.push(...others.notes);
  settled.push(...others.settled);
  const lacked = new Set(
    [...all].flatMap(([path, text]) => isYaml(path) ? lacking(text) : []),
  );
  if (lacked.size > 0) {
    notes.push({
      kind: "person",
      message: `Requests use variables that the collection lacks: ${
        [...lacked].join(", ")
      }`,
      target: MAIN,
    });
  }
  const marked = [
    ...others.marked,
    ...renamed.filter((path) => !settled.includes(path)),
  ];
  return { files, notes, counts, others: others.counts, settled, marked };
}

/** A request of the document. */
interface Wanted {
  readonly path: string;
  readonly request: FileRequest;
  /** The same with all that the document has, which a file can know it by. */
  readonly whole: FileRequest;
}

/** A request of the document; without a file it is new. */
interface Pair extends Wanted {
  readonly before?: Known;
}

/**
 * Which files are those of an operation: all of them, as a person may have
 * copied one. Where several operations have one name, each has one file.
 */
function pairsOf(
  requests: readonly Wanted[],
  files: readonly Known[],
  last: number,
): Pair[] {
  if (requests.length === 1 && files.length > 0) {
    return files.map((before) => ({ ...requests[0], before }));
  }
  const free = new Set(files);
  const fits: ((file: Known, one: Wanted) => boolean)[] = [
    (file, one) => isMadeOf(file, one, last),
    ({ text }, { request }) => hasAddressOf(request, text),
    () => true,
  ];
  return fits.reduce<Pair[]>((pairs, fit) =>
    pairs.map((one) => {
      if (one.before !== undefined) return one;
      const before = [...free].find((file) => fit(file, one));
      if (before === undefined) return one;
      free.delete(before);
      return { ...one, before };
    }), [...requests]);
}

/** What becomes of a request; `choice` is undefined where a person has to choose. */
interface Decided extends Pair {
  /** `same`: the file knows this version; `name`: it knows it by another name. */
  readonly choice?: Choice | "same" | "name";
  readonly both?: UpdateNote["both"];
}

function decide(
  { before, ...wanted }: Pair,
  { last, chosen }: {
    last: number;
    chosen: ChoiceOf;
  },
): Pick<Decided, "choice" | "both"> {
  if (before === undefined) return {};
  const { request } = wanted;
  const { operation, isEdited } = before.mark;
  const text = requestText(withSeq(request, before.seq));
  const here = before.text.replaceAll("\r\n", "\n");
  const there = likeWritten(text, { by: here });
  const isOwn = isEdited && here !== there;
  const isRenamed = operation !== operationOf(request);
  const known = isMadeOf(before, wanted, last)
    ? "same"
    : isEdited && isRenamed &&
        isMadeOf(before, {
          request: madeOf(request, operation),
          whole: madeOf(wanted.whole, operation),
        }, last)
    ? "name"
    : undefined;
  if (known !== undefined) {
    const choice = chosen(before.path, isOwn ? "edited" : "same");
    return { choice: choice === "take" ? choice : known };
  }
  const choice = chosen(before.path, isOwn ? "open" : "written");
  return isOwn && choice === undefined
    ? { both: { here, there } }
    : { choice: choice ?? "take" };
}

/**
 * The places of new requests, and of those whose files nobody edited, folder by
 * folder. A file that a person put into another folder has its place there.
 */
function seqsOf(
  pairs: readonly Decided[],
  lastSeqs: ReadonlyMap<string, number>,
): Map<Decided, number> {
  const isFixed = ({ before, choice }: Decided) =>
    choice !== "take" && before?.mark.isEdited === true;
  const own = pairs.filter(({ path, before }) =>
    before === undefined ||
    before.seq !== undefined && folderOf(before.path) === folderOf(path)
  );
  const seqs = new Map<Decided, number>();
  for (const [folder, all] of Map.groupBy(own, (one) => folderOf(one.path))) {
    const items = [
      ...Map.groupBy(
        all,
        // Copies that nobody edited have one place.
        (one) => isFixed(one) ? Symbol() : one.request,
      ).values(),
    ].map((copies) => {
      const [{ request, before }] = copies;
      return {
        copies,
        wanted: request.info.seq ?? 0,
        ...(before?.seq !== undefined && { seq: before.seq }),
        isFixed: isFixed(copies[0]),
      };
    }).toSorted((a, b) => a.wanted - b.wanted);
    for (
      const [{ copies }, seq] of updatedPlaces(items, lastSeqs.get(folder) ?? 0)
    ) {
      for (const copy of copies) seqs.set(copy, seq);
    }
  }
  return seqs;
}

/**
 * Whether a file was made from this version of its operation, whichever place in
 * the order a person gave it since.
 */
function isMadeOf(
  { mark, seq }: Known,
  { request, whole }: Omit<Wanted, "path">,
  last: number,
): boolean {
  return [...new Set([request, whole])].some((one) => {
    const text = requestText(withSeq(one, seq));
    // The line for editors may name another version of Brace.
    if (markOf(text)?.hash === mark.hash) return true;
    for (let seq = 1; mark.isEdited && seq <= last; seq++) {
      const moved = text.replace(SEQ, `  seq: ${seq}`);
      if (hashOf(moved) === mark.hash) return true;
    }
    return false;
  });
}

const SEQ = /^ {2}seq: (\d+)$/m;

function madeOf(request: FileRequest, operation: string): FileRequest {
  const { brace, ...extensions } = members(request.extensions);
  return {
    ...request,
    extensions: {
      ...extensions,
      brace: { ...members(brace), source: { operation } },
    },
  };
}

function withSeq(request: FileRequest, seq: number | undefined): FileRequest {
  return {
    ...request,
    info: { ...request.info, ...(seq !== undefined && { seq }) },
  };
}

function seqOf(text: string): number | undefined {
  const seq = SEQ.exec(text)?.[1];
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
