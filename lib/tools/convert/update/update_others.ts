import type { ImportedFiles } from "../to_files.ts";
import { likeWritten } from "../yaml.ts";
import {
  fileHash,
  fileMarks,
  inPlaceOf,
  MAIN,
  withFileMarks,
  withoutMarks,
  withPlace,
} from "./file_marks.ts";
import {
  isEnvironment,
  namedLike,
  renamedEnvironments,
} from "./renamed_environments.ts";
import { updatedFolders } from "./updated_folders.ts";
import {
  type ChoiceOf,
  NO_VERSION,
  type Updated,
  type UpdateNote,
} from "./types.ts";

/**
 * Brings the collection's own file, folders and environments up to date, as
 * requests are: what nobody edited is written anew, what a person edited stays
 * and is named. An environment keeps the name that a person gave it, and one that
 * a person deleted does not come back by itself.
 *
 * @param requests The paths that requests have after the update.
 */
export function updateOthers(
  existing: ReadonlyMap<string, string>,
  fresh: ImportedFiles,
  { requests, chosen }: {
    requests: readonly string[];
    chosen: ChoiceOf;
  },
): Updated {
  const main = existing.get(MAIN) ?? fresh.files.get(MAIN) ?? "";
  const known = fileMarks(existing.get(MAIN) ?? "");
  const marks = new Map(known);
  const files = new Map<string, string>();
  const notes: UpdateNote[] = [];
  const settled: string[] = [];
  const counts = { added: 0, changed: 0, open: 0, kept: 0, gone: 0 };
  const isEmpty = (path: string) => {
    const folder = path.replace(/folder\.yml$/, "");
    return folder !== path && !requests.some((one) => one.startsWith(folder));
  };
  const texts = new Map(
    [...fileMarks(fresh.files.get(MAIN) ?? "").keys()].filter((path) =>
      existing.has(path) || !isEmpty(path)
    ).map((path) => [path, fresh.files.get(path) ?? ""]),
  );
  const { places, areInOrder } = updatedFolders(existing, texts, known);
  const renamed = renamedEnvironments(existing, texts, known);
  const here = new Set(renamed.values());
  for (const [path, text] of texts) {
    const hash = fileHash(text);
    const at = renamed.get(path) ?? path;
    const before = existing.get(at);
    const place = places.get(path);
    if (before === undefined) {
      const choice = known.has(path) && isEnvironment(path)
        ? chosen(path)
        : "take";
      if (choice === "keep") marks.set(path, NO_VERSION);
      else if (choice === undefined && known.get(path) !== NO_VERSION) {
        const own = [...existing.keys()].filter((one) =>
          isEnvironment(one) && !fresh.files.has(one) && !known.has(one) &&
          !here.has(one)
        );
        const unedited = own.filter((one) =>
          fileHash(namedLike(existing.get(one)!, { by: text })) ===
            known.get(path)
        );
        // Of what the document did not change, a person knows.
        const isOld = own.length > 0 && known.get(path) !== hash;
        notes.push({
          kind: isOld ? "person" : "changed",
          message: isOld
            ? `Left out "${path}", which changed in the document and was deleted or renamed here: if it is ${
              (unedited.length > 0 ? unedited : own).map((one) => `"${one}"`)
                .join(" or ")
            } now, it has the old URL: write the one of the document there`
            : `Left out "${path}", which was deleted here or has another name and URL`,
          target: path,
          ends: ["keep", "take"],
        });
      }
      if (choice !== "take") continue;
      files.set(path, withPlace(text, place));
      marks.set(path, hash);
      counts.added++;
      continue;
    }
    const isRenamed = at !== path;
    const mark = known.get(path) ?? known.get(at);
    if (isRenamed) marks.delete(at);
    const isOwn = isRenamed && (mark === undefined || mark === NO_VERSION);
    const hashHere = fileHash(
      isRenamed ? namedLike(before, { by: text }) : before,
    );
    const isSame = isOwn || hashHere === hash ||
      mark === undefined && linesOf(before) === linesOf(text);
    if (isSame || mark === hash) {
      marks.set(path, hash);
      const placed = withPlace(before, place);
      if (placed === before) counts.kept++;
      else {
        files.set(at, placed);
        counts.changed++;
      }
      continue;
    }
    const wanted = isRenamed ? namedLike(text, { by: before }) : text;
    const isEdited = hashHere !== mark && fileHash(before) !== mark;
    const choice = isEdited ? chosen(at) : "take";
    if (choice === "take") {
      files.set(at, withPlace(inPlaceOf(wanted, before), place));
      marks.set(path, hash);
      counts.changed++;
    } else if (choice === "keep") {
      marks.set(path, hash);
      settled.push(at);
      counts.kept++;
    } else {
      const unix = before.replaceAll("\r\n", "\n");
      const there = inPlaceOf(likeWritten(wanted, { by: unix }), unix);
      counts.open++;
      notes.push({
        kind: "person",
        message: mark === undefined
          ? `"${at}" differs from the document, and may have been edited here: it stays as it is, see the difference below`
          : `"${at}" was edited here and changed in the document: it stays as it is, see the difference below`,
        target: at,
        both: { here: withoutMarks(unix), there: withoutMarks(there) },
        ends: ["keep", "take"],
      });
    }
  }
  for (const [path, mark] of known) {
    if (here.has(path)) continue;
    if (fresh.files.has(path) || !path.startsWith("environments/")) continue;
    if (!existing.has(path)) {
      marks.delete(path);
      continue;
    }
    counts.gone++;
    if (mark === NO_VERSION) continue;
    if (chosen(path, true) === "keep") {
      marks.set(path, NO_VERSION);
      settled.push(path);
      continue;
    }
    notes.push({
      kind: "person",
      message:
        "The document has no server for this environment any more: delete the file, or keep it",
      target: path,
      ends: ["keep"],
    });
  }
  const ordered = areInOrder
    ? new Map([
      ...[...texts.keys()].map((path) => [path, marks.get(path)] as const),
      ...marks,
    ].filter((one): one is [string, string] => one[1] !== undefined))
    : marks;
  const own = files.get(MAIN) ?? main;
  const withMarks = withFileMarks(own, ordered);
  const lines = new Set(withMarks.split(/\r?\n/));
  if (fileMarks(withMarks).size < marks.size) {
    notes.push({
      kind: "person",
      message:
        `The hashes of this update have no place in "${MAIN}", so that the next one asks again: write "extensions:" and, indented below it, "brace:" on separate lines, and no alias for them`,
      target: MAIN,
    });
  } else if (!withoutMarks(own).split(/\r?\n/).every((it) => lines.has(it))) {
    notes.push({
      kind: "changed",
      message:
        `Wrote the "extensions" of "${MAIN}" on separate lines, where the hashes of this update stand`,
      target: MAIN,
    });
  }
  if (withMarks === existing.get(MAIN)) {
    return { files, notes, counts, settled, marked: [] };
  }
  const marked = existing.has(MAIN) && !files.has(MAIN) &&
      !settled.includes(MAIN)
    ? [MAIN]
    : [];
  files.set(MAIN, withMarks);
  return { files, notes, counts, settled, marked };
}

/** The lines of a file of an older version, which had the same variables in another order. */
function linesOf(text: string): string {
  const unix = text.replaceAll("\r\n", "\n");
  return withoutMarks(unix).split("\n").filter((line) =>
    line !== "" && !/^#|^ {2}seq: /.test(line)
  ).sort().join("\n");
}
