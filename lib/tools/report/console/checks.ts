import type { AssertionResult } from "../../../core/assertion/types.ts";
import type { RequestResult } from "../../../core/run/types.ts";
import type { TestResult } from "../../../core/script/border/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { displayWidth } from "../../../core/source/display_width.ts";
import { printableLines } from "../text/escape_controls.ts";
import { wrapText } from "../../../core/source/wrap_text.ts";
import { fitEnd } from "../text/fit.ts";
import { assertionTitle } from "../assertion_title.ts";
import { comparisonLines } from "./comparison.ts";
import { type Context, indent } from "./context.ts";
import { formatPlace } from "./diagnostic_lines.ts";
import type { Problem } from "./problems/problem.ts";
import { mark } from "./mark.ts";

/** What `expect` says of two values when its caller adds nothing. */
const EQUALITY = /^expected .* to (?:(?:deeply|strictly) )?equal /s;

interface Check {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly diagnostic?: Diagnostic;
  readonly expected?: string;
  readonly actual?: string;
  readonly operator?: string;
  /** The start of the diagnostic's message that only says which check it is. */
  readonly preamble: string;
}

/** The assertions and tests of a request that passed or were skipped, a line each. */
export function passedChecks(
  result: RequestResult,
  context: Context,
): string[] {
  return checksOf(result).filter(({ status }) => status !== "failed")
    .map((it) => `${mark(it.status, context.style)} ${titleOf(it, context)}`);
}

/** The assertions and tests of a request that failed. */
export function failedChecks(
  result: RequestResult,
  context: Context,
): Problem[] {
  return checksOf(result).filter(({ status }) => status === "failed")
    .map((check) => problemOf(check, context));
}

function checksOf({ assertions, tests }: RequestResult): Check[] {
  return [...assertions.map(assertionCheck), ...tests.map(testCheck)];
}

function assertionCheck(assertion: AssertionResult): Check {
  const { operator } = assertion;
  const title = assertionTitle(assertion);
  return {
    ...assertion,
    title,
    operator: operator === "eq" ? undefined : operator,
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

function problemOf(check: Check, context: Context): Problem {
  const { title, expected, actual, diagnostic } = check;
  const place = placeOf(check, context);
  const line = diagnostic?.location?.line;
  const name = titleOf(check, context);
  return {
    key: [title, expected, actual, diagnostic?.message].join("\n"),
    kind: "check",
    title: name,
    name,
    ...place !== undefined && { place },
    ...line !== undefined && { line },
    lines: () => failureLines(check, context),
  };
}

function failureLines(check: Check, context: Context): string[] {
  const { diagnostic } = check;
  const { notes = [] } = diagnostic === undefined
    ? {}
    : context.masker.maskDiagnostic(diagnostic);
  return [
    ...headLines(check, context),
    ...indent(reasonLines(check, context), 2),
    // What was never looked at is not compared; the title says what was expected.
    ...check.actual === undefined
      ? []
      : indent(comparisonLines(check, context), 2),
    ...indent(
      notes.flatMap((note) => proseLines(note, context))
        .map(context.style.dim),
      2,
    ),
  ];
}

/** The file is the collection's own; what a script wrote in it is masked. */
function placeOf({ diagnostic }: Check, context: Context): string | undefined {
  if (diagnostic?.location === undefined) return undefined;
  const place = formatPlace(context.masker.maskLocation(diagnostic.location));
  return place && context.own(place);
}

function titleOf(check: Check, { line, width }: Context): string {
  return fitEnd(line(check.title), Math.max(40, width - 6));
}

/** The title, and behind it the place where there is room. */
function headLines(check: Check, context: Context): string[] {
  const { style, width } = context;
  const title = titleOf(check, context);
  const head = `${mark("failed", style)} ${style.red(title)}`;
  const shown = placeOf(check, context);
  if (shown === undefined) return [head];
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
  const masked = context.masker.maskDiagnostic({
    ...check.diagnostic,
    message: reason,
  });
  return proseLines(masked.message, context);
}

/** Wraps a text that is masked. */
function proseLines(text: string, { prose }: Context): string[] {
  return printableLines(text).flatMap((line) =>
    wrapText(line, { width: prose - 6 })
  );
}
