import {
  type Diagnostic,
  type DiagnosticCode,
  type Location,
  locationOf,
} from "../source/diagnostic.ts";
import type { Script } from "../collection/types.ts";
import type { CompiledCode } from "./compiled_code.ts";
import { SKIPPED, type TestReport, type Thrown } from "./border/bridge.ts";
import {
  findPosition,
  scriptLocation,
  type ScriptPosition,
} from "./position.ts";
import type { TestResult } from "./border/types.ts";
import { wayOut } from "../source/way_out.ts";
import type { WayOut } from "../source/diagnostic.ts";

/** A script as it was compiled. */
export interface CompiledScript extends CompiledCode {
  readonly script: Script;
}

/** Lines that stand before a script's first line where it is compiled. */
const SCRIPT_LEAD = 1;

/** Why a script ends that waits for what never comes. */
export const NEVER_SETTLED: Thrown = {
  name: "Error",
  message: "it waits for a promise that nothing settles",
  stack: "",
};

/** Why a script ends that is waiting as the run is interrupted. */
export const CANCELLED: Thrown = {
  name: "Error",
  message: "the run was interrupted",
  stack: "",
};

/** What a script threw, as a diagnostic at its place in the script. */
export function scriptFailure(
  compiled: CompiledScript,
  thrown: Thrown,
): Diagnostic {
  const { script } = compiled;
  return {
    code: thrown.code === "PERMISSION" ? "PERMISSION" : codeOf(thrown),
    severity: "error",
    message: `Cannot finish the ${script.phase} script: ${messageOf(thrown)}${
      hint(script.code, thrown)
    }`,
    location: setInPlace(script, thrown) ??
      scriptLocation(script.at, compiled, positionOf(thrown)),
    ...notesOf(thrown),
    ...(isOutOfMemory(thrown) && { waysOut: MORE_MEMORY }),
  };
}

/** Where a script names last what it changed in place: the error comes at its end, from no place of its own. */
function setInPlace(
  { code, at }: Script,
  thrown: Thrown,
): Location | undefined {
  const found = /^Cannot set (?:the (body|messages): its "|"[^"]*": it is )/
    .exec(thrown.message);
  if (found === null || positionOf(thrown)) return undefined;
  // Only a header is named without what it belongs to.
  const part = found[1] ?? "headers";
  const offset = code.lastIndexOf(`req.${part}`);
  const length = "req.".length + part.length;
  return offset === -1
    ? undefined
    : locationOf(at, { offset, length, place: "script" });
}

/** A script that was stopped because its time was up: it exceeded the limit. */
export function scriptTimeout(
  compiled: CompiledScript,
  limit: string,
  stack: string,
): Diagnostic {
  const { script } = compiled;
  const position = findPosition(stack, SCRIPT_LEAD);
  // QuickJS knows the place of calls only, or else the function's beginning.
  const where = position ? ", in this line or a later one" : "";
  return {
    code: "SCRIPT_TIMEOUT",
    severity: "error",
    message:
      `Stopped the ${script.phase} script: it ran longer than ${limit}${where}`,
    waysOut: [wayOut("raise-limit", "scriptTimeout")],
    location: scriptLocation(script.at, compiled, position),
  };
}

/** An expression that threw, such as the left side of an assertion. */
export function evaluationFailure(
  compiled: CompiledScript,
  thrown: Thrown,
): Diagnostic {
  const { code, at } = compiled.script;
  return {
    code: "ASSERTION",
    severity: "error",
    message: `Cannot evaluate "${code}": ${messageOf(thrown)}`,
    location: {
      ...scriptLocation(at, compiled, positionOf(thrown)),
      place: "assertion",
    },
    ...(isOutOfMemory(thrown) && { waysOut: MORE_MEMORY }),
  };
}

/** The result of a test from what the script's side reports. */
export function testResult(
  compiled: CompiledScript,
  report: TestReport,
): TestResult {
  const { name, error } = report;
  if (error === undefined) return { name, status: "passed" };
  if (error === SKIPPED) return { name, status: "skipped" };
  const { expected, actual } = error;
  return {
    name,
    status: "failed",
    diagnostic: {
      code: "TEST",
      severity: "error",
      message: `Test "${name}" failed: ${messageOf(error)}`,
      location: scriptLocation(
        compiled.script.at,
        compiled,
        positionOf(error),
      ),
      ...notesOf(error),
      ...(isOutOfMemory(error) && { waysOut: MORE_MEMORY }),
    },
    ...expected === undefined ? {} : { expected },
    ...actual === undefined ? {} : { actual },
  };
}

/** A request that a script could not send, at the place where it sends it. */
export function unsentRequest(
  compiled: CompiledScript,
  { cause, stack, required }: {
    readonly cause: Diagnostic;
    readonly stack: string;
    readonly required: boolean;
  },
): Diagnostic {
  return {
    ...cause,
    severity: required ? "error" : "warning",
    message: required
      ? `pm.sendRequest failed: ${cause.message}`
      : cause.message,
    location: scriptLocation(
      compiled.script.at,
      compiled,
      findPosition(stack, SCRIPT_LEAD, true),
    ),
  };
}

/** A script with more tests than are kept. */
export function tooManyTests(
  { script }: CompiledScript,
  limit: number,
  dropped: number,
): Diagnostic {
  return {
    code: "LIMIT",
    severity: "error",
    message:
      `Cannot keep all tests of the ${script.phase} script: ${dropped} results after the first ${limit} are lost`,
    location: locationOf(script.at, { place: "script" }),
  };
}

/** Errors of the engine: where code itself is wrong. */
const OF_ENGINE: ReadonlySet<string> = new Set([
  "InternalError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
]);

/**
 * Where in the script an error arose: its stack tells, or its own line. What a
 * package throws on purpose, such as zod, is about the code that calls it.
 */
function positionOf(thrown: Thrown): ScriptPosition | undefined {
  const isOnPurpose = !OF_ENGINE.has(thrown.name);
  const line = syntaxLine(thrown);
  return findPosition(thrown.stack, SCRIPT_LEAD, isOnPurpose) ??
    (line === undefined
      ? undefined
      : { line: Math.max(1, line - SCRIPT_LEAD), column: 1 });
}

/** The line at which a script is no JavaScript. QuickJS also numbers the lines of a text that a script gives to `JSON.parse` or `eval`, and calls it "<input>". */
function syntaxLine({ name, line, stack }: Thrown): number | undefined {
  return name !== "SyntaxError" || /^\s*at <input>:/.test(stack)
    ? undefined
    : line;
}

/** A header as code reads it: by a member that is not called, or by its name in quotes. */
const HEADER =
  /\bres\.headers(?:\??\.([\w$]+)(?![\w$(])|(?:\?\.)?\[(["'])([\w-]+)\2\])/g;

/** How a header is read that code reads with capitals; "" if it reads none so. */
export function headerHint(code: string): string {
  const [read] = capitalReads(code);
  return read === undefined
    ? ""
    : ` (names in res.headers are in lower case: ${readHeader(read.name)})`;
}

/** Where code reads headers by names with capitals, of which `res.headers` has none. */
export function capitalReads(
  code: string,
): { readonly name: string; readonly offset: number }[] {
  return [...code.matchAll(HEADER)].map(({ 1: member, 3: quoted, index }) => ({
    name: member ?? quoted,
    offset: index,
  })).filter(({ name }) => /[A-Z]/.test(name));
}

/** What reads a header by its name in any case. */
export function readHeader(name: string): string {
  return `write res.getHeader("${name}")`;
}

/** A way out for what is not a script but a module, and for headers in capitals. */
function hint(code: string, thrown: Thrown): string {
  if (
    syntaxLine(thrown) !== undefined &&
    /^\s*(?:import\s*[\w{*"']|export\s)/m.test(code)
  ) {
    return "; scripts are not modules: load others with require()";
  }
  if (thrown.name === "SyntaxError" && thrown.message.includes("import.meta")) {
    return "; client.cwd() is the collection's folder";
  }
  return thrown.message.endsWith(": it is undefined") ? headerHint(code) : "";
}

/** The message for a script that exceeds its memory limit. */
export const OUT_OF_MEMORY = "it needs more memory than it may have";

/** What helps against that. */
export const MORE_MEMORY: readonly WayOut[] = [
  wayOut("raise-limit", "scriptMemory"),
];

function codeOf(thrown: Thrown): DiagnosticCode {
  if (syntaxLine(thrown) !== undefined) return "SCRIPT_SYNTAX";
  return isOutOfMemory(thrown) ? "SCRIPT_MEMORY" : "SCRIPT_ERROR";
}

function isOutOfMemory({ name, message, code }: Thrown): boolean {
  return code === "SCRIPT_MEMORY" ||
    name === "InternalError" && message === "out of memory";
}

/** Whether what was called in vain was given to a function, and not called by the script itself. */
function isArgument({ stack }: Thrown): boolean {
  const [first = ""] = stack.split("\n", 1);
  return first !== "" && !/brace:(?:script|file)/.test(first);
}

function notesOf({ exchange }: Thrown): Pick<Diagnostic, "notes"> {
  return exchange === undefined ? {} : { notes: [exchange] };
}

function messageOf(thrown: Thrown): string {
  if (isOutOfMemory(thrown)) return OUT_OF_MEMORY;
  const { name, message, code } = thrown;
  if (message === "not a function" && isArgument(thrown)) {
    return `${name}: an argument is not a function`;
  }
  const line = message.trim()
    // Brace's own errors have a line for each problem.
    .replaceAll(/\s*\n\s*/g, code === undefined ? " " : "; ")
    // QuickJS's word for the end.
    .replace(
      /^unexpected token(?: in expression)?: ''$/,
      "it ends before a bracket is closed",
    );
  // Brace's own errors speak for themselves.
  if (code !== undefined) return line;
  if (name === "AssertionError" || name === "Error" || name === "") return line;
  return line === "" ? name : `${name}: ${line}`;
}
