import type { AssertionResult } from "../../../core/assertion/types.ts";
import type { RequestResult } from "../../../core/run/types.ts";
import type { TestResult } from "../../../core/script/border/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { hiddenDifference } from "../../../core/secrets/hidden_difference.ts";
import { displayWidth, wrapText } from "../../../core/source/display_width.ts";
import { escapeControls, printableLines } from "../text/escape_controls.ts";
import { breakLines, fitEnd } from "../text/fit.ts";
import { assertionTitle } from "../assertion_title.ts";
import { type Context, indent } from "./context.ts";
import { excerptLines, placeText } from "./diagnostic_lines.ts";
import type { ShownProblem } from "./problems/grouped.ts";
import { mark } from "../style.ts";
import { type DiffLine, lineDiff } from "../text/value_lines.ts";
import { valueLines } from "../text/value_lines.ts";
import type { Style } from "../style.ts";
import { inFlags } from "../text/flag_words.ts";

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
    key: [title, expected, actual, diagnostic?.message].join("\n"),
    kind: "check",
    title: name,
    name,
    ...place !== undefined && { place },
    ...line !== undefined && { line },
    why: (width) => whyOf(check, context, width),
    lines: () => failureLines(check, context),
  };
}

/** Title and reason in one line; where both are long, half of it each. */
function whyOf(check: Check, { line }: Context, width: number): string {
  const title = line(check.title);
  const reason = line(reasonOf(check) ?? "");
  if (reason === "") return fitEnd(title, width);
  const room = width - 2;
  const half = Math.ceil(room / 2);
  const left = fitEnd(title, Math.max(half, room - displayWidth(reason)));
  return `${left}: ${fitEnd(reason, room - displayWidth(left))}`;
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

function titleOf(check: Check, { line, width }: Context): string {
  return fitEnd(line(check.title), Math.max(40, width - 6));
}

/** Lines of a title or of a value that is on one line. */
const MOST = 3;

/** The title in as many lines as it needs, and behind it the place where there is room. */
function headLines(check: Check, context: Context): string[] {
  const { style, width, line } = context;
  // What stands below as well needs no more than a line.
  const most = check.claims && check.actual !== undefined ? 1 : MOST;
  const title = breakLines(line(check.title), Math.max(40, width - 6), most);
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

/** What a check wanted and what it got, as texts. */
interface Comparison {
  readonly expected?: string;
  readonly actual?: string;
  /** The operator where it is not equality: it stands before what was expected. */
  readonly operator?: string;
}

/** Texts of one line that are longer are shown from shortly before their difference. */
const LEAD = 20;
const LABEL = "expected  ".length;

/** Shows expected and actual: one below the other, or as a difference where both have several lines. */
function comparisonLines(
  comparison: Comparison,
  context: Context,
): string[] {
  const { style, masker, width } = context;
  const { operator } = comparison;
  const [expected, actual] = [comparison.expected, comparison.actual]
    .map((text) => text === undefined ? undefined : masker.maskText(text));
  const room = Math.max(20, width - LABEL - 8);
  const shown = { expected, actual };
  const why = hiddenDifference(operator ?? "eq", comparison, shown);
  const below = why === undefined ? [] : [style.dim(why)];
  if (expected === undefined || actual === undefined || operator) {
    const claim = [operator, expected].filter(Boolean).join(" ");
    return [
      ...claim === "" ? [] : wanted(claim, { room, style }),
      ...actual === undefined ? [] : got(actual, { room, style }),
      ...below,
    ];
  }
  const [left, right] = [valueLines(expected), valueLines(actual)];
  if (left.length > 1 && right.length > 1) {
    const diff = lineDiff(left, right);
    if (diff.some(({ kind }) => kind !== "same")) {
      return differenceLines(diff, context);
    }
  }
  return [...pair({ expected, actual }, { room, style }), ...below];
}

interface Room {
  readonly room: number;
  readonly style: Style;
}

function wanted(text: string, { room, style }: Room): string[] {
  return labelled("expected", valueRows(text, room).map(style.green), style);
}

function got(text: string, { room, style }: Room): string[] {
  return labelled("actual", valueRows(text, room).map(style.red), style);
}

function labelled(label: string, rows: readonly string[], style: Style) {
  return rows.map((row, at) =>
    (at === 0 ? style.dim(label.padEnd(LABEL)) : " ".repeat(LABEL)) + row
  );
}

function valueRows(text: string, room: number): string[] {
  return breakLines(escapeControls(text), room, MOST);
}

/** One below the other, from where they begin to differ when they are long. */
function pair(
  { expected, actual }: { expected: string; actual: string },
  { room, style }: Room,
): string[] {
  let left = escapeControls(expected);
  let right = escapeControls(actual);
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  if (Math.max(left.length, right.length) > room && same > LEAD) {
    left = `…${left.slice(same - LEAD)}`;
    right = `…${right.slice(same - LEAD)}`;
    same = LEAD + 1;
  }
  const below = got(right, { room, style });
  const lines = [...wanted(left, { room, style }), ...below];
  // Short texts are compared at a glance, and below several lines there is no column to point at.
  const isLong = Math.min(left.length, right.length) > 24;
  if (same > 8 && isLong && below.length === 1) {
    const column = LABEL + displayWidth(left.slice(0, same));
    lines.push(" ".repeat(column) + style.dim("^"));
  }
  return lines;
}

/** Lines around a difference. */
const AROUND = 2;
const MAX_LINES = 40;
/** So few lines far from a difference stay. */
const FEW = 3;

/** Shows where two texts differ, line by line, and hides what is far from it. */
function differenceLines(
  diff: readonly DiffLine[],
  { style, width }: Context,
): string[] {
  const lines = [`${style.green("- expected")}  ${style.red("+ actual")}`];
  const near = nearLines(diff);
  let hidden: string[][] = [];
  const skip = () => {
    // A note in place of a closing bracket or two saves nothing.
    if (hidden.length <= FEW) lines.push(...hidden.flat());
    else {
      lines.push(style.dim(`  … ${hidden.length} lines`));
    }
    hidden = [];
  };
  for (const [at, { kind, text }] of diff.entries()) {
    const rows = diffRows(kind, text, { style, width });
    if (near[at] && lines.length < MAX_LINES) {
      skip();
      lines.push(...rows);
    } else {
      hidden.push(rows);
    }
  }
  skip();
  return lines;
}

/** Stands for elements that are equal on both sides: it says where in an array the others are. */
const EQUAL = /^\s*… \d+ equal$/;

/** The lines that differ, those around them, those that open what they are in, and those that stand for others. */
function nearLines(diff: readonly DiffLine[]): boolean[] {
  const near = diff.map(() => false);
  const marked = new Set<number>();
  const open: { readonly at: number; readonly indent: number }[] = [];
  for (const [at, { kind, text }] of diff.entries()) {
    const indent = indentOf(text);
    while (open.length > 0 && open[open.length - 1].indent >= indent) {
      open.pop();
    }
    if (EQUAL.test(text)) near[at] = true;
    if (kind !== "same") {
      near.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
      for (const outer of open.toReversed()) {
        if (marked.has(outer.at)) break;
        marked.add(outer.at);
        near[outer.at] = true;
      }
    }
    open.push({ at, indent });
  }
  return near;
}

function indentOf(text: string): number {
  return text.search(/\S|$/);
}

/** A line of a difference. A long one continues below with the same indentation. */
function diffRows(
  kind: DiffLine["kind"],
  text: string,
  { style, width }: Pick<Context, "style" | "width">,
): string[] {
  const shown = escapeControls(text);
  const indent = " ".repeat(Math.min(indentOf(shown), width >> 1));
  const room = Math.max(20, width - indent.length - 8);
  return breakLines(shown.trimStart(), room, MOST).map((row, at) => {
    const line = indent + (at === 0 ? row : `  ${row}`);
    switch (kind) {
      case "same":
        return style.dim(`  ${line}`);
      case "expected":
        return style.green(`${at === 0 ? "-" : " "} ${line}`);
      case "actual":
        return style.red(`${at === 0 ? "+" : " "} ${line}`);
      default:
        return kind satisfies never;
    }
  });
}
