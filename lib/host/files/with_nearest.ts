import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { basename, dirname, join } from "../path.ts";
import { isFile } from "./is_file.ts";
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
  const folder = dirname(path);
  const files = siblings(folder).filter((name) => isFile(join(folder, name)));
  const near = nearest(basename(path), files);
  if (near === undefined) return problem;
  return withSuggestion(
    problem,
    written.slice(0, -basename(path).length) + near,
  );
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
