import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { basename, dirname } from "../path.ts";
import { siblings } from "./load/named_path.ts";

/** Adds the name of a file beside the one that is missing. */
export function withNearest(problem: Diagnostic, path: string): Diagnostic {
  const near = nearest(basename(path), siblings(dirname(path)));
  if (near === undefined) return problem;
  const suggestion = path.slice(0, -basename(path).length) + near;
  return {
    ...problem,
    message: problem.message + didYouMean(suggestion),
    suggestion,
  };
}
