import { type Diagnostic, locationOf } from "../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import type { Origin } from "../../core/source/origin.ts";
import { basename, dirname, join, relative } from "../path.ts";
import { isFile } from "./is_file.ts";
import { isFolder } from "./is_folder.ts";
import { siblings } from "./load/named_path.ts";

/**
 * Adds the name of a file beside the one that is missing.
 *
 * @param written The path as it stands where the person changes it.
 */
export function withNearest(
  problem: Diagnostic,
  path: string,
  written = path,
): Diagnostic {
  const near = nearestPath(path, written);
  return near === undefined ? problem : withSuggestion(problem, near);
}

/**
 * The path, as it is written, with the name of a file of the same folder that
 * is almost the name of the one that is missing, or with the only folder
 * beside it, or beside its folder, that has a file of this very name.
 */
export function nearestPath(
  path: string,
  written: string,
): string | undefined {
  const [folder, name] = [dirname(path), basename(path)];
  const beside = siblings(folder);
  const near = nearest(name, beside.filter((it) => isFile(join(folder, it))));
  if (near !== undefined) return written.slice(0, -name.length) + near;
  return withFolder(folder, name, written);
}

/** The path with the only folder of one in which the rest of the path is. */
function withFolder(
  folder: string,
  rest: string,
  written: string,
): string | undefined {
  const [inside, ...others] = siblings(folder).filter((it) =>
    !/^(?:\.|node_modules$)/.test(it) && isFile(join(folder, it, rest))
  );
  if (inside !== undefined) {
    return others.length === 0
      ? `${written.slice(0, -rest.length)}${inside}/${rest}`
      : undefined;
  }
  const longer = `${basename(folder)}/${rest}`;
  return isFolder(folder) || !written.endsWith(longer)
    ? undefined
    : withFolder(dirname(folder), longer, written);
}

/** Where files give options of a run, by the options' names. */
export interface GivenInFiles {
  /** Absent: the command line gives all. */
  readonly origins?: ReadonlyMap<string, Origin> | undefined;
}

/**
 * Adds to the problem of a file that an option gives where the option stands, and
 * the name of a file beside the one that is missing.
 *
 * @param at Where a file has the option; absent: the command line has it.
 */
export function namedAt(
  problem: Diagnostic,
  path: string,
  at: Origin | undefined,
  isMissing = problem.code === "MISSING_PATH",
): Diagnostic {
  const placed = at ? { ...problem, location: locationOf(at) } : problem;
  if (!isMissing) return placed;
  // The file that has it has paths from its own folder.
  const written = at
    ? relative(dirname(at.file), path).replaceAll("\\", "/")
    : path;
  return withNearest(placed, path, written);
}

/** Adds what is probably meant to a problem; nothing where that is not known. */
export function withSuggestion(
  problem: Diagnostic,
  suggestion: string | undefined,
): Diagnostic {
  return suggestion === undefined ? problem : {
    ...problem,
    message: problem.message + didYouMean(suggestion),
    suggestion,
  };
}
