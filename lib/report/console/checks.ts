import type { AssertionResult } from "../../assertion/types.ts";
import type { RequestResult } from "../../run/types.ts";
import type { TestResult } from "../../script/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { displayWidth } from "../../source/display_width.ts";
import { fitEnd } from "../text/fit.ts";
import { assertionTitle } from "../assertion_title.ts";
import { comparisonLines } from "./comparison.ts";
import { type Context, indent } from "./context.ts";
import { formatPlace } from "./diagnostic_lines.ts";
import { mark } from "./request_line.ts";

/** What `expect` says of two values when its caller adds nothing. */
const EQUALITY = /^expected .* to (?:(?:deeply|strictly) )?equal /s;

/** Assertions and tests of a request: those that failed in full, with `verbose` those that passed too. */
export function checkLines(
  result: RequestResult,
  context: Context,
): string[] {
  return [
    ...result.assertions.flatMap((assertion) =>
      checkOf(assertionCheck(assertion), context)
    ),
    ...result.tests.flatMap((test) => checkOf(testCheck(test), context)),
  ];
}

interface Check {
  readonly title: string;
  readonly status: "passed" | "failed";
  readonly diagnostic?: Diagnostic;
  readonly expected?: string;
  readonly actual?: string;
  readonly operator?: string;
  /** The start of the diagnostic's message that only says which check it is. */
  readonly preamble: string;
}

function assertionCheck(assertion: AssertionResult): Check {
  const { operator, expected } = assertion;
  const title = assertionTitle(assertion);
  return {
    ...assertion,
    title,
    operator: operator === "eq" ? undefined : operator,
    expected,
    preamble: `Assert ${title}: `,
  };
}

function testCheck(test: TestResult): Check {
  return {
    ...test,
    title: test.name,
    preamble: `Test "${test.name}" failed: `,
  };
}

function checkOf(check: Check, context: Context): string[] {
  const { style, verbose } = context;
  if (check.status === "passed") {
    return verbose
      ? [`${mark("passed", style)} ${titleOf(check, context)}`]
      : [];
  }
  return [
    ...headLines(check, context),
    ...indent(reasonLines(check, context), 2),
    // What was never looked at is not compared; the title says what was expected.
    ...check.actual === undefined
      ? []
      : indent(comparisonLines(check, context), 2),
    ...indent(
      (check.diagnostic?.notes ?? []).flatMap(context.lines).map(style.dim),
      2,
    ),
  ];
}

function titleOf(check: Check, { line, width }: Context): string {
  return fitEnd(line(check.title), Math.max(40, width - 6));
}

/** The title, and behind it the place where there is room. */
function headLines(check: Check, context: Context): string[] {
  const { style, width } = context;
  const title = titleOf(check, context);
  const head = `${mark("failed", style)} ${style.red(title)}`;
  const place = formatPlace(check.diagnostic?.location);
  if (place === undefined) return [head];
  const shown = context.line(place);
  return displayWidth(title) + displayWidth(shown) + 8 <= width
    ? [`${head}  ${style.dim(shown)}`]
    : [head, `  ${style.dim(shown)}`];
}

/** Why it failed, where expected and actual do not say it already. */
function reasonLines(check: Check, context: Context): string[] {
  if (check.diagnostic === undefined) return [];
  const { code, message } = check.diagnostic;
  const reason = message.startsWith(check.preamble)
    ? message.slice(check.preamble.length)
    : message;
  if (code === "ASSERTION" && reason === `got ${check.actual}`) return [];
  const compared = check.expected !== undefined && check.actual !== undefined;
  if (code === "TEST" && compared && EQUALITY.test(reason)) return [];
  return context.lines(reason);
}
