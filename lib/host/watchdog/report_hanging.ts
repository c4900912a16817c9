import { counted } from "../../core/source/counted.ts";
import type { CollectedRequest } from "../../tools/report/collect/types.ts";
import { collectDiagnostic } from "../../tools/report/collect/collect_diagnostic.ts";
import {
  CANCELLED,
  type CompiledScript,
  evaluationFailure,
  scriptFailure,
  scriptTimeout,
} from "../../core/script/failure.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { Origin } from "../../core/source/origin.ts";
import { formatDiagnostic } from "../../core/source/format_diagnostic.ts";
import { Locator } from "../locate/locator.ts";
import { writeError, writeOutput } from "../terminal/write_output.ts";
import type { FollowedReports } from "./followed_reports.ts";
import type {
  RunningCode,
  RunningRequest,
  WatchedCode,
  WatchedConsole,
  WatchedPlan,
} from "./types.ts";
import { proseWidth } from "../terminal/width.ts";
import { INTERRUPTED_CODE } from "../../core/run/exit_code.ts";
import { contextOf } from "../../tools/report/console/context.ts";
import { summaryLines } from "../../tools/report/console/summary.ts";
import { ansiStyle, plainStyle } from "../../tools/report/style.ts";
import { wrapText } from "../../core/source/display_width.ts";
import type { Tally } from "../../core/run/tally.ts";
import { inFlags } from "../../tools/report/text/flag_words.ts";

/** 128 and the number of SIGALRM; Windows ends a process with 1. */
const HANGING_CODE = Deno.build.os === "windows" ? 1 : 142;

/** The exit code for a failed script. */
const SCRIPT_CODE = 5;

/** Where a run stands whose thread does not live any more. */
export interface Hanging extends EndedRun {
  /** The requests that run. */
  readonly requests: readonly RunningRequest[];
  /** The code that runs, in the order in which it began. */
  readonly running: readonly RunningCode[];
  readonly reports: FollowedReports | undefined;
  /** The limit that the script exceeded, in words, if that ends the run. */
  readonly exceeded?: string;
  /** Where a file gives options of the run. */
  readonly origins?: ReadonlyMap<string, Origin> | undefined;
  /** What broke in Brace when a script had changed what it runs on. */
  readonly failed?: string;
}

/** Says which script it is and what did not run, and writes the reports. */
export async function reportHanging(hanging: Hanging): Promise<void> {
  const { requests, running, reports, interrupted, failed } = hanging;
  const exitCode = interrupted
    ? INTERRUPTED_CODE
    : failed === undefined
    ? HANGING_CODE
    : SCRIPT_CODE;
  const found = await new Locator([], hanging.origins).locate(
    running.map(({ code }) => problemOf(code, hanging)),
  );
  const why = failed === undefined
    ? "Deno cannot stop a script that it runs itself"
    : "Brace cannot go on";
  const ends = `${why}: the run ends here, with exit code ${exitCode}`;
  const problems = found.map((it) => ({ ...it, notes: [ends] }));
  for (const problem of problems.slice(-1)) print(problem);
  const isOf = (request: RunningRequest) => (_: Diagnostic, at: number) =>
    running[at].path === request.path &&
    running[at].iteration === request.iteration;
  // Of requests that scripts run.
  const inner = problems.filter((it, at) =>
    !requests.some((of) => isOf(of)(it, at))
  );
  const ended = requests.map((request) => {
    const own = problems.filter(isOf(request));
    return endedRequest(request, own.length > 0 ? [...inner, ...own] : []);
  });
  const stopped = failed === undefined ? "--script-timeout" : "--trust-scripts";
  const unwritten = await reports?.write({
    requests: ended,
    exitCode,
    interrupted,
    ...!interrupted && { stopped },
  });
  unwritten?.forEach(print);
  for (const request of ended) hanging.tally.add(request);
  printEnd(hanging, interrupted ? undefined : stopped);
}

/** Shows no source lines: only the other thread knows their secrets. */
function print(problem: Diagnostic): void {
  writeError(
    `${
      formatDiagnostic(inFlags(problem), { wrap: proseWidth(Deno.stderr) })
    }\n`,
  );
}

function problemOf(
  code: WatchedCode,
  { exceeded = "", interrupted, failed }: Hanging,
): Diagnostic {
  if (failed !== undefined) {
    const { phase = "tests", at } = code;
    const message =
      `it changed what Brace itself runs on (${failed}); leave JavaScript's own objects as they are`;
    return scriptFailure(
      compiledOf({ phase, at }),
      { name: "Error", message, stack: "" },
    );
  }
  if (code.phase === undefined) {
    const compiled = compiledOf({ ...code, phase: "tests" }, code.text);
    const message = `it runs longer than ${exceeded}`;
    return evaluationFailure(
      compiled,
      interrupted ? CANCELLED : { name: "Error", message, stack: "" },
    );
  }
  return interrupted
    ? scriptFailure(compiledOf(code), CANCELLED)
    : scriptTimeout(compiledOf(code), exceeded, "");
}

function compiledOf(
  { phase, at }: Pick<CompiledScript["script"], "phase" | "at">,
  code = "",
): CompiledScript {
  return { script: { phase, at, code }, code, inserted: [], columns: "units" };
}

/** One without a script of its own was under way beside it. */
function endedRequest(
  { startedAt, ...request }: RunningRequest,
  problems: readonly Diagnostic[],
): CollectedRequest {
  const masker = createMasker();
  const hangs = problems.length > 0;
  return {
    ...request,
    status: hangs ? "errored" : "skipped",
    failures: hangs ? ["script"] : [],
    ...!hangs && { skipReason: "the run was ended" },
    startedAt: new Date(startedAt).toISOString(),
    duration: Date.now() - startedAt,
    attempts: 0,
    assertions: [],
    tests: [],
    console: [],
    diagnostics: problems.map((it) => collectDiagnostic(it, masker)),
  };
}

/** Requests that are named. */
const MAX_NAMED = 20;

/** What is known of a run that was ended. */
interface EndedRun {
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
function printEnd(
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
      { failed: failed + errored, sent: 0, unchecked: 0, unsent: [] },
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
  const text = `${counted(left, "request")} did not run${
    named === "" ? "" : `: ${named}${more}`
  }`;
  return wrapText(text, { width: width - 4, first: width - 2 })
    .map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
}
