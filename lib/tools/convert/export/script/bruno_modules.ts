import type { ImportNote } from "../../types.ts";
import { parseScript } from "../../../check/explain/find_expression.ts";
import { noteBruno } from "./script_notes.ts";
import { toBrunoScript } from "./to_bruno.ts";

/** Modules that scripts require, in the words that Bruno knows. */
export interface BrunoModules {
  /** Those that change, by the path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly notes: readonly ImportNote[];
}

/**
 * Writes the modules of a collection for Bruno; one in TypeScript stays.
 *
 * @param sent The paths of files that requests send, whose bytes stay.
 */
export function brunoModules(
  modules: ReadonlyMap<string, string>,
  sent: ReadonlySet<string> = new Set(),
): BrunoModules {
  const texts = new Map<string, string>();
  const notes: ImportNote[] = [];
  for (const [path, code] of modules) {
    const say = (message: string) => notes.push({ kind: "person", message });
    if (/\.[cm]?ts$/.test(path)) {
      say(
        `The file "${path}" is copied as it is: it is in TypeScript, which Bruno does not run (translate it)`,
      );
      continue;
    }
    const written = toBrunoScript(code, { isModule: true });
    if (written.code !== code) {
      if (!sent.has(path)) texts.set(path, written.code);
      else {
        say(
          `The file "${path}" is copied as it is, since a request sends it: write "bru" for "client" in a copy that scripts require`,
        );
      }
    }
    if (!written.isBroken && parseScript(code) === undefined) {
      say(
        `The file "${path}" is an ES module, which Bruno does not load (write it with require and module.exports)`,
      );
    }
    noteBruno(`The file "${path}"`, written, say);
  }
  return { texts, notes };
}
