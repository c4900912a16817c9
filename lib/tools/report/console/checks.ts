import { comparesStarts } from "../../../core/assertion/compares_starts.ts";
import type { AssertionResult } from "../../../core/assertion/types.ts";
import type { RequestResult } from "../../../core/run/types.ts";
import type { TestResult } from "../../../core/script/border/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { displayWidth, wrapText } from "../../../core/source/display_width.ts";
import { printableLines } from "../text/escape_controls.ts";
import { breakLines, fitAround, fitEnd } from "../text/fit.ts";
import { assertionTitle } from "../assertion_title.ts";
import { type Comparison, comparisonLines, sameLength } from "./comparison.ts";
import { type Context, indent } from "./context.ts";
import { excerptLines, placeText } from "./diagnostic_lines.ts";
import { notedText } from "./problems/error_text.ts";
import { scriptOf, type ShownProblem } from "./problems/grouped.ts";
import { mark } from "../style.ts";
import { inFlags } from "../text/flag_words.ts";

/** What `expect` says of two values that are equal as far as it writes them. */
const ALIKE = /^expected (.+) to (?:(?:deeply|strictly) )?equal \1$/s;
/** What `expect` says of two values when its caller adds nothing. */
const EQUALITY = /^expected .* to (?:(?:deeply|strictly) )?equal /s;

interface Check {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly diagnostic?: Diagnostic;
  readonly expected?: string;
  readonly actual?: string;
  readonly operator?: string;
  /** What was expected is in the title. */
  readonly claims: boolean;
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
): ShownProblem[] {
  return checksOf(result).filter(({ status }) => status === "failed")
    .map((check) => problemOf(check, context));
}

function checksOf({ assertions, tests }: RequestResult): Check[] {
  return [...assertions.map(assertionCheck), ...tests.map(testCheck)]
    .map((check) =>
      check.diagnostic === undefined
        ? check
        : { ...check, diagnostic: inFlags(check.diagnostic) }
    );
}

function assertionCheck(assertion: AssertionResult): Check {
  const { operator } = assertion;
  const title = assertionTitle(assertion);
  return {
    ...assertion,
    title,
    operator: operator === "eq" ? undefined : operator,
    claims: true,
    preamble: `Assertion ${title}: `,
  };
}

function testCheck(test: TestResult): Check {
  return {
    ...test,
    title: test.name,
    claims: false,
    preamble: `Test "${test.name}" failed: `,
  };
}

function problemOf(check: Check, context: Context): ShownProblem {
  const { title, expected, actual, diagnostic } = check;
  const place = placeOf(check, context);
  const line = diagnostic?.location?.line;
  const name = titleOf(check, context);
  return {
    key: [
      title,
      expected,
      actual,
      diagnostic?.message,
      diagnostic && notedText(diagnostic),
    ].join("\n"),
    kind: "check",
    title: name,
    name,
    ...place !== undefined && { place },
    ...line !== undefined && { line },
    ...scriptOf(diagnostic?.location),
    why: (width) => whyOf(check, context, width),
    lines: () => failureLines(check, context),
  };
}

/** Title and reason in one line; where both are long, half of it each. */
function whyOf(check: Check, context: Context, width: number): string {
  const reason = context.line(shortReasonOf(check) ?? "");
  if (reason === "") return fitTitle(check, context, width);
  const room = width - 2;
  const half = Math.ceil(room / 2);
  const left = fitTitle(
    check,
    context,
    Math.max(half, room - displayWidth(reason)),
  );
  const right = fitCompared(reason, {
    ...check,
    side: "actual",
    width: room - displayWidth(left),
  }, context);
  return `${left}: ${right}`;
}

/** Two values that the reason cuts where they are equal still: as they are. */
function shortReasonOf(check: Check): string | undefined {
  const reason = reasonOf(check);
  return check.actual !== undefined && ALIKE.test(reason ?? "")
    ? `got ${check.actual}`
    : reason;
}

/** What a failure's message says besides which check it is. */
function reasonOf({ diagnostic, preamble }: Check): string | undefined {
  return diagnostic?.message.startsWith(preamble)
    ? diagnostic.message.slice(preamble.length)
    : diagnostic?.message;
}

function failureLines(check: Check, context: Context): string[] {
  const { diagnostic } = check;
  const { notes = [] } = diagnostic === undefined
    ? {}
    : context.masker.maskDiagnostic(diagnostic);
  return [
    ...headLines(check, context),
    ...indent(reasonLines(check, context), 2),
    ...lineElsewhere(diagnostic, context),
    // Without an actual value there is nothing to compare: the title already
    // names the expected one.
    ...check.actual === undefined || saysBoth(check)
      ? []
      : indent(comparisonLines(check, context), 2),
    ...indent(
      notes.flatMap((note) => proseLines(note, context))
        .map(context.style.dim),
      2,
    ),
  ];
}

/** The line of a file that a script requires: its title is of another one. */
function lineElsewhere(
  diagnostic: Diagnostic | undefined,
  context: Context,
): string[] {
  const { location } = diagnostic ?? {};
  return location === undefined || location.yamlPath !== undefined
    ? []
    : excerptLines(location, context);
}

/** The file is the collection's own; what a script wrote in it is masked. */
function placeOf({ diagnostic }: Check, context: Context): string | undefined {
  if (diagnostic?.location === undefined) return undefined;
  const place = placeText(context.masker.maskLocation(diagnostic.location));
  return place && context.own(place);
}

function titleOf(check: Check, context: Context): string {
  return fitTitle(check, context, Math.max(40, context.width - 6));
}

function fitTitle(check: Check, context: Context, width: number): string {
  const title = context.line(check.title);
  return fitCompared(title, { ...check, side: "expected", width }, context);
}

/** A text that may end with one of two values that are compared; a long one is cut so that their difference stays in sight. */
function fitCompared(
  text: string,
  { side, width, operator, ...values }: Comparison & {
    readonly side: "expected" | "actual";
    readonly width: number;
  },
  { line }: Context,
): string {
  const { expected, actual } = values;
  const value = line(values[side] ?? "");
  if (
    expected === undefined || actual === undefined ||
    !comparesStarts(operator ?? "eq") || !text.endsWith(value)
  ) return fitEnd(text, width);
  const from = text.length - value.length;
  const at = from + sameLength(line(expected), line(actual));
  return fitAround(text, { from, at }, width);
}

/** Lines of a title. */
const MOST = 3;

/** The title in as many lines as it needs, and behind it the place where there is room. */
function headLines(check: Check, context: Context): string[] {
  const { style, width, line } = context;
  // What stands below as well needs no more than a line.
  const most = check.claims && check.actual !== undefined ? 1 : MOST;
  const title = most === 1
    ? [titleOf(check, context)]
    : breakLines(line(check.title), Math.max(40, width - 6), most);
  const head = title.map((it, at) =>
    (at === 0 ? `${mark("failed", style)} ` : "  ") + style.red(it)
  );
  const shown = placeOf(check, context);
  if (shown === undefined) return head;
  const last = title.at(-1)!;
  if (displayWidth(last) + displayWidth(shown) + 8 > width) {
    return [...head, `  ${style.dim(shown)}`];
  }
  return [...head.slice(0, -1), `${head.at(-1)}  ${style.dim(shown)}`];
}

/** Why it failed, where expected and actual do not say it already. */
function reasonLines(check: Check, context: Context): string[] {
  if (check.diagnostic === undefined) return [];
  const { code } = check.diagnostic;
  const reason = reasonOf(check)!;
  if (code === "ASSERTION" && reason === `got ${check.actual}`) return [];
  const compared = check.expected !== undefined && check.actual !== undefined;
  if (code === "TEST" && compared && EQUALITY.test(reason)) return [];
  const masked = context.masker.maskDiagnostic({
    ...check.diagnostic,
    message: reason,
  });
  return proseLines(masked.message, context);
}

/**
 * Whether the reason names both values: `expected response to have status code
 * 201 but got 200`. Of equal ones, such as of `expected 500 to be below 500`,
 * only the reason says what is wrong.
 */
function saysBoth(check: Check): boolean {
  const { expected, actual } = check;
  const reason = reasonOf(check);
  if (reason === undefined) return false;
  const isEqual = check.diagnostic?.code === "TEST" && expected === actual &&
    !EQUALITY.test(reason);
  const both = ` ${expected} but got ${actual}`;
  return isEqual || reason.replaceAll("'", '"').endsWith(both);
}

/** Wraps a text that is masked. */
function proseLines(text: string, { prose }: Context): string[] {
  return printableLines(text).flatMap((line) =>
    wrapText(line, { width: prose - 6 })
  );
}
