import type { Script } from "../../../core/collection/types.ts";
import { locationOf } from "../../../core/source/diagnostic.ts";
import { expressionsIn } from "../../../core/template/expressions_in.ts";
import { rootName } from "../../../core/template/root_name.ts";
import { locationInFile, type ScriptIndex } from "./script_index.ts";
import type { Use } from "../types.ts";

/** The places of scripts, and of the files that they require, that use variables. */
export function scriptUses(
  scripts: readonly Script[],
  index: ScriptIndex,
): Use[] {
  return scripts.flatMap((script) => [
    ...index.factsOf(script).reads.map(({ name, ...stretch }): Use => ({
      name,
      by: "script",
      location: locationOf(script.at, { ...stretch, place: "script" }),
    })),
    ...index.filesOf(script).flatMap((file) =>
      file.facts.reads.map(({ name, ...stretch }): Use => ({
        name,
        by: "script",
        location: locationInFile(file, stretch),
      }))
    ),
    // Texts for client.interpolate.
    ...expressionsIn(script.code).map((expression): Use => ({
      name: rootName(expression) ?? expression,
      expression,
      by: "placeholder",
      location: locationOf(script.at, { place: "script" }),
    })),
  ]);
}
