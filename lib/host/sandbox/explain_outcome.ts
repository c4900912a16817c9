import type { Script } from "../../core/collection/types.ts";
import { placeholderHint } from "../../core/script/placeholder_hint.ts";
import { isTypeScript } from "../../core/collection/required/module_path.ts";
import {
  takenForObject,
  textPart,
  type UnparsedPart,
} from "../../core/script/body_view.ts";
import { type Diagnostic, locationOf } from "../../core/source/diagnostic.ts";
import { loadModuleCode, plainCode } from "./file_code.ts";
import { typesHint } from "./strip_types.ts";
import type { ExplainedScript } from "../../tools/check/explain/explain_failure.ts";
import { isNameless, isUnmet } from "../../tools/check/explain/nameless.ts";
import type {
  Evaluation,
  ScriptContext,
  ScriptOutcome,
} from "../../core/script/border/types.ts";

/** The outcome of a script, with explained failures and what it does in vain. Without one that needs it, this loads nothing. */
export function explainOutcome(
  outcome: ScriptOutcome,
  script: Pick<Script, "code" | "dialect" | "at" | "phase">,
  context: ScriptContext,
): ScriptOutcome | Promise<ScriptOutcome> {
  const { textRead } = context.request;
  delete context.request.textRead;
  const explained = explainFailures(outcome, script, context);
  const part = textRead && script.phase === "before-request"
    ? textPart(textRead)
    : undefined;
  return part === undefined
    ? explained
    : Promise.resolve(explained).then((it) =>
      withBodyWarning(it, script, part)
    );
}

/** Says where a script took a text for an object: what it set is lost. */
async function withBodyWarning(
  outcome: ScriptOutcome,
  { code, at }: Pick<Script, "code" | "at">,
  part: UnparsedPart,
): Promise<ScriptOutcome> {
  const { bodyUsesIn } = await import(
    "../../tools/check/script/body_uses.ts"
  );
  const use = bodyUsesIn(code).find(({ of }) => of === part.of);
  if (use === undefined) return outcome;
  const { offset, length } = use;
  return {
    ...outcome,
    warnings: [{
      code: "UNKNOWN_MEMBER",
      severity: "warning",
      message: takenForObject(part),
      location: locationOf(at, { offset, length, place: "script" }),
    }],
  };
}

function explainFailures(
  outcome: ScriptOutcome,
  script: Pick<Script, "code" | "dialect" | "at" | "phase">,
  context: ScriptContext,
): ScriptOutcome | Promise<ScriptOutcome> {
  const { error, tests } = outcome;
  const refused = error?.code === "PERMISSION"
    ? /: Cannot read "process\.env\.([^"]+)"/.exec(error.message)?.[1]
    : undefined;
  if (refused !== undefined) return atEntry(outcome, script, refused);
  if (error?.code === "SCRIPT_SYNTAX") {
    return withSyntaxHint(error, script, context)
      .then((error) => ({ ...outcome, error }));
  }
  const needs = isNameless(error) ||
    tests.some(({ diagnostic }) =>
      isNameless(diagnostic) || isUnmet(diagnostic)
    );
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

/** Says where a pattern takes a refused variable of the process: QuickJS points to the first line (there is no issue). */
async function atEntry(
  outcome: ScriptOutcome,
  script: Pick<Script, "code" | "dialect" | "at" | "phase">,
  refused: string,
): Promise<ScriptOutcome> {
  const error = outcome.error!;
  const at = error.location?.offset;
  if (at === undefined) return outcome;
  const { readScript } = await import(
    "../../tools/check/script/read_script.ts"
  );
  const reads = (readScript(script).entries ?? [])
    .filter(({ name }) => name === refused);
  const isPlaced = reads.some(({ offset, length, isOfProcess }) =>
    !isOfProcess || offset <= at && at <= offset + length
  );
  if (isPlaced || reads.length === 0) return outcome;
  const [{ offset, length }] = reads;
  const location = locationOf(script.at, { offset, length, place: "script" });
  return { ...outcome, error: { ...error, location } };
}

/** Says of code that is no JavaScript that it is TypeScript, has a placeholder, or awaits in a plain function, where it is so. */
async function withSyntaxHint(
  error: Diagnostic,
  { code, dialect, at }: Pick<Script, "code" | "dialect" | "at">,
  context: ScriptContext,
): Promise<Diagnostic> {
  const file = error.location?.file;
  // A file with `import` or `export` tells of itself.
  if (file === undefined || error.message.endsWith(")")) return error;
  const isOwn = file === at.file;
  const text = isOwn ? code : context.readFile(file);
  const awaits = await awaitIn(text);
  if (awaits !== undefined) {
    const { offset, length, message } = awaits;
    const lines = text.slice(0, offset).split("\n");
    const column = Array.from(lines[lines.length - 1]).length + 1;
    return {
      ...error,
      message: error.message.replace(/SyntaxError: .*/s, () => message),
      location: isOwn
        ? locationOf(at, { offset, length, place: "script" })
        : { ...error.location!, line: lines.length, column, length },
    };
  }
  const isBru = at.file.endsWith(".bru");
  const hint = isOwn
    ? placeholderHint({ code, dialect, isBru }, error.location?.offset ?? -1) ||
      typesHint(code, { isBru })
    : isTypeScript(file)
    ? ""
    : typesHint(text, { isFile: true });
  return { ...error, message: `${error.message}${hint}` };
}

async function awaitIn(code: string) {
  if (!/\bawait\s/.test(code)) return undefined;
  const { misplacedAwait } = await import(
    "../../tools/check/explain/misplaced_await.ts"
  );
  return misplacedAwait(code);
}

/** The same of an expression. */
export function explainEvaluation(
  evaluation: Evaluation,
  script: ExplainedScript,
  context: ScriptContext,
): Evaluation | Promise<Evaluation> {
  if (evaluation.ok || !isNameless(evaluation.diagnostic)) return evaluation;
  const { diagnostic } = evaluation;
  return explainer(script, context).then((explain) => ({
    ok: false,
    diagnostic: explain(diagnostic),
  }));
}

async function explainer(
  script: ExplainedScript,
  context: ScriptContext,
): Promise<(diagnostic: Diagnostic) => Diagnostic> {
  const { FailureExplainer } = await import(
    "../../tools/check/explain/explain_failure.ts"
  );
  await loadModuleCode();
  const textOf = (path: string) => context.readFile(path);
  const read = (path: string) => plainCode(path, textOf(path));
  const explainer = new FailureExplainer(script, read, textOf);
  return (diagnostic) => explainer.explain(diagnostic);
}
