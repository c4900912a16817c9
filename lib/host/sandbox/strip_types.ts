import type { Script } from "../../core/collection/types.ts";
import { type Diagnostic, locationOf } from "../../core/source/diagnostic.ts";
import type { Sandbox } from "../../core/script/border/types.ts";
import { lineStart } from "../../core/script/position.ts";

/** TypeScript that cannot be run, and where. */
export class TypeScriptError extends SyntaxError {
  constructor(message: string, readonly offset: number) {
    super(message);
  }
}

/** What to write in place of syntax that is more than types. */
const INSTEAD: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^TypeScript enum/, "enums are code, not types; use a constant object"],
  [
    /^TypeScript (?:namespace|module) declaration/,
    "namespaces are code, not types; use an object",
  ],
  [
    /^TypeScript parameter property/,
    "parameter properties are code, not types; declare the field and assign it",
  ],
  [
    /^TypeScript import equals/,
    '"import name =" is code, not a type; use require()',
  ],
  [
    /^TypeScript export assignment/,
    '"export =" is code, not a type; use module.exports',
  ],
  [
    /angle-bracket|<T>expr/,
    'a type before a value cannot be removed; write "value as Type"',
  ],
];

/**
 * JavaScript in place of TypeScript: types become blanks, and every other
 * character keeps its place.
 *
 * @throws {TypeScriptError} For what is no TypeScript, or more than types.
 */
export function stripTypes(code: string): string {
  const { stripTypeScriptTypes: strip } = globalThis.process
    .getBuiltinModule("node:module") as {
      stripTypeScriptTypes?(
        code: string,
        options: { mode: "strip" },
      ): string;
    };
  if (strip === undefined) {
    throw new TypeScriptError(
      "this version of Node cannot remove types; use Node 22.13 or later, or Deno",
      0,
    );
  }
  try {
    return strip(code, { mode: "strip" });
  } catch (error) {
    const { message, ...place } = placed(error as Error);
    const [, instead] = INSTEAD.find(([pattern]) => pattern.test(message)) ??
      [];
    throw instead === undefined
      ? new TypeScriptError(
        `it is not TypeScript, in the statement that begins here${
          reasonIn(message)
        }`,
        brokenStatement(code, strip),
      )
      : new TypeScriptError(instead, offsetAt(code, place));
  }
}

/** Deno has the place in the message, Node in members. */
function placed(
  error: Error & { startLine?: number; startColumn?: number },
): { message: string; line: number; column: number } {
  const [
    at,
    line = error.startLine ?? 1,
    column = (error.startColumn ?? 0) + 1,
  ] = / at \S+:(\d+):(\d+)$/.exec(error.message) ?? [""];
  return {
    message: error.message.slice(0, error.message.length - at.length),
    line: Number(line),
    column: Number(column),
  };
}

function reasonIn(message: string): string {
  const [line = ""] = message.replace(/^\[\w+\] /, "").split("\n", 1);
  const text = line.replace(/^[\s\xd7x]+/, "").trim();
  return text === "" || text === "Syntax error" ? "" : ` (${text})`;
}

function offsetAt(
  code: string,
  { line, column }: { line: number; column: number },
): number {
  const start = lineStart(code, line);
  const end = code.indexOf("\n", start);
  return Math.min(start + column - 1, end === -1 ? code.length : end);
}

/**
 * The offset of the statement in which code is no TypeScript: the stripper
 * does not tell. All that stands before it can be stripped, so that halving
 * the lines on which statements begin finds it.
 */
function brokenStatement(
  code: string,
  strip: (code: string, options: { mode: "strip" }) => string,
): number {
  const starts = [...code.matchAll(/^[^\s})\]]/gm)].map(({ index }) => index);
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    try {
      strip(code.slice(0, starts[middle] ?? code.length), { mode: "strip" });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return starts[low] ?? 0;
}

/** What to do with TypeScript in a script that says nothing of it. */
const SAY_SO =
  ' (this is TypeScript: write "language: typescript" beside the code, or put it into a .ts file)';
/** In a format whose scripts name no language. */
const MOVE =
  " (this is TypeScript: put it into a .ts file, which the script requires)";
const RENAME = " (this is TypeScript: end the file's name with .ts)";

/** What explains that code is no JavaScript, where it is TypeScript; empty where it is not. */
export function typesHint(
  code: string,
  { isFile = false, isBru = false }: {
    readonly isFile?: boolean | undefined;
    /** Whether the script stands in a `.bru` file. */
    readonly isBru?: boolean | undefined;
  } = {},
): string {
  try {
    if (stripTypes(code) === code) return "";
    return isFile ? RENAME : isBru ? MOVE : SAY_SO;
  } catch (error) {
    if (!(error instanceof TypeScriptError)) throw error;
    return "";
  }
}

/** Runs scripts in TypeScript, without their types. */
export function withoutTypes(run: Sandbox["run"]): Sandbox["run"] {
  const known = new WeakMap<Script, Script | Diagnostic>();
  return (script, context) => {
    if (script.language !== "typescript") return run(script, context);
    let plain = known.get(script);
    if (plain === undefined) known.set(script, plain = stripped(script));
    return "severity" in plain
      ? Promise.resolve({ tests: [], console: [], error: plain })
      : run(plain, context);
  };
}

function stripped(script: Script): Script | Diagnostic {
  try {
    const { language: _, ...rest } = script;
    return { ...rest, code: stripTypes(script.code) };
  } catch (error) {
    if (!(error instanceof TypeScriptError)) throw error;
    return {
      code: "SCRIPT_SYNTAX",
      severity: "error",
      message:
        `Cannot remove the types of the ${script.phase} script: ${error.message}`,
      location: locationOf(script.at, {
        offset: error.offset,
        length: 1,
        place: "script",
      }),
    };
  }
}
