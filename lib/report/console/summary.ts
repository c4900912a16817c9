import type { Counts, RunSummary } from "../../run/types.ts";
import { count, formatDuration } from "../text/amounts.ts";
import type { Context } from "./context.ts";

/** Runs with more requests get a list of those that did not pass: the lines have scrolled away. */
const SHORT_RUN = 15;
const MOST_LISTED = 50;

/** The end of the report: counts, time, and what did not pass. */
export function summaryLines(
  summary: RunSummary,
  failed: readonly string[],
  context: Context,
): string[] {
  const { style } = context;
  const { requests, tests, assertions } = summary;
  const rows = [
    row("requests", requests, context),
    ...tests.total > 0 ? [row("tests", tests, context)] : [],
    ...assertions.total > 0 ? [row("assertions", assertions, context)] : [],
    `${label("time", context)}${formatDuration(summary.duration)}`,
  ];
  const lines = [...rows, ""];
  if (failed.length > 0 && requests.total > SHORT_RUN) {
    lines.push(...list(failed, context), "");
  }
  lines.push(verdict(summary, failed.length, context));
  if (failed.length > 0 && !context.verbose) {
    lines.push(style.dim("  --verbose shows what was sent and answered"));
  }
  return lines;
}

function label(name: string, { style }: Context): string {
  return `  ${style.dim(name.padEnd(12))}`;
}

function row(name: string, counts: Counts, context: Context): string {
  const { style } = context;
  const parts = [
    style.green(counts.passed > 0 ? `${counts.passed} passed` : ""),
    style.red(counts.failed > 0 ? `${counts.failed} failed` : ""),
    style.red(counts.errored > 0 ? `${counts.errored} errored` : ""),
    style.yellow(counts.skipped > 0 ? `${counts.skipped} skipped` : ""),
  ].filter((part) => part !== "");
  const total = String(counts.total);
  return `${label(name, context)}${total}${
    parts.length === 0 ? "" : style.dim(" · ") + parts.join(style.dim(", "))
  }`;
}

function list(failed: readonly string[], { style }: Context): string[] {
  const shown = failed.slice(0, MOST_LISTED)
    .map((path) => `  ${style.red("✗")} ${path}`);
  const more = failed.length - shown.length;
  return more > 0 ? [...shown, style.dim(`  … ${more} more`)] : shown;
}

function verdict(
  { requests, interrupted, stopped }: RunSummary,
  failed: number,
  { style, line }: Context,
): string {
  const ended = interrupted
    ? style.yellow(" (interrupted)")
    : stopped !== undefined
    ? style.yellow(` (stopped: ${line(stopped)})`)
    : "";
  if (failed > 0) {
    return style.bold(
      style.red(
        `✗ ${failed} of ${count(requests.total, "request")} did not pass`,
      ),
    ) + ended;
  }
  if (interrupted) return style.bold(style.yellow("– interrupted"));
  if (requests.passed === 0) {
    return style.bold(style.yellow("– nothing was executed")) + ended;
  }
  return style.bold(
    style.green(`✓ ${count(requests.passed, "request")} passed`),
  ) + ended;
}
