import type { Request, Script } from "../../../core/collection/types.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { wayOut } from "../../../core/source/way_out.ts";
import type { Origin, Text } from "../../../core/source/origin.ts";
import { locationInFile, type ScriptIndex } from "../script/script_index.ts";
import { type TextLevel, textsIn } from "../uses/texts_in.ts";
import type { ScriptFacts, ScriptProblem } from "../types.ts";
import {
  addedModule,
  bundleOf,
  installation,
  MISSING_NAMES,
  moduleName,
  NODE_NAMES,
  npmRefusal,
  OFFERED,
  PACKAGE_NAMES,
  partOf,
} from "../../../core/collection/required/module_names.ts";
import { assignedIn } from "../../../core/assertion/assigned_in.ts";
import { isJsonPath } from "../../../core/assertion/select_fast.ts";
import { enabledExpressions } from "../../../core/collection/request_texts.ts";
import {
  folderOf,
  fromRoot,
  isFilePath,
  startsAtRoot,
} from "../../../core/collection/required/module_path.ts";
import { isOfPackage } from "../../../core/collection/required/package_path.ts";
import { hasPart } from "../script/module_parts.ts";
import { tokensIn } from "./plain_secrets.ts";
import { didYouMean, nearest } from "../../../core/source/nearest.ts";

/** What is wrong with a level by itself, whatever the variables are: its scripts and selectors, and tokens in its texts. */
export function checkLevel(
  level: TextLevel,
  scripts: ScriptIndex,
): Diagnostic[] {
  const own = "scripts" in level ? level.scripts : [];
  return [
    ...own.flatMap((script) => scriptProblems(script, scripts)),
    ...enabledExpressions(level as Partial<Request>).flatMap((text) =>
      selectorProblems(text, scripts)
    ),
    ...[...textsIn(level), ...own.map(({ code: text, at }) => ({ text, at }))]
      .flatMap(tokensIn),
  ];
}

function scriptProblems(script: Script, scripts: ScriptIndex): Diagnostic[] {
  const facts = scripts.factsOf(script);
  const own = [
    ...facts.problems,
    ...missingModules(facts, scripts, {
      file: script.at.file,
      isOfPostman: script.dialect === "postman",
    }),
  ]
    .map((problem) => located(problem, script.at, 0));
  // Several scripts may require a file: what is wrong with it is said once.
  const inside = scripts.filesOf(script).flatMap((file) =>
    [
      ...file.facts.problems,
      ...missingModules(file.facts, scripts, file),
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
  if (isJsonPath(text)) {
    return scripts.factsOfExpression(text).problems
      .map((problem) => located(problem, at, 0, text.length));
  }
  const assigned = assignedIn({ text, at });
  // In brackets it is an expression, not a statement.
  const { problems } = scripts.factsOfExpression(`(${text}\n)`);
  return [
    ...problems.map((problem) => located(problem, at, 1, text.length)),
    ...assigned ? [assigned] : [],
  ];
}

function located(
  { offset, length, ...problem }: ScriptProblem,
  at: Origin,
  shift: number,
  most = Infinity,
): Diagnostic {
  return {
    ...problem,
    location: locationOf(at, {
      offset: Math.max(0, Math.min(offset - shift, most - 1)),
      length: Math.min(length, most),
      place: "script",
    }),
  };
}

/** Why a module that Node has is missing. */
const OUTSIDE = "the sandbox has no access to it";

/** What requires a module. */
interface Requiring {
  readonly folder?: string;
  readonly file?: string;
  /** Whether it is a script of Postman's, and no file that one requires. */
  readonly isOfPostman?: boolean;
}

/** What a script requires that does not exist. */
function missingModules(
  { requires }: ScriptFacts,
  scripts: ScriptIndex,
  from: Requiring,
): ScriptProblem[] {
  return requires.flatMap(({ name, guarded, offset, length }) => {
    const why = guarded ? undefined : reason(name, scripts, from);
    if (why === undefined || why === OUTSIDE && scripts.trusted) return [];
    const needsTrust = why === OUTSIDE ||
      !scripts.trusted && addedModule(name)?.trusted;
    return {
      code: "MISSING_MODULE",
      severity: "error",
      message: `Cannot require "${name}": ${why}`,
      ...(needsTrust && { waysOut: [wayOut("trust-scripts", name)] }),
      offset,
      length,
    };
  });
}

/** The path from the collection's root to what a path means that is seen from a file; undefined where nothing is there. */
function meantFrom(
  name: string,
  file: string,
  scripts: ScriptIndex,
): string | undefined {
  // The file's own path may begin above the collection.
  const folders = folderOf(file).split("/");
  return folders.map((_, at) => fromRoot(name, folders.slice(at).join("/")))
    .find((path) => scripts.find(path, "") !== undefined);
}

function reason(
  name: string,
  scripts: ScriptIndex,
  { folder = "", file = "", isOfPostman = false }: Requiring,
): string | undefined {
  if (isFilePath(name)) {
    if (!scripts.readsFiles || scripts.find(name, folder) !== undefined) {
      return undefined;
    }
    const found = scripts.packaged(name, folder);
    const near = "reason" in found ? found.near : undefined;
    return startsAtRoot(name, folder)
      ? `the collection's folder has no such file, paths start at its root${
        didYouMean(meantFrom(name, file, scripts) ?? near)
      }`
      : `the collection's folder has no such file${didYouMean(near)}`;
  }
  const refused = isOfPostman ? undefined : npmRefusal(name);
  if (refused !== undefined) return refused;
  const { module, part } = partOf(moduleName(name));
  // A package in node_modules may need another version, which has it.
  if (part !== undefined && !isOfPackage(folder) && !hasPart(module, part)) {
    return `${module} has no such part`;
  }
  const known = [...PACKAGE_NAMES, ...NODE_NAMES];
  if (known.includes(module) || known.includes(bundleOf(module))) {
    return undefined;
  }
  const found = scripts.packaged(moduleName(name), folder);
  if (!("reason" in found)) return undefined;
  if (MISSING_NAMES.includes(module)) {
    return OUTSIDE;
  }
  if (found.isKnown) return found.reason;
  const added = scripts.readsFiles ? addedModule(name) : undefined;
  if (added) return `${found.reason}: run "npm install ${added.install}"`;
  const near = nearest(module, known);
  // A package may be there that nobody looked for.
  return !scripts.readsFiles && near === undefined
    ? undefined
    : `${OFFERED}${scripts.readsFiles ? `; ${found.reason}` : ""}${
      near === undefined ? installation(name) : didYouMean(near)
    }`;
}
