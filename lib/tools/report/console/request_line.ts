import type { Plan, Step } from "../../../core/plan/types.ts";
import type { RequestResult } from "../../../core/run/types.ts";
import { callLabel, stepLabel, stepMethod } from "../step_label.ts";
import { isUnchecked } from "../is_unchecked.ts";
import { formatDuration } from "../text/amounts.ts";
import { escapeControls } from "../text/escape_controls.ts";
import { displayWidth, wrapText } from "../../../core/source/display_width.ts";
import { fitEnd, fitStart, pad } from "../text/fit.ts";
import type { Context } from "./context.ts";
import { type ConsoleMark, mark } from "../style.ts";
import { hasDuration, statusText } from "../reason_phrase.ts";

/** Widths of the columns of the lines of a run, so that they stand in line. */
export interface Columns {
  readonly label: number;
  readonly method: number;
  readonly status: number;
  readonly iterations: number;
}

/** `500 Internal Server Error`, and most others. */
const STATUS = 25;
/** `200 OK, 2 attempts`; where lines are short, names need the room more. */
const SHORT_STATUS = 18;
const SHORT_LINE = 80;
const DURATION = 7;

/** Of names in a file or a pipe, which stay whole, most are no longer. */
const WHOLE_LABEL = 60;

/** Measures a plan. */
export function columnsOf(
  plan: Plan,
  { width, wraps }: Pick<Context, "width" | "wraps">,
): Columns {
  const { iterations } = plan;
  let label = 0;
  let method = 3;
  // Of all iterations the last has the longest number.
  const widest = (step: Step) => ({ ...step, iteration: iterations - 1 });
  for (const step of plan.steps) {
    label = Math.max(
      label,
      displayWidth(escapeControls(stepLabel(widest(step), iterations))),
    );
    const text = stepMethod(step);
    if (/^[A-Z-]{1,10}$/.test(text)) method = Math.max(method, text.length);
  }
  if (!wraps) {
    const fitted = Math.min(label, WHOLE_LABEL);
    return { label: fitted, method, status: STATUS, iterations };
  }
  const room = width - (2 + 2 + method + 1 + 1 + DURATION);
  const least = width < SHORT_LINE ? SHORT_STATUS : STATUS;
  const fitted = Math.min(label, Math.max(12, room - least));
  const status = Math.max(least, Math.min(STATUS, room - fitted));
  return { label: fitted, method, status, iterations };
}

/**
 * The line of a request: mark, path, method, status with reason, duration, and
 * what `more` there is to say; of a skipped one why, in more lines if need be.
 */
export function requestLine(
  result: RequestResult,
  columns: Columns,
  context: Context & { readonly more: string },
): string[] {
  const { style, prose, width, wraps, more } = context;
  const { text, head } = headOf(result, columns, context);
  if (result.status === "skipped") {
    const why = wrapText(context.own(result.skipReason ?? ""), {
      width: prose - 4,
      first: prose - displayWidth(text) - 2,
    }).map(style.dim);
    return [`${head}${why[0] === "" ? "" : `: ${why[0]}`}`].concat(
      why.slice(1).map((line) => `    ${line}`),
    );
  }
  const end = columnsBefore(columns) + columns.status;
  const marks = [
    ...result.flaky ? ["flaky"] : [],
    ...result.slow ? ["slow"] : [],
  ]
    .map((it) => ` ${it}`).join("");
  const named = displayWidth(text + marks);
  let line = head + style.yellow(marks);
  let used = named;
  // What was not sent took no time.
  if (hasDuration({ ...result, isSent: result.sent !== undefined })) {
    const time = formatDuration(result.duration).padStart(DURATION);
    const gap = " ".repeat(Math.max(1, end + 1 - named));
    line += gap + style.dim(time);
    used += gap.length + time.length;
  }
  if (more === "") return [line];
  return !wraps || used + 2 + more.length < width
    ? [`${line}  ${style.dim(more)}`]
    : [line, `  ${style.dim(more)}`];
}

/** What a request is called above its failures: mark, path, method and status, all of it whole, in two lines if need be. */
export function requestHead(
  result: RequestResult,
  { iterations }: Pick<Columns, "iterations">,
  context: Context,
): string[] {
  const { style, width } = context;
  const label = escapeControls(stepLabel(result.step, iterations));
  const method = methodOf(result, context);
  const { text, styled } = statusText(result, Infinity, context);
  const first = `${mark(markOf(result), style)} ${style.bold(label)}`;
  const rest = `${style.cyan(method)} ${styled}`;
  return displayWidth(`✓ ${label}  ${method} ${text}`) <= width
    ? [`${first}  ${rest}`]
    : [first, `  ${rest}`];
}

/** Columns of mark, path and method. */
function columnsBefore({ label, method }: Columns): number {
  return 2 + label + 2 + method + 1;
}

function headOf(
  result: RequestResult,
  columns: Columns,
  context: Context,
): { readonly text: string; readonly head: string } {
  const { style, width, wraps } = context;
  const label = escapeControls(stepLabel(result.step, columns.iterations));
  const method = pad(methodOf(result, context), columns.method);
  const others = 2 + 2 + displayWidth(method) + 1 + 1 + DURATION;
  const path = pad(
    wraps ? fitMiddle(label, columns.label) : label,
    columns.label,
  );
  const status = statusText(
    result,
    wraps
      ? Math.max(columns.status, width - others - displayWidth(path))
      : Infinity,
    context,
  );
  const kind = markOf(result);
  const sign = mark(kind, style);
  const fine = kind === "passed" || kind === "skipped";
  return {
    text: `✓ ${path}  ${method} ${status.text}`,
    head: `${sign} ${fine ? path : style.bold(path)}  ${
      style.cyan(method)
    } ${status.styled}`,
  };
}

/** Cuts a text that is wider than a width in its middle, marked by `…`: start and, above all, end of a path tell which it is. */
function fitMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const start = fitEnd(text, Math.ceil(width / 3)).slice(0, -1);
  return start + fitStart(text, width - displayWidth(start));
}

function methodOf({ sent, step }: RequestResult, context: Context): string {
  const method = sent === undefined
    ? stepMethod(step)
    : callLabel(sent.method, sent.stream?.kind);
  return fitEnd(context.line(method), 20);
}

function markOf(result: RequestResult): ConsoleMark {
  return isUnchecked(result) ? "unchecked" : result.status;
}
