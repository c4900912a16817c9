import { lineDiff } from "../text/line_diff.ts";
import { escapeControls } from "../text/escape_controls.ts";
import { differenceLines } from "./difference.ts";
import { valueLines } from "../text/value_lines.ts";
import { displayWidth } from "../../../core/source/display_width.ts";
import { fitEnd } from "../text/fit.ts";
import type { Style } from "../style.ts";
import type { Context } from "./context.ts";

/** What a check wanted and what it got, as texts. */
export interface Comparison {
  readonly expected?: string;
  readonly actual?: string;
  /** The operator where it is not equality: it stands before what was expected. */
  readonly operator?: string;
}

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
  if (expected === undefined || actual === undefined || operator) {
    const claim = [operator, expected].filter(Boolean).join(" ");
    return [
      ...claim === "" ? [] : [wanted(cut(claim, room), style)],
      ...actual === undefined ? [] : [got(cut(actual, room), style)],
    ];
  }
  const [left, right] = [valueLines(expected), valueLines(actual)];
  if (left.length > 1 && right.length > 1) {
    const diff = lineDiff(left, right);
    if (diff.some(({ kind }) => kind !== "same")) {
      return differenceLines(diff, context);
    }
  }
  const lines = pair({ expected, actual }, { room, style });
  if (expected === actual && comparison.expected !== comparison.actual) {
    lines.push(style.dim("they differ only where they are masked"));
  }
  return lines;
}

function wanted(text: string, style: Style): string {
  return `${style.dim("expected")}  ${style.green(text)}`;
}

function got(text: string, style: Style): string {
  return `${style.dim("actual")}    ${style.red(text)}`;
}

function cut(text: string, room: number): string {
  return fitEnd(escapeControls(text), room * 3);
}

/** Both on one line each, from where they begin to differ when they are long. */
function pair(
  { expected, actual }: { expected: string; actual: string },
  { room, style }: { room: number; style: Style },
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
  const lines = [
    wanted(fitEnd(left, room), style),
    got(fitEnd(right, room), style),
  ];
  // Short texts are compared at a glance.
  if (same > 8 && Math.min(left.length, right.length) > 24) {
    const column = LABEL + displayWidth(left.slice(0, same));
    lines.push(" ".repeat(column) + style.dim("^"));
  }
  return lines;
}
