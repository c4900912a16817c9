import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { FileChange } from "../../../tools/edit/plan/types.ts";
import { describeFileError } from "../describe_file_error.ts";
import { isInside } from "../../path.ts";
import { readText } from "../read_text.ts";
import { writeAtomically } from "./write_atomically.ts";

/** Changes of this process go one after the other: what one checks holds while it writes. */
let last: Promise<unknown> = Promise.resolve();

/** Why files were not changed. */
export interface ChangeProblem {
  readonly problem: Diagnostic;
  /** What a file holds now that is not what the change was made on. */
  readonly theirs?: {
    readonly path: string;
    readonly text: string | undefined;
  };
}

/**
 * Changes files of a collection, one after the other; undefined where all went
 * well. Every path has to be inside the collection's folder, links followed,
 * and every file has to be what the changes were made on. What was changed
 * before something failed is undone.
 */
export function changeFiles(
  root: string,
  changes: readonly FileChange[],
): Promise<ChangeProblem | undefined> {
  const done = last.then(() => changeAll(root, changes));
  last = done.catch(() => {});
  return done;
}

async function changeAll(
  root: string,
  changes: readonly FileChange[],
): Promise<ChangeProblem | undefined> {
  if (changes.length === 0) return undefined;
  let folder: string;
  try {
    folder = await Deno.realPath(root);
  } catch (error) {
    return { problem: describeFileError("write", root, error) };
  }
  const undo: (() => Promise<unknown>)[] = [];
  const [first] = changes;
  try {
    const problem = await check(folder, changes);
    if (problem) return problem;
    for (const change of changes) {
      const problem = await perform(folder, change, undo);
      if (problem === undefined) continue;
      await undoAll(undo);
      return { problem };
    }
    return undefined;
  } catch (error) {
    await undoAll(undo);
    return { problem: describeFileError("write", first.path, error) };
  }
}

async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of undo.reverse()) await step().catch(() => {});
}

/** Everything that can be known before the first change. */
async function check(
  folder: string,
  changes: readonly FileChange[],
): Promise<ChangeProblem | undefined> {
  /** Paths that the changes themselves have made or taken away by then. */
  const moved = new Set<string>();
  for (const change of changes) {
    const paths = change.kind === "rename"
      ? [change.path, change.to]
      : [change.path];
    for (const path of paths) {
      if (!await isOwn(folder, path)) return { problem: outside(path) };
    }
    if (change.kind === "rename") {
      if (!moved.has(change.to) && await isTaken(folder, change)) {
        return { problem: taken(change.to) };
      }
      moved.add(change.path).add(change.to);
    }
    if (change.kind !== "write" || moved.has(change.path)) continue;
    moved.add(change.path);
    const theirs = await textAt(join(folder, change.path));
    if (theirs.problem) return { problem: theirs.problem };
    if (theirs.text === change.was) continue;
    return {
      problem: change.was === undefined
        ? taken(change.path)
        : changed(change.path, theirs.text === undefined),
      theirs: { path: change.path, text: theirs.text },
    };
  }
  return undefined;
}

/** Whether a path is in the collection's folder, whatever links stand on its way. */
async function isOwn(folder: string, path: string): Promise<boolean> {
  const wanted = resolve(folder, path);
  if (wanted === folder || !isInside(folder, wanted)) return false;
  if (path.split(/[/\\]/).some((part) => part === ".." || part === "")) {
    return false;
  }
  for (let at = wanted; at !== folder; at = dirname(at)) {
    try {
      const real = await Deno.realPath(at);
      return isInside(folder, real) && (real !== folder || at !== wanted);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      // A link that leads nowhere would be written through.
      const info = await Deno.lstat(at).catch(() => undefined);
      if (info?.isSymlink) return false;
    }
  }
  return true;
}

/** Whether something else has a new name; a name in another case is the same file for some systems. */
async function isTaken(
  folder: string,
  { path, to }: Extract<FileChange, { kind: "rename" }>,
): Promise<boolean> {
  const there = await Deno.lstat(join(folder, to)).catch(() => undefined);
  if (there === undefined) return false;
  if (path.toLowerCase() !== to.toLowerCase()) return true;
  const own = await Deno.lstat(join(folder, path)).catch(() => undefined);
  return own === undefined || own.ino !== there.ino || own.dev !== there.dev;
}

async function textAt(
  path: string,
): Promise<{ text?: string; problem?: Diagnostic }> {
  try {
    await Deno.lstat(path);
    return { text: readText(path) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    return { problem: describeFileError("write", path, error) };
  }
}

async function perform(
  folder: string,
  change: FileChange,
  undo: (() => Promise<unknown>)[],
): Promise<Diagnostic | undefined> {
  const path = join(folder, change.path);
  switch (change.kind) {
    case "write": {
      const { was, text } = change;
      const made = await firstMissing(dirname(path));
      const problem = await writeAtomically(path, text);
      if (problem === undefined) {
        undo.push(() =>
          was === undefined
            ? Deno.remove(made ?? path, { recursive: true })
            : writeAtomically(path, was)
        );
      } else if (made !== undefined) {
        await Deno.remove(made, { recursive: true }).catch(() => {});
      }
      return problem;
    }
    case "rename": {
      const to = join(folder, change.to);
      try {
        await Deno.mkdir(dirname(to), { recursive: true });
        await Deno.rename(path, to);
        undo.push(() => Deno.rename(to, path));
        return undefined;
      } catch (error) {
        return describeFileError("write", change.path, error);
      }
    }
    case "remove":
      try {
        await Deno.remove(path, { recursive: true });
        return undefined;
      } catch (error) {
        return describeFileError("write", change.path, error);
      }
    default:
      return change satisfies never;
  }
}

/** The first folder on the way to a path that is not there yet. */
async function firstMissing(folder: string): Promise<string | undefined> {
  let missing: string | undefined;
  for (let at = folder;; at = dirname(at)) {
    const info = await Deno.lstat(at).catch(() => undefined);
    if (info !== undefined || at === dirname(at)) return missing;
    missing = at;
  }
}

function outside(path: string): Diagnostic {
  return refused(
    path,
    "it is outside of the collection (choose a path inside)",
  );
}

function taken(path: string): Diagnostic {
  return refused(path, "it is there already (choose another name)");
}

function changed(path: string, isGone: boolean): Diagnostic {
  return refused(
    path,
    isGone
      ? "it was removed since it was read (save it under another name)"
      : "it has changed since it was read (compare both, then save again)",
  );
}

function refused(path: string, why: string): Diagnostic {
  return {
    code: "WRITE",
    severity: "error",
    message: `Cannot write "${path}": ${why}`,
    location: { file: path },
  };
}
