import { comparesStarts } from "../../../core/assertion/compares_starts.ts";
import { hiddenDifference } from "../../../core/secrets/hidden_difference.ts";
import { displayWidth } from "../../../core/source/display_width.ts";
import { escapeControls } from "../text/escape_controls.ts";
import { breakLines } from "../text/fit.ts";
import { hiddenLines } from "../text/hidden_lines.ts";
import { type DiffLine, lineDiff, valueLines } from "../text/value_lines.ts";
import type { Context } from "./context.ts";
import type { Style } from "../style.ts";

/** What a check wanted and what it got, as texts. */
export interface Comparison {
  readonly expected?: string;
  readonly actual?: string;
  /** The operator where it is not equality: it stands before what was expected. */
  readonly operator?: string;
}

/** Lines of a value that is on one line. */
const MOST = 3;
/** Texts of one line that are longer are shown from shortly before their difference. */
const LEAD = 20;
const LABEL = "expected  ".length;

/** Shows expected and actual: one below the other, or as a difference where both have several lines. */
export function comparisonLines(
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
  if (expected !== undefined && actual !== undefined && operator) {
    const { left, right } = comparesStarts(operator)
      ? fromDifference({ expected, actual }, room)
      : { left: expected, right: actual };
    return [
      ...wanted(`${operator} ${left}`, { room, style }),
      ...got(right, { room, style }),
      ...below,
    ];
  }
  if (expected === undefined || actual === undefined) {
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

/** How long the part is with which both texts begin. */
export function sameLength(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  return same;
}

/** Two values, from shortly before they begin to differ when they are long. */
function fromDifference(
  { expected, actual }: { expected: string; actual: string },
  room: number,
): { left: string; right: string; same: number } {
  const left = escapeControls(expected);
  const right = escapeControls(actual);
  const same = sameLength(left, right);
  return Math.max(left.length, right.length) > room && same > LEAD
    ? {
      left: `…${left.slice(same - LEAD)}`,
      right: `…${right.slice(same - LEAD)}`,
      same: LEAD + 1,
    }
    : { left, right, same };
}

/** One below the other. */
function pair(
  values: { expected: string; actual: string },
  { room, style }: Room,
): string[] {
  const { left, right, same } = fromDifference(values, room);
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
  let hidden: { readonly text: string; readonly rows: readonly string[] }[] =
    [];
  const skip = () => {
    // A note in place of a closing bracket or two saves nothing.
    lines.push(
      ...hidden.length <= FEW
        ? hidden.flatMap(({ rows }) => rows)
        : [style.dim(`  ${hiddenLines(hidden.map(({ text }) => text))}`)],
    );
    hidden = [];
  };
  for (const [at, { kind, text }] of diff.entries()) {
    const rows = diffRows(kind, text, { style, width });
    if (near[at] && lines.length < MAX_LINES) {
      skip();
      lines.push(...rows);
    } else {
      hidden.push({ text, rows });
    }
  }
  skip();
  return lines;
}

/** The lines that differ, those around them, and those that open what they are in. */
function nearLines(diff: readonly DiffLine[]): boolean[] {
  const near = diff.map(() => false);
  const marked = new Set<number>();
  const open: { readonly at: number; readonly indent: number }[] = [];
  for (const [at, { kind, text }] of diff.entries()) {
    const indent = indentOf(text);
    while (open.length > 0 && open[open.length - 1].indent >= indent) {
      open.pop();
    }
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
