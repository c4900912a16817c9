import { levelsAround } from "../../../core/collection/inherit.ts";
import type { Script } from "../../../core/collection/types.ts";
import { renderText } from "../../../core/render/render_text.ts";
import type { Execution } from "../../../core/scope/execution.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { rootName } from "../../../core/template/template_of.ts";
import type { RequestPlace } from "../places/reach.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import type { ScriptText } from "../types.ts";
import type { CheckScopes } from "./check_scopes.ts";
import { judge } from "./judge.ts";

/** What is wrong with the literal texts whose placeholders the scripts around a request resolve. */
export function checkScriptTexts(
  place: RequestPlace,
  scopes: CheckScopes,
  { scripts, execution }: {
    readonly scripts: ScriptIndex;
    readonly execution: Execution;
  },
): Diagnostic[] {
  const { request, folders, index } = place;
  const after = { ...place, index: index + 1 };
  return [...levelsAround(scopes.collection, folders), request]
    .flatMap((level) => level.scripts)
    .filter((script) => (script.for ?? request.type) === request.type)
    .flatMap((script) => {
      const at = script.phase === "before-request" ? place : after;
      return scripts.factsOf(script).texts.flatMap((text) => {
        // No message may come.
        const conditional = text.conditional || script.each !== undefined;
        const one = { ...text, conditional };
        return problemsOf(one, script, { at, scopes, execution });
      });
    });
}

function problemsOf(
  text: ScriptText,
  { at: origin }: Script,
  { at, scopes, execution }: {
    readonly at: RequestPlace;
    readonly scopes: CheckScopes;
    readonly execution: Execution;
  },
): Diagnostic[] {
  const { keptBy } = text;
  const { diagnostics } = renderText(
    { text: text.text, at: origin },
    scopes.of(at),
    execution,
  );
  return diagnostics
    .filter((it) =>
      it.code === "UNDEFINED_VARIABLE" || !text.partial && !keptBy
    )
    .filter((it) => !text.conditional || isNowhere(it, scopes))
    .flatMap((it) => judge(it, at, scopes))
    .map((it) => ({
      ...it,
      severity: keptBy || text.conditional ? "warning" : it.severity,
      message: keptBy
        ? `${it.message}; ${keptBy} leaves it as it is`
        : it.message,
      location: locationOf(origin, { ...stretchOf(it, text), place: "script" }),
    }));
}

/** Whether no file and no script gives a variable a value, for whichever request. */
function isNowhere(
  { code, expression = "" }: Diagnostic,
  { known, order }: CheckScopes,
): boolean {
  const names = [expression, rootName(expression) ?? expression];
  return code === "UNDEFINED_VARIABLE" && order.computed.length === 0 &&
    !names.some((name) => known.isGiven(name) || order.settings.has(name));
}

/** Where a placeholder of a text stands in its script. */
function stretchOf(
  { location }: Diagnostic,
  { offset, length, verbatim }: ScriptText,
): { offset: number; length: number } {
  const inside = location?.offset;
  return verbatim && inside !== undefined
    ? { offset: offset + inside, length: location?.length ?? 1 }
    : { offset, length };
}
