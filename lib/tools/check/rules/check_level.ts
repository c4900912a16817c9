import type {
  Defaults,
  Request,
  Script,
} from "../../../core/collection/types.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { Origin, Text } from "../../../core/source/origin.ts";
import { missingModules } from "../script/missing_modules.ts";
import { plainSecretsIn } from "./plain_secrets.ts";
import { locationInFile, type ScriptIndex } from "../script/script_index.ts";
import { type Level, textsIn } from "../uses/texts_in.ts";
import type { ScriptProblem } from "../types.ts";

/** What is wrong with a level by itself, whatever the variables are: its scripts and selectors, and tokens in its texts. */
export function checkLevel(level: Level, scripts: ScriptIndex): Diagnostic[] {
  const own = "scripts" in level ? level.scripts : [];
  return [
    ...own.flatMap((script) => scriptProblems(script, scripts)),
    ...expressionsOf(level).flatMap((text) => selectorProblems(text, scripts)),
    ...[...textsIn(level), ...own.map(({ code: text, at }) => ({ text, at }))]
      .flatMap(secretsIn),
  ];
}

function scriptProblems(script: Script, scripts: ScriptIndex): Diagnostic[] {
  const facts = scripts.factsOf(script);
  const own = [...facts.problems, ...missingModules(facts, scripts)]
    .map((problem) => located(problem, script.at, 0));
  // Several scripts may require a file: what is wrong with it is said once.
  const inside = scripts.filesOf(script).flatMap((file) =>
    [
      ...file.facts.problems,
      ...missingModules(file.facts, scripts, file.folder),
    ]
      .map(({ offset, length, ...problem }) => ({
        ...problem,
        location: locationInFile(file, { offset, length }),
      }))
  );
  return [...own, ...inside];
}

function selectorProblems(
  { text, at }: Text,
  scripts: ScriptIndex,
): Diagnostic[] {
  // In brackets it is an expression, not a statement.
  return scripts.factsOfExpression(`(${text}\n)`).problems
    .map((problem) => located(problem, at, 1, text.length));
}

function located(
  { code, severity, message, suggestion, offset, length }: ScriptProblem,
  at: Origin,
  shift: number,
  most = Infinity,
): Diagnostic {
  return {
    code,
    severity,
    message,
    ...(suggestion !== undefined && { suggestion }),
    location: locationOf(at, {
      offset: Math.max(0, Math.min(offset - shift, most - 1)),
      length: Math.min(length, most),
      place: "script",
    }),
  };
}

/** The left sides, the selectors and what is repeated until it holds of a level. */
function expressionsOf(level: Level): Text[] {
  const { assertions = [], actions = [], settings } = level as Partial<
    Pick<Request, "assertions" | "settings"> & Pick<Defaults, "actions">
  >;
  return [
    ...assertions.filter(({ disabled }) => !disabled)
      .map(({ expression }) => expression),
    ...actions.filter(({ disabled }) => !disabled)
      .map(({ selector }) => selector),
    ...settings?.repeatUntil ? [settings.repeatUntil.expression] : [],
  ];
}

function secretsIn({ text, at }: Text): Diagnostic[] {
  return plainSecretsIn(text).map(({ what, offset, length }) => ({
    code: "PLAIN_SECRET",
    severity: "warning",
    message:
      `Found what looks like ${what} in plain text: whoever reads the file has it (make it a secret variable, or read it from the environment)`,
    location: { ...locationOf(at, { offset, length }), confidential: true },
  }));
}
