import type { Collection } from "../../core/collection/types.ts";
import { hasItem, isGlob } from "../../core/plan/make_plan.ts";
import type { DataUse, Plan } from "../../core/plan/types.ts";
import { SKIPPED_BY_SCRIPT } from "../../core/run/skipped.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { wayOut } from "../../core/source/way_out.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { readText } from "../files/read_text.ts";

/** What did not pass in an earlier run. */
export interface Failed {
  /** The paths of the requests. */
  readonly paths: ReadonlySet<string>;
  /** Those of each iteration of this run, for what ran once for each row; absent: every iteration runs all of them. */
  readonly byIteration?: ReadonlyMap<number, ReadonlySet<string>>;
  /** What is to be said of those that the collection does not have any more; absent: nothing. */
  goneFrom?(selected: Selected): Diagnostic[];
}

/** What this run selects. */
interface Selected {
  readonly collection: Collection;
  /** The paths that it is given. */
  readonly paths: readonly string[];
  readonly steps: Plan["steps"];
}

/** How often this run runs what is selected. */
export interface Repetition {
  readonly iterations: number;
  /** Absent without data. */
  readonly data?: DataUse;
}

/** What of a report says what ran. */
interface Report {
  /** False for a run that sent nothing because of an error. */
  readonly started: boolean;
  readonly iterations: number;
  readonly data?: DataUse;
  readonly requests: readonly ReportedRequest[];
  /** What ended it early, so that requests are not in it. */
  readonly ended?: string;
}

interface ReportedRequest {
  readonly path: string;
  readonly status: unknown;
  readonly iteration: number;
  readonly stage?: unknown;
}

/**
 * Reads which requests did not pass in the run that a JSON report is of, and
 * in which rows. A row is known by its number, so that a mended value is no
 * other row; this run must have the same rows.
 *
 * @param now Undefined: the requests are asked for, whichever their rows.
 */
export function readFailed(
  file: string,
  now: Repetition | undefined,
): { value?: Failed; diagnostics: Diagnostic[] } {
  let report: Report | undefined;
  try {
    report = reportOf(JSON.parse(readText(file)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      return { diagnostics: [describeFileError("read", file, error)] };
    }
  }
  if (report === undefined) return { diagnostics: [noReport(file)] };
  if (!report.started) return { diagnostics: [notStarted(file)] };
  const { value, diagnostics } = failedOf(report, `"${file}"`, now);
  const { ended } = report;
  return {
    ...value && {
      value: { ...value, goneFrom: (it) => goneFrom(file, value.paths, it) },
    },
    diagnostics: ended === undefined
      ? diagnostics
      : [...diagnostics, endedEarly(file, ended)],
  };
}

/**
 * The same for a run that a program still has.
 *
 * @param report Its JSON report, of a run that started.
 */
export function failedBefore(
  report: string,
  now: Repetition | undefined,
): ReturnType<typeof readFailed> {
  return failedOf(reportOf(JSON.parse(report))!, "the run before", now);
}

/** @param name What messages call the run or its report. */
function failedOf(
  report: Report,
  name: string,
  now: Repetition | undefined,
): ReturnType<typeof readFailed> {
  const open = report.requests.filter(({ status }) => status !== "passed");
  const paths = new Set(open.map(({ path }) => path));
  const isOnce = report.data === undefined && report.iterations <= 1;
  if (now === undefined || isOnce) {
    return { value: { paths }, diagnostics: [] };
  }
  const first = firstRow(name, report, now);
  if (typeof first !== "number") return { diagnostics: [first] };
  const byIteration = new Map<number, Set<string>>();
  const known = new Set<string>();
  for (const { path, iteration, stage } of open) {
    if (stage !== undefined) known.add(path);
    else {
      const at = first + iteration;
      if (at < 0 || at >= now.iterations) continue;
      known.add(path);
      const here = byIteration.get(at);
      if (here) here.add(path);
      else byIteration.set(at, new Set([path]));
    }
  }
  return { value: { paths: known, byIteration }, diagnostics: [] };
}

/** Which iteration of this run the report's first one is; may lie before all. */
function firstRow(
  name: string,
  { data: then, iterations }: Report,
  now: Repetition,
): number | Diagnostic {
  if (then && now.data) {
    if (then.total === now.data.total) return then.rows[0] - now.data.rows[0];
    return unlike(
      `Cannot select the rows that failed in ${name}: that run had ${
        rows(then.total)
      }, "${now.data.file}" has ${now.data.total} (run all of them again)`,
    );
  }
  if (then) {
    return {
      ...unlike(
        `Cannot run again what failed in ${name}: that run took its values from ${
          rows(then.total)
        } of "${then.file}", this one has no data`,
      ),
      waysOut: [wayOut("give-data", then.file)],
    };
  }
  // Earlier versions do not say whether their iterations had data.
  if (now.iterations === iterations) return 0;
  return {
    ...unlike(
      `Cannot run again what failed in ${name}: that run had ${iterations} iterations, this one has ${now.iterations}`,
    ),
    waysOut: [wayOut("repeat-iterations", String(iterations))],
  };
}

function rows(count: number): string {
  return count === 1 ? "the row" : `${count} rows`;
}

function unlike(message: string): Diagnostic {
  return { code: "USAGE", severity: "error", message };
}

function reportOf(json: unknown): Report | undefined {
  const { requests, iterations, data, warnings, stopped, interrupted } =
    (json ?? {}) as Record<
      string,
      unknown
    >;
  if (!Array.isArray(requests)) return undefined;
  const read: ReportedRequest[] = [];
  for (const request of requests) {
    const { path, status, iteration, stage, jumped, skipReason } =
      (request ?? {}) as Record<string, unknown>;
    if (typeof path !== "string") return undefined;
    // Scripts went on elsewhere, or skipped it, on purpose.
    if (jumped === true || skipReason === SKIPPED_BY_SCRIPT) continue;
    read.push({
      path,
      status,
      iteration: typeof iteration === "number" ? iteration : 0,
      stage,
    });
  }
  if (data !== undefined && !isDataUse(data)) return undefined;
  const ended = interrupted === true
    ? "it was interrupted"
    : stopped === "--bail"
    ? "it stopped at its first failure"
    : undefined;
  const isError = (it?: { severity?: unknown }) => it?.severity === "error";
  return {
    started: requests.length > 0 || !Array.isArray(warnings) ||
      !warnings.some(isError),
    requests: read,
    iterations: typeof iterations === "number" ? iterations : 1,
    ...data !== undefined && { data },
    ...ended !== undefined && { ended },
  };
}

function isDataUse(data: unknown): data is DataUse {
  const { file, rows, total } = (data ?? {}) as Record<string, unknown>;
  return typeof file === "string" && typeof total === "number" &&
    Array.isArray(rows) && typeof rows[0] === "number";
}

function noReport(file: string): Diagnostic {
  return {
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot read "${file}": it is not a JSON report of Brace's (--reporter json=FILE writes one)`,
    location: { file },
  };
}

/**
 * Tells of requests that cannot run again, as they have another path or none.
 * Where nothing else runs, it is an error: nobody is to take it for a success.
 */
function goneFrom(
  file: string,
  failed: ReadonlySet<string>,
  { collection, paths, steps }: Selected,
): Diagnostic[] {
  const there = new Set(steps.map(({ item }) => item.path));
  const others = [...failed].filter((path) =>
    !there.has(path) && isBelow(paths, path)
  );
  if (others.length === 0) return [];
  const [first, ...more] = others.filter((path) => !hasItem(collection, path));
  if (first === undefined) return [];
  const which = more.length === 0
    ? `"${first}" did not pass there, and is`
    : `"${first}" and ${more.length} more did not pass there, and are`;
  return [{
    code: "USAGE",
    severity: steps.length === 0 ? "error" : "warning",
    message:
      `Cannot run all that failed in "${file}": ${which} not in the collection any more (run without --failed-in)`,
  }];
}

function isBelow(selected: readonly string[], path: string): boolean {
  return selected.length === 0 || selected.some((it) => {
    const above = it.replace(/\/+$/, "");
    if (isGlob(above)) return path.startsWith(above.split(/[*?[{]/, 1)[0]);
    return above === "" || above === "." || path === above ||
      path.startsWith(`${above}/`);
  });
}

function endedEarly(file: string, why: string): Diagnostic {
  return {
    code: "USAGE",
    severity: "warning",
    message:
      `Cannot select requests that did not run in the run of "${file}": ${why} (run without --failed-in to send all)`,
  };
}

function notStarted(file: string): Diagnostic {
  return {
    code: "USAGE",
    severity: "error",
    message:
      `Cannot run what failed in "${file}": that run did not start (run without --failed-in)`,
  };
}
