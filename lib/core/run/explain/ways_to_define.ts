import { levelsIn } from "../../collection/inherit.ts";
import { environmentReads } from "./environment_reads.ts";
import type { Collection, Script } from "../../collection/types.ts";
import type { ScopeName } from "../../scope/names.ts";
import type { Step } from "../../plan/types.ts";
import type { Diagnostic, WayOut } from "../../source/diagnostic.ts";
import { wayOut } from "../../source/way_out.ts";

const ROW = /\biterationData\b/;
const CALLED = /\biterationData\s*\.\s*(?:get|has)\(\s*["'`]([^"'`]+)["'`]/g;
const GOT = CALLED.source.replace("(?:get|has)", "get");
/** A member that is read, and no call: `.name`, `["name"]`. */
const MEMBER =
  /\s*(?:\??\.\s*([A-Za-z_$][\w$]*)(?![\w$]|\s*\()|(?:\?\.)?\[\s*["'`]([^"'`]+)["'`]\s*\])/;
/** The row as Postman's old scripts have it; in a text or a path it is a mere word. */
const OLD_ROW = /(?<![\w$."'`/-])data(?=\s*(?:\?\.|[.[]))/;
const FIELDS = new RegExp(ROW.source + MEMBER.source, "g");
const OLD_FIELDS = new RegExp(OLD_ROW.source + MEMBER.source, "g");

/** A call that sets a variable, up to its value, and a name that a script gives one. */
const SETTING = /\bset\w*\(\s*["'`]([^"'`]+)["'`]\s*,\s*/.source;
const NAMING = /\b(?:const|let|var)\s+([\w$]+)\s*=\s*/.source;
/** How many of these names are followed: each takes a walk over the script. */
const MAX_NAMED = 100;
/** What stands before `iterationData`. */
const OWNER = /(?:[\w$]+\s*\.\s*)*/.source;

/** Where a script may have a `data` of its own: a declaration, or the parameters of a function. */
const DECLARED = [
  /\b(?:const|let|var|function|class)\s+([^;=\n]*)/g,
  /(?<!\b(?:if|while|switch)\s?)\(([^()]*)\)\s*(?:=>|\{)/g,
  /\{([^{}]*)\}\s*=(?!=)/g,
];
const OWN = /(?<![\w$.])data\b(?!\s*[.[])/;
const ASSIGNED = /(?<![\w$.])data\s*=(?!=)/;

/** What scripts read of the rows of data. */
interface Rows {
  readonly names: ReadonlySet<string>;
  /** The variables that scripts set to a field as it is: the field, for each call. */
  readonly filled: ReadonlyMap<string, readonly string[]>;
  readonly any: boolean;
}

const known = new WeakMap<Collection, Rows>();
const knownReads = new WeakMap<Collection, ReadonlySet<string>>();

/**
 * How a name that nothing defines gets a value: by a row of data where a script
 * takes it from there, and maybe so where scripts read rows at all. Where one
 * reads it from the environment, no runtime variable reaches that script.
 */
export function waysToDefine(
  name: string,
  collection: Collection,
  expression?: string,
): readonly WayOut[] {
  const rows = rowsOf(collection);
  const row = wayOut("give-row", name);
  if (rows.names.has(name)) return [row];
  const own = wayOut(
    namesInEnvironment(collection).has(name)
      ? "define-in-environment"
      : "define-variable",
    givenName(name, expression),
  );
  return rows.any ? [own, row] : [own];
}

/**
 * What is wrong with a request of setup or teardown, which run once: no row
 * reaches it, so that it needs the value from elsewhere.
 *
 * @param hasData Whether there are rows, so that the reader may count on them.
 */
export function inStage(
  diagnostic: Diagnostic,
  stage: NonNullable<Step["stage"]>,
  hasData: boolean,
): Diagnostic {
  const { waysOut = [], notes = [], code } = diagnostic;
  const lacksRow = waysOut.some(({ kind }) => kind === "give-row");
  const isOther = waysOut.some(({ kind }) => kind === "define-in-environment");
  const ways = waysOut.flatMap((way): WayOut[] => {
    const { kind, names } = way;
    const isRow = kind === "give-row";
    if (isRow && isOther) return [];
    return isRow || kind === "define-variable"
      // Of a field and the variable that a script sets to it, this is the variable.
      ? [{ ...way, kind: "define-variable", names: [names.at(-1)!, stage] }]
      : [way];
  });
  const isToTell = lacksRow || hasData && code === "UNDEFINED_VARIABLE" &&
      ways.some(({ kind }) => kind === "define-variable");
  return {
    ...diagnostic,
    ...waysOut.length > 0 && { waysOut: ways },
    ...isToTell && {
      notes: [
        ...notes,
        `${stage} runs once, without rows: move the request out of it if it needs one`,
      ],
    },
  };
}

/**
 * How a name gets the value that it has until a script sets it: in the scope of
 * that script, as a value of a higher scope would hide what the script sets.
 */
export function waysToBegin(
  name: string,
  scope: ScopeName,
  collection: Collection,
  expression?: string,
): readonly WayOut[] {
  switch (scope) {
    case "environment":
      return [wayOut("define-in-environment", givenName(name, expression))];
    case "folder":
    case "collection":
      return [wayOut("define-in-collection", name)];
    case "global":
      return [wayOut("give-globals", "FILE")];
    default:
      return waysToDefine(name, collection, expression);
  }
}

/** The name to give what a path asks for: a text that is given for the variable has no members. */
export function givenName(name: string, expression = name): string {
  const isPath = /^[\w-]+(?:\.[\w-]+|\[\d+\])+$/.test(expression);
  return isPath && expression.startsWith(name) ? expression : name;
}

/** The fields of rows of data that scripts name. */
export function namesInRows(collection: Collection): ReadonlySet<string> {
  return rowsOf(collection).names;
}

/** The variables that scripts set to a field of a row as it is: the field, for each such call. */
export function filledFromRows(
  collection: Collection,
): ReadonlyMap<string, readonly string[]> {
  return rowsOf(collection).filled;
}

/** The names that scripts read from the environment alone. */
function namesInEnvironment(collection: Collection): ReadonlySet<string> {
  let names = knownReads.get(collection);
  if (names === undefined) {
    const read = new Set<string>();
    for (const { level } of levelsIn(collection)) {
      for (const { code } of level.scripts) {
        for (const { name } of environmentReads(code)) read.add(name);
      }
    }
    names = read;
    knownReads.set(collection, names);
  }
  return names;
}

function rowsOf(collection: Collection): Rows {
  const before = known.get(collection);
  if (before !== undefined) return before;
  const names = new Set<string>();
  const filled = new Map<string, string[]>();
  let any = false;
  for (const { level } of levelsIn(collection)) {
    for (const script of level.scripts) {
      const { reads, fields } = rowIn(script);
      any ||= reads;
      for (const pattern of fields) {
        for (const [, name, quoted] of script.code.matchAll(pattern)) {
          names.add(name ?? quoted);
        }
        for (const [variable, field] of fillsIn(script.code, pattern)) {
          filled.set(variable, [...filled.get(variable) ?? [], field]);
        }
      }
    }
  }
  const rows = { names, filled, any };
  known.set(collection, rows);
  return rows;
}

/** The variables that a script sets to a field that a pattern finds, in the call or by a name that stands for it alone. */
function* fillsIn(
  code: string,
  pattern: RegExp,
): Generator<[variable: string, field: string]> {
  const source = pattern === CALLED ? `${GOT}\\s*\\)` : pattern.source;
  const read = (before: string, after: string) =>
    [...code.matchAll(new RegExp(before + OWNER + source + after, "g"))]
      .map(([, name, field, quoted]): [string, string] => [
        name,
        field ?? quoted,
      ]);
  yield* read(SETTING, "\\s*\\)");
  const named = read(NAMING, "[ \\t]*(?:[;\\n]|$)").slice(0, MAX_NAMED);
  for (const [name, field] of named) {
    const own = `(?<![\\w$.])${name.replaceAll("$", "\\$&")}`;
    const given = new RegExp(`${own}\\s*(?:[-+*/%|&?]{1,2})?=(?![=>])`, "g");
    // It may be another value by then.
    if ([...code.matchAll(given)].length > 1) continue;
    const calls = new RegExp(`${SETTING}${own}\\s*\\)`, "g");
    for (const [, variable] of code.matchAll(calls)) yield [variable, field];
  }
}

/** Whether a script reads rows, and how it names their fields. */
function rowIn(
  { code, dialect }: Script,
): { readonly reads: boolean; readonly fields: readonly RegExp[] } {
  const reads = ROW.test(code);
  // Postman's object has methods only.
  if (dialect !== "postman") return { reads, fields: [CALLED, FIELDS] };
  if (!OLD_ROW.test(code) || hasOwnData(code)) {
    return { reads, fields: [CALLED] };
  }
  return { reads: true, fields: [CALLED, OLD_FIELDS] };
}

function hasOwnData(code: string): boolean {
  return ASSIGNED.test(code) ||
    DECLARED.some((pattern) =>
      [...code.matchAll(pattern)].some(([, names]) => OWN.test(names))
    );
}
