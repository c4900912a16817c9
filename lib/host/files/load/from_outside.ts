import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { isInside, join, resolve } from "../../path.ts";
import { relativePath } from "./shown_path.ts";

/**
 * What is wrong with a path that is written as messages write it, from where the
 * program runs: those of a call begin in the collection.
 */
export function fromOutside(
  path: string,
  collection: string,
): Diagnostic | undefined {
  const root = resolve(collection);
  const absolute = resolve(path);
  if (
    !isInside(root, absolute) || isThere(join(root, path)) || !isThere(absolute)
  ) {
    return undefined;
  }
  const suggestion = relativePath(root, absolute);
  if (suggestion === "") {
    return {
      code: "MISSING_PATH",
      severity: "error",
      message:
        `Cannot find "${path}" in "${collection}": it is the collection itself (leave it out)`,
    };
  }
  return {
    code: "MISSING_PATH",
    severity: "error",
    message:
      `Cannot find "${path}" in "${collection}": no such file or folder (did you mean "${suggestion}"?)`,
    suggestion,
  };
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
