import type { ImportedFiles } from "../to_files.ts";
import { likeWritten } from "../yaml.ts";
import { changedThere } from "./changed_there.ts";
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
  isAsMarked,
  isEnvironment,
  knownFiles,
  markKey,
  namelessHash,
  placedEnvironments,
} from "./placed_environments.ts";
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
  const { marks: known, elsewhere } = knownFiles(
    fileMarks(existing.get(MAIN) ?? ""),
  );
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
  const placed = placedEnvironments(existing, texts, {
    marks: known,
    elsewhere,
  });
  const here = new Set([...placed.values()].map(({ at }) => at));
  const pathsBefore = new Map([...elsewhere].map(([path, at]) => [at, path]));
  const isKnown = (at: string) => known.has(at) || pathsBefore.has(at);
  for (const [path, fromDocument] of texts) {
    const { at, before, text } = placed.get(path) ??
      { at: path, before: existing.get(path), text: fromDocument };
    const hashes = [fileHash(fromDocument), namelessHash(fromDocument)];
    const hash = hashes[text === fromDocument ? 0 : 1];
    const place = places.get(path);
    if (before === undefined) {
      const isDeleted = known.has(path) && isEnvironment(path);
      const choice = chosen(at, isDeleted ? "open" : "written") ??
        (isDeleted ? undefined : "take");
      if (choice === "keep") marks.set(path, NO_VERSION);
      else if (choice === undefined && known.get(path) !== NO_VERSION) {
        const own = [...existing.keys()].filter((one) =>
          isEnvironment(one) && !fresh.files.has(one) && !isKnown(one) &&
          !here.has(one)
        );
        // Of what the document did not change, a person knows.
        const isOld = own.length > 0 && !hashes.includes(known.get(path)!);
        notes.push({
          kind: isOld ? "person" : "changed",
          message: isOld
            ? `Left out "${at}", which changed in the document and was deleted or renamed here: if it is ${
              own.map((one) => `"${one}"`).join(" or ")
            } now, it has the old URL: write the one of the document there`
            : `Left out "${at}", which was deleted here or has another name and URL`,
          target: at,
          ends: ["keep", "take"],
        });
      }
      if (choice !== "take") continue;
      files.set(at, withPlace(text, place));
      marks.set(path, hash);
      counts.added++;
      continue;
    }
    const mark = known.get(pathsBefore.get(at) ?? at) ?? known.get(path);
    const isOwn = at !== path && (mark === undefined || mark === NO_VERSION);
    const isSame = isOwn || isAsMarked(before, hash, { by: fromDocument }) ||
      mark === undefined && linesOf(before) === linesOf(text);
    const hasVersion = isSame || mark !== undefined && hashes.includes(mark);
    const isEdited = !isAsMarked(before, hasVersion ? hash : mark, {
      by: fromDocument,
    });
    const choice = chosen(
      at,
      hasVersion ? isEdited ? "edited" : "same" : isEdited ? "open" : "written",
    ) ?? (isEdited ? undefined : "take");
    if (hasVersion && (choice !== "take" || !isEdited)) {
      marks.set(path, hash);
      const placed = withPlace(before, place);
      if (placed === before) counts.kept++;
      else {
        files.set(at, placed);
        counts.changed++;
      }
      continue;
    }
    if (choice === "take") {
      files.set(at, withPlace(inPlaceOf(text, before), place));
      marks.set(path, hash);
      counts.changed++;
    } else if (choice === "keep") {
      marks.set(path, hash);
      settled.push(at);
      counts.kept++;
    } else {
      const unix = before.replaceAll("\r\n", "\n");
      const there = inPlaceOf(likeWritten(text, { by: unix }), unix);
      counts.open++;
      if (mark !== undefined) marks.set(path, mark);
      notes.push({
        kind: "person",
        message: mark === undefined
          ? `"${at}" differs from the document, and may have been edited here: it stays as it is, see the difference below`
          : `"${at}" was edited here and ${
            changedThere(before)
          }: it stays as it is, see the difference below`,
        target: at,
        both: { here: withoutMarks(unix), there: withoutMarks(there) },
        ends: ["keep", "take"],
      });
    }
  }
  for (const [path, mark] of known) {
    if (fresh.files.has(path) || !path.startsWith("environments/")) continue;
    const at = elsewhere.get(path) ?? path;
    if (!existing.has(at) || here.has(at)) {
      marks.delete(path);
      continue;
    }
    counts.gone++;
    if (mark === NO_VERSION) continue;
    if (chosen(at, "gone") === "keep") {
      marks.set(path, NO_VERSION);
      settled.push(at);
      continue;
    }
    notes.push({
      kind: "person",
      message:
        "The document has no server for this environment any more: delete the file, or keep it",
      target: at,
      ends: ["keep"],
    });
  }
  const standing = new Map([
    ...elsewhere,
    ...[...placed].map(([path, { at }]) => [path, at] as const),
  ]);
  const order = areInOrder ? [...texts.keys(), ...marks.keys()] : marks.keys();
  const ordered = new Map(
    [...order].flatMap((path) => {
      const mark = marks.get(path);
      const key = markKey(path, standing.get(path) ?? path);
      return mark === undefined ? [] : [[key, mark]];
    }),
  );
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
