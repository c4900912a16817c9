import type { Script } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { loadModuleCode, plainCode } from "./file_code.ts";
import { isNameless } from "../../tools/check/explain/nameless.ts";
import type {
  Evaluation,
  ScriptContext,
  ScriptOutcome,
} from "../../core/script/border/types.ts";

/** The outcome of a script, with explained failures. Without a failure that needs it, this loads nothing. */
export function explainOutcome(
  outcome: ScriptOutcome,
  script: Explained,
  context: ScriptContext,
): ScriptOutcome | Promise<ScriptOutcome> {
  const { error, tests } = outcome;
  const needs = isNameless(error) ||
    tests.some((test) => isNameless(test.diagnostic));
  if (!needs) return outcome;
  return explainer(script, context).then((explain) => ({
    ...outcome,
    tests: tests.map((test) =>
      test.diagnostic === undefined
        ? test
        : { ...test, diagnostic: explain(test.diagnostic) }
    ),
    ...error && { error: explain(error) },
  }));
}

/** The same of an expression. */
export function explainEvaluation(
  evaluation: Evaluation,
  script: Explained,
  context: ScriptContext,
): Evaluation | Promise<Evaluation> {
  if (evaluation.ok || !isNameless(evaluation.diagnostic)) return evaluation;
  const { diagnostic } = evaluation;
  return explainer(script, context).then((explain) => ({
    ok: false,
    diagnostic: explain(diagnostic),
  }));
}

type Explained = Pick<Script, "code" | "dialect">;

async function explainer(
  script: Explained,
  context: ScriptContext,
): Promise<(diagnostic: Diagnostic) => Diagnostic> {
  const { FailureExplainer } = await import(
    "../../tools/check/explain/explain_failure.ts"
  );
  await loadModuleCode();
  const read = (path: string) => plainCode(path, context.readFile(path));
  const explainer = new FailureExplainer(script, read);
  return (diagnostic) => explainer.explain(diagnostic);
}
