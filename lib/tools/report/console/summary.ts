import { counted } from "../../../core/source/counted.ts";
import type { Counts, RunSummary } from "../../../core/run/types.ts";
import { formatDuration } from "../text/amounts.ts";
import { failOnText } from "../fail_on.ts";
import { UNCHECKED } from "../is_unchecked.ts";
import type { Context } from "./context.ts";
import type { NamedUnreached } from "./unreached.ts";

/** What the report has seen of a run. */
export interface ShownOutcome {
  /** Requests that did not pass. */
  readonly failed: number;
  /** How many of the failed requests were sent. */
  readonly sent: number;
  /** Requests that passed with 4xx or 5xx, for lack of any check. */
  readonly unchecked: number;
  /** Requests that the run's early end left; absent: not known. */
  readonly unrun?: number;
  /** Requests that were named and skipped, where others were added for them; absent: none. */
  readonly unreached?: NamedUnreached;
  /** The types of requests that Brace cannot send, one for each. */
  readonly unsent: readonly string[];
  /** Requests whose scripts printed something that is not shown; absent: none, or nobody is to know. */
  readonly printed?: number;
}

/** The end of the report: counts, time, and a verdict. */
export function summaryLines(
  summary: RunSummary,
  outcome: ShownOutcome,
  context: Context,
): string[] {
  const { style } = context;
  const { sent, unchecked, unsent, printed = 0 } = outcome;
  const { requests, tests, assertions } = summary;
  const markedRow = (name: string, count: number | undefined, what: string) =>
    count === undefined ? [] : [
      `${label(name, context)}${count}${style.dim(" · ")}${style.yellow(what)}`,
    ];
  const lines = [
    row("requests", requests, context),
    ...tests.total > 0 ? [row("tests", tests, context)] : [],
    ...assertions.total > 0 ? [row("assertions", assertions, context)] : [],
    ...unchecked > 0 ? [uncheckedRow(unchecked, context)] : [],
    ...markedRow("flaky", summary.flaky, "passed only when they ran again"),
    ...unsentRow(unsent, context),
    ...markedRow("slow", summary.slow, "took longer than --slow allows"),
    ...printed > 0
      ? [
        `${label("console", context)}${printed}${
          style.dim(" · --verbose shows what scripts print")
        }`,
      ]
      : [],
    `${label("time", context)}${formatDuration(summary.duration)}`,
    "",
    verdict(summary, outcome, context),
  ];
  if (sent > 0 && context.verbose === "none") {
    lines.push(
      style.dim("  --verbose=failed shows the requests and responses"),
    );
  }
  return lines;
}

/** How many requests Brace cannot send, by their types. */
export function unsentRow(
  unsent: readonly string[],
  context: Context,
): string[] {
  if (unsent.length === 0) return [];
  const { style, line } = context;
  const types = [...new Set(unsent)].map(line).join(", ");
  return [
    `${label("not sent", context)}${unsent.length}${style.dim(" · ")}${
      style.yellow(`Brace does not send requests of ${types}`)
    }`,
  ];
}

function uncheckedRow(unchecked: number, context: Context): string {
  const { style } = context;
  return `${label("unchecked", context)}${unchecked}${style.dim(" · ")}${
    style.yellow(UNCHECKED)
  }`;
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

/** One line: whether the run passed. */
export function verdict(
  summary: RunSummary,
  { failed, unchecked, unrun = 0, unreached }: Pick<
    ShownOutcome,
    "failed" | "unchecked" | "unrun" | "unreached"
  >,
  context: Context,
): string {
  const { style, line } = context;
  const { requests, interrupted, stopped } = summary;
  const left = unrun > 0 ? [`${unrun} did not run`] : [];
  const why = interrupted
    ? ["interrupted"]
    : stopped !== undefined
    ? [`stopped: ${line(stopped)}`]
    : [];
  const ended = why.length === 0
    ? ""
    : style.yellow(` (${[...why, ...left].join("; ")})`);
  if (failed > 0) {
    return style.bold(
      style.red(
        `✗ ${failed} of ${counted(requests.total, "request")} did not pass`,
      ),
    ) + ended;
  }
  if (interrupted) {
    return style.bold(style.yellow(`– ${[...why, ...left].join("; ")}`));
  }
  const failing = failOnText(summary);
  if (failing !== "") return style.bold(style.red(`✗ ${failing}`)) + ended;
  if (requests.passed === 0) {
    return style.bold(style.yellow("– nothing was executed")) + ended;
  }
  const passed = `${counted(requests.passed, "request")} passed`;
  const rest = unreachedText(unreached, requests.skipped, context) +
    ended;
  return unchecked > 0
    ? style.bold(style.yellow(`• ${passed}, ${unchecked} unchecked`)) + rest
    : style.bold(style.green(`✓ ${passed}`)) + rest;
}

function unreachedText(
  unreached: NamedUnreached | undefined,
  skipped: number,
  { style, line }: Context,
): string {
  if (unreached === undefined) return "";
  const { paths, times } = unreached;
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
  // The number is that of the summary, which counts others that were skipped, too.
  const mark = times === skipped ? ":" : ";";
  return style.bold(
    style.yellow(
      `, ${skipped} skipped${mark} ${line(paths[0])}${more} did not run`,
    ),
  );
}
