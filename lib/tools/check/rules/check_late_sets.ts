import { levelsAround } from "../../../core/collection/inherit.ts";
import { levelExpressions } from "../../../core/collection/request_texts.ts";
import type { Collection, Script } from "../../../core/collection/types.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { expressionsIn } from "../../../core/template/expressions_in.ts";
import { rootName } from "../../../core/template/template_of.ts";
import type { RequestPlace } from "../places/reach.ts";
import type { ScriptIndex } from "../script/script_index.ts";

const WORDS = /[\p{L}_$][\p{L}\p{N}_$-]*/gu;

/**
 * Where a script after the response sets a variable of the request that nothing
 * reads any more: it ends with the request, and the next one does not see it.
 */
export function checkLateSets(
  { request, folders }: RequestPlace,
  collection: Collection,
  scripts: ScriptIndex,
): Diagnostic[] {
  const isLate = ({ phase }: Script) => phase !== "before-request";
  const late = request.scripts.filter(isLate).flatMap((script) =>
    scripts.factsOf(script).sets.filter(({ scope }) => scope === "request")
      .map((set) => ({ script, set }))
  );
  if (late.length === 0) return [];
  const after = [...levelsAround(collection, folders), request]
    .flatMap((level) => level.scripts).filter(isLate);
  const facts = after.flatMap((script) => [
    scripts.factsOf(script),
    ...scripts.filesOf(script).map((file) => file.facts),
  ]);
  // A name that is computed, or a file that nobody looked into, may be any.
  const isAny = facts.some(({ readsAny, requires }) =>
    readsAny || requires.length > 0 && !scripts.readsFiles
  );
  if (isAny) return [];
  const read = new Set(
    facts.flatMap(({ reads }) => reads.map(({ name }) => name)),
  );
  const texts = [
    ...after.map(({ code }) => code),
    ...after.flatMap((script) => scripts.filesOf(script).map((it) => it.code)),
    ...request.assertions.flatMap(({ value }) => value?.text ?? []),
  ];
  for (const expression of texts.flatMap(expressionsIn)) {
    read.add(expression).add(rootName(expression) ?? expression);
  }
  for (const { text } of levelExpressions(request)) {
    for (const [word] of text.matchAll(WORDS)) read.add(word);
  }
  return late.filter(({ set }) => !read.has(set.name))
    .map(({ script, set: { name, offset, length } }) => ({
      code: "UNUSED_VARIABLE",
      severity: "warning",
      message:
        `Set "${name}" with setRequestVar in vain: it ends with this request, and nothing reads it after this script (for later requests, write client.setVar)`,
      location: locationOf(script.at, { offset, length, place: "script" }),
    }));
}
