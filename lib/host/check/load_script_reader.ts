import { readByPattern } from "../../tools/check/script/read_by_pattern.ts";
import type { ScriptFacts, ScriptReader } from "../../tools/check/types.ts";
import { placeholderHint } from "../../core/script/placeholder_hint.ts";
import {
  stripTypes,
  TypeScriptError,
  typesHint,
} from "../sandbox/strip_types.ts";

/**
 * Loads what reads scripts by their syntax, for `readScript` of
 * `checkCollection`: it finds more than patterns do, and what is wrong with
 * the scripts themselves.
 *
 * @example
 * ```ts
 * import { checkCollection, readCollection } from "@brace/brace";
 * import { loadScriptReader } from "@brace/brace/run";
 * import { assertEquals } from "@std/assert";
 *
 * const { value: collection } = readCollection({
 *   root: "",
 *   files: new Map([
 *     ["opencollection.yml", "info: { name: Shop }"],
 *     [
 *       "list.yml",
 *       `http: { url: http://localhost }
 * runtime: { scripts: [{ type: tests, code: "client.setVr('id', 1)" }] }`,
 *     ],
 *   ]),
 * });
 * const readScript = await loadScriptReader();
 * const [{ code, suggestion }] = checkCollection(collection!, { readScript });
 * assertEquals([code, suggestion], ["UNKNOWN_MEMBER", "setVar"]);
 * ```
 */
export async function loadScriptReader(): Promise<ScriptReader> {
  const { readScript } = await import(
    "../../tools/check/script/read_script.ts"
  );
  return typedReader(readScript);
}

/** Says of code that is no JavaScript that it is TypeScript, where it is. */
function hinted(
  facts: ScriptFacts,
  { code, dialect, isFile, isBru, expression }: Parameters<ScriptReader>[0],
): ScriptFacts {
  const { problems = [] } = facts;
  const isBroken = problems.some(({ code }) => code === "SCRIPT_SYNTAX");
  if (!isBroken || expression) return facts;
  return {
    ...facts,
    problems: problems.map((it) => {
      if (it.code !== "SCRIPT_SYNTAX") return it;
      const hint = placeholderHint({ code, dialect, isBru }, it.offset) ||
        typesHint(code, { isFile, isBru });
      return { ...it, message: `${it.message}${hint}` };
    }),
  };
}

/** Reads TypeScript, too: without its types, which leaves all else at its place. */
export function typedReader(read: ScriptReader): ScriptReader {
  return ({ language, ...script }) => {
    if (language !== "typescript") return hinted(read(script), script);
    try {
      return read({ ...script, code: stripTypes(script.code) });
    } catch (error) {
      if (!(error instanceof TypeScriptError)) throw error;
      return {
        ...readByPattern(script),
        problems: [{
          code: "SCRIPT_SYNTAX",
          severity: "error",
          message: `Cannot remove the types of the ${
            script.isFile ? "file" : "script"
          }: ${error.message}`,
          offset: error.offset,
          length: 1,
        }],
      };
    }
  };
}
