import { isAbsolute, resolve } from "../../path.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { LoadedCollection } from "./load_found.ts";

/** Says, where nothing is at the relative path that a program gives, in which folder it was looked for. */
export function withFolder(
  loaded: LoadedCollection,
  path: string,
  cwd: string,
): LoadedCollection {
  if (loaded.collection || !isMissing(path, cwd)) return loaded;
  const diagnostics = loaded.diagnostics.map((it) => lookedIn(it, cwd));
  return { ...loaded, diagnostics };
}

function isMissing(path: string, cwd: string): boolean {
  if (isAbsolute(path)) return false;
  try {
    Deno.statSync(resolve(cwd, path));
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

const NOT_FOUND =
  /^(Cannot find ".*?"): (no such file or folder)(?: \((.*)\))?$/;

/** Programs are written beside the collection, and may be started elsewhere. */
function lookedIn(diagnostic: Diagnostic, cwd: string): Diagnostic {
  const { code, message, suggestion } = diagnostic;
  if (code !== "MISSING_PATH") return diagnostic;
  return {
    ...diagnostic,
    message: message.replace(
      NOT_FOUND,
      (_, path, why, way) =>
        `${path} in "${cwd}", where the program runs: ${why} (${
          suggestion ? `${way} ` : ""
        }to start at the module's folder, join the path to import.meta.dirname)`,
    ),
  };
}
