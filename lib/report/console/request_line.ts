import type { Plan } from "../../plan/types.ts";
import type { RequestResult, RequestStatus } from "../../run/types.ts";
import { stepLabel, stepMethod } from "../step_label.ts";
import type { Style } from "../style.ts";
import { formatDuration } from "../text/amounts.ts";
import { escapeControls } from "../text/escape_controls.ts";
import { displayWidth } from "../../source/display_width.ts";
import { fitEnd, fitStart, pad } from "../text/fit.ts";
import type { Context } from "./context.ts";
import { statusText } from "./status_text.ts";

/** Widths of the columns of the lines of a run, so that they stand in line. */
export interface Columns {
  readonly label: number;
  readonly method: number;
  readonly status: number;
  readonly iterations: number;
}

/** `201 Created · successful`, and most others. */
const STATUS = 28;
const DURATION = 7;

/** Measures a plan. */
export function columnsOf(plan: Plan, width: number): Columns {
  const { iterations } = plan;
  let label = 0;
  let method = 3;
  for (const step of plan.steps) {
    label = Math.max(
      label,
      displayWidth(escapeControls(stepLabel(step, iterations))),
    );
    const text = stepMethod(step);
    if (/^[A-Z]{1,7}$/.test(text)) method = Math.max(method, text.length);
  }
  const others = 2 + 2 + method + 1 + STATUS + 1 + DURATION;
  return {
    // Reasons longer than most need room too.
    label: Math.min(
      label,
      Math.max(12, Math.min(width - others, Math.floor(width * 0.4))),
    ),
    method,
    status: STATUS,
    iterations,
  };
}

/** The line of a request: mark, path, method, status with reason and class, duration. */
export function requestLine(
  result: RequestResult,
  columns: Columns,
  context: Context,
): string {
  const { style, width } = context;
  const label = escapeControls(stepLabel(result.step, columns.iterations));
  const method = pad(methodOf(result, context), columns.method);
  const others = 2 + 2 + displayWidth(method) + 1 + 1 + DURATION;
  // A long path stays whole where its line has room for it.
  const whole = displayWidth(statusText(result, Infinity, context).text);
  const longest = Math.max(columns.label, width - others - whole);
  const path = pad(fitStart(label, longest), columns.label);
  const status = statusText(
    result,
    Math.max(columns.status, width - others - displayWidth(path)),
    context,
  );
  const unused = columns.label + columns.status - displayWidth(path) -
    displayWidth(status.text);
  const passed = result.status === "passed" || result.status === "skipped";
  const head = `${mark(result.status, style)} ${
    passed ? path : style.bold(path)
  }  ${style.cyan(method)} ${status.styled} `;
  if (result.status === "skipped") {
    return head + style.dim(context.line(result.skipReason ?? ""));
  }
  const duration = formatDuration(result.duration).padStart(DURATION);
  return head + " ".repeat(Math.max(0, unused)) + style.dim(duration) +
    (result.attempts > 1 ? style.yellow(`  ${result.attempts} attempts`) : "");
}

function methodOf({ sent, step }: RequestResult, context: Context): string {
  return fitEnd(context.line(sent?.method ?? stepMethod(step)), 20);
}

/** ✓ passed, ✗ failed or errored, – skipped. */
export function mark(status: RequestStatus, style: Style): string {
  switch (status) {
    case "passed":
      return style.green("✓");
    case "failed":
    case "errored":
      return style.red("✗");
    case "skipped":
      return style.yellow("–");
    default:
      return status satisfies never;
  }
}
