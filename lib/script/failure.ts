import type { Diagnostic, DiagnosticCode } from "../source/diagnostic.ts";
import type { Script } from "../collection/types.ts";
import type { Text } from "../source/origin.ts";
import type { TestReport, Thrown } from "./bridge.ts";
import {
  findPosition,
  scriptLocation,
  type ScriptPosition,
} from "./position.ts";
import type { TestResult } from "./types.ts";

/** Lines that stand before a script's first line where it is compiled. */
export const SCRIPT_LEAD = 1;

/** What a script threw, as a diagnostic at its place in the script. */
export function scriptFailure(script: Script, thrown: Thrown): Diagnostic {
  return {
    code: thrown.code === "PERMISSION" ? "PERMISSION" : codeOf(thrown),
    severity: "error",
    message: `Cannot finish the ${script.phase} script: ${messageOf(thrown)}`,
    location: scriptLocation(script.at, script.code, positionOf(thrown)),
  };
}

/** A script that was stopped because its time was up. */
export function scriptTimeout(
  script: Script,
  limit: number,
  stack: string,
): Diagnostic {
  return {
    code: "SCRIPT_TIMEOUT",
    severity: "error",
    message:
      `Stopped the ${script.phase} script: it ran longer than ${limit} ms; raise the limit with --script-timeout`,
    location: scriptLocation(
      script.at,
      script.code,
      findPosition(stack, SCRIPT_LEAD),
    ),
  };
}

/** An expression that threw, such as the left side of an assertion. */
export function evaluationFailure(
  expression: Text,
  thrown: Thrown,
): Diagnostic {
  return {
    code: "ASSERTION",
    severity: "error",
    message: `Cannot evaluate "${expression.text}": ${messageOf(thrown)}`,
    location: {
      ...scriptLocation(expression.at, expression.text, positionOf(thrown)),
      place: "assertion",
    },
  };
}

/** The result of a test from what the script's side reports. */
export function testResult(script: Script, report: TestReport): TestResult {
  const { name, error } = report;
  if (error === undefined) return { name, status: "passed" };
  const { expected, actual } = error;
  return {
    name,
    status: "failed",
    diagnostic: {
      code: "TEST",
      severity: "error",
      message: `Test "${name}" failed: ${messageOf(error)}`,
      location: scriptLocation(script.at, script.code, positionOf(error)),
    },
    ...expected === undefined ? {} : { expected },
    ...actual === undefined ? {} : { actual },
  };
}

/** Where in the script an error arose: its stack tells, or its own line. */
function positionOf(thrown: Thrown): ScriptPosition | undefined {
  return findPosition(thrown.stack, SCRIPT_LEAD) ??
    (thrown.line === undefined
      ? undefined
      : { line: Math.max(1, thrown.line - SCRIPT_LEAD), column: 1 });
}

function codeOf(thrown: Thrown): DiagnosticCode {
  if (thrown.name === "SyntaxError" && thrown.line !== undefined) {
    return "SCRIPT_SYNTAX";
  }
  return thrown.name === "InternalError" && thrown.message === "out of memory"
    ? "SCRIPT_MEMORY"
    : "SCRIPT_ERROR";
}

function messageOf({ name, message }: Thrown): string {
  const line = message.replaceAll("\n", " ").trim();
  if (name === "AssertionError" || name === "Error" || name === "") return line;
  return line === "" ? name : `${name}: ${line}`;
}
