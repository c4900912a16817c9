import { contextOf } from "../../tools/report/console/context.ts";
import { summaryLines } from "../../tools/report/console/summary.ts";
import { ansiStyle, plainStyle } from "../../tools/report/style.ts";
import { count } from "../../tools/report/text/amounts.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { wrapText } from "../../core/source/wrap_text.ts";
import { writeError, writeOutput } from "../terminal/write_output.ts";
import type { Tally } from "../../core/run/tally.ts";
import type { WatchedConsole, WatchedPlan } from "./types.ts";

/** Requests that are named. */
const MAX_NAMED = 20;

/** What is known of a run that was ended. */
export interface EndedRun {
  readonly interrupted: boolean;
  readonly console: WatchedConsole;
  readonly tally: Tally;
  readonly plan: WatchedPlan;
  /** The places in the plan of the requests that began. */
  readonly begun: ReadonlySet<number>;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Prints the end of the console report: the summary, and what did not run. */
export function printEnd(
  run: EndedRun,
  stopped: string | undefined,
): void {
  const { console, tally, interrupted, startedAt } = run;
  const { quiet, usesError, colors, width, live } = console;
  if (quiet) return;
  const context = contextOf({
    style: colors ? ansiStyle : plainStyle,
    // What was sent is not known here.
    verbose: "all",
    width,
    masker: createMasker(),
  });
  const counts = tally.counts();
  const { failed, errored } = counts.requests;
  const lines = [
    "",
    ...summaryLines(
      {
        ...counts,
        duration: Date.now() - startedAt,
        interrupted,
        ...stopped !== undefined && { stopped },
      },
      { failed: failed + errored, sent: 0, unchecked: 0 },
      context,
    ),
    ...unrun(run, context.prose, context.own),
  ];
  const text = lines.map((line) => `${line}\n`).join("");
  (usesError ? writeError : writeOutput)(live ? `\r\x1b[K${text}` : text);
}

/** What did not run, by its names where the run has one iteration. */
function unrun(
  { plan: { total, paths }, begun }: Pick<EndedRun, "plan" | "begun">,
  width: number,
  own: (text: string) => string,
): string[] {
  const left = total - begun.size;
  if (left <= 0) return [];
  const names = total > paths.length
    ? []
    : paths.filter((_, index) => !begun.has(index)).map(own);
  const named = names.slice(0, MAX_NAMED).join(", ");
  const more = names.length > MAX_NAMED
    ? ` and ${names.length - MAX_NAMED} more`
    : "";
  const text = `${count(left, "request")} did not run${
    named === "" ? "" : `: ${named}${more}`
  }`;
  return wrapText(text, { width: width - 4, first: width - 2 })
    .map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
}
