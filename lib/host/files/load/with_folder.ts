import { isAbsolute, resolve } from "../../path.ts";
import { ownFolder } from "../../../core/plan/own_folder.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { LoadedCollection } from "./load_found.ts";

/**
 * Puts for a program what is wrong with the path that it gives: the folder in
 * which a relative one was looked for, and no commands. A path that is missing
 * in the collection's own folder means the collection, not a request of that name.
 */
export function withFolder(
  loaded: LoadedCollection,
  path: string,
  cwd: string,
): LoadedCollection {
  const { collection, paths } = loaded;
  if (collection === undefined) {
    const diagnostics = loaded.diagnostics.map((it) =>
      lookedIn(withoutCommand(it), path, cwd)
    );
    return { ...loaded, diagnostics };
  }
  const own = ownFolder("load", path, collection);
  if (own === undefined || !isMissing(path, cwd)) return loaded;
  return { paths, diagnostics: [lookedIn(own, path, cwd)] };
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

/** What is suggested to a person: the path alone is for a program, too. */
const COMMAND = /^brace run (['"]?)(.*)\1$/s;

function withoutCommand(diagnostic: Diagnostic): Diagnostic {
  const { suggestion } = diagnostic;
  return suggestion === undefined ? diagnostic : {
    ...diagnostic,
    suggestion: suggestion.replace(COMMAND, "$2"),
  };
}

const REFUSED =
  /^(Cannot (?:find|load) ".*?"): (no such file or folder|it is not a collection.*|it is the collection's own folder|neither it .*?)(?:, which you are in already)?(?: \((.*)\))?$/;

/** Programs are written beside the collection, and may be started elsewhere. */
function lookedIn(
  diagnostic: Diagnostic,
  path: string,
  cwd: string,
): Diagnostic {
  const { code, message, suggestion } = diagnostic;
  if (code === "MISSING_PATH" ? !isMissing(path, cwd) : isAbsolute(path)) {
    return diagnostic;
  }
  return {
    ...diagnostic,
    message: message.replace(
      REFUSED,
      (_, path, why, way) =>
        `${path} in "${cwd}", where the program runs: ${why} (${
          suggestion && way ? `${way} ` : ""
        }to start at the module's folder, join the path to import.meta.dirname)`,
    ),
  };
}
