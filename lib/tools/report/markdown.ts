import { counted } from "../../core/source/counted.ts";
import type { Counts } from "../../core/run/types.ts";
import { caseLines, casesOf, responseText } from "./cases.ts";
import { failOnText } from "./fail_on.ts";
import type { CollectedRequest } from "./collect/types.ts";
import { reportedRequests, type ReportedRun } from "./reported_run.ts";
import { callLabel, requestLabel, streamCounts } from "./step_label.ts";
import { hasDuration, reasonOf, withoutResponse } from "./reason_phrase.ts";
import { formatDuration } from "./text/amounts.ts";
import { escapeControls, printableLines } from "./text/escape_controls.ts";

/** GitHub refuses the summary of a step above 1 MiB, all commands of the step together. */
const MAX_BYTES = 960 * 1_024;

const CUT = "\n*The rest is left out: GitHub shows no more.*\n";

const MARKS: Record<CollectedRequest["status"], string> = {
  passed: "✓",
  failed: "✗",
  errored: "✗",
  skipped: "–",
};

/** Writes the report in Markdown, for people: the counts, what failed in full, and a table of all requests. */
export function* markdownReport(run: ReportedRun): Generator<string> {
  yield* summary(run);
  yield* failures(run);
  yield* flakyRequests(run);
  yield* diagnosticsList("Errors", run.warnings.filter(isError));
  yield* diagnosticsList("Warnings", [
    ...run.warnings.filter((it) => !isError(it)),
    ...warningsOfRequests(run),
  ]);
  if (run.paths.length === 0) return;
  yield "## Requests\n\n| | Request | Method | Status | Time |\n|---|---|---|---|--:|\n";
  for (const request of reportedRequests(run)) yield row(request, run);
}

/** So many different warnings of requests are listed. */
const MAX_WARNINGS = 100;

/** The warnings about requests, each once: those of all iterations are often the same. */
function warningsOfRequests(run: ReportedRun): Iterable<ListedDiagnostic> {
  const found = new Map<string, ListedDiagnostic>();
  for (const request of reportedRequests(run)) {
    for (const { severity, message, location } of request.diagnostics) {
      if (severity !== "warning" || found.size === MAX_WARNINGS) continue;
      const key = JSON.stringify([request.path, message, location]);
      if (found.has(key)) continue;
      const isItsFile = location?.file === request.path;
      found.set(key, {
        message,
        location,
        ...!isItsFile && { path: request.path },
      });
    }
  }
  return found.values();
}

/** A diagnostic, and the path of the request that it is about, if it is about one. */
interface ListedDiagnostic {
  readonly message: string;
  readonly location?:
    | { readonly file?: string; readonly line?: number }
    | undefined;
  readonly path?: string;
}

function* diagnosticsList(
  title: string,
  listed: readonly ListedDiagnostic[],
): Generator<string> {
  if (listed.length === 0) return;
  yield `## ${title}\n\n`;
  for (const { message, location, path } of listed) {
    const about = path === undefined ? "" : `${codeSpan(path)}: `;
    yield `- ${about}${codeSpan(message)}${placeOf(location)}\n`;
  }
  yield "\n";
}

function* summary(run: ReportedRun): Generator<string> {
  const { summary, environment } = run;
  const { requests, interrupted, stopped, flaky = 0 } = summary;
  const failing = failOnText(summary);
  const failed = requests.failed + requests.errored;
  const unchecked = reportedRequests(run)
    .reduce((sum, one) => one.unchecked ? sum + 1 : sum, 0);
  yield `# ${codeSpan(run.collection) || "Run"}\n\n`;
  yield [
    failed > 0
      ? `**✗ ${failed} of ${counted(requests.total, "request")} did not pass**`
      : requests.total === 0 && run.warnings.some(isError)
      ? "**✗ the run did not start**"
      : failing !== ""
      ? `**✗ ${failing}**`
      : requests.passed === 0
      ? "**– nothing was executed**"
      : unchecked === 0
      ? `**✓ ${counted(requests.passed, "request")} passed**`
      : `**• ${counted(requests.passed, "request")} passed**`,
    // Nothing looks at their status, 4xx or 5xx.
    ...unchecked > 0 ? [`${unchecked} unchecked`] : [],
    ...flaky > 0 && summary.failOn?.flaky === undefined
      ? [`${flaky} flaky`]
      : [],
    ...interrupted ? ["interrupted"] : [],
    ...stopped === undefined ? [] : [`stopped: ${codeSpan(stopped)}`],
    ...environment === undefined
      ? []
      : [`environment ${codeSpan(environment)}`],
    formatDuration(summary.duration),
  ].join(" · ") + "\n\n";
  yield "| | Total | Passed | Failed | Errored | Skipped |\n|---|--:|--:|--:|--:|--:|\n";
  yield countsRow("Requests", requests);
  if (summary.tests.total > 0) yield countsRow("Tests", summary.tests);
  if (summary.assertions.total > 0) {
    yield countsRow("Assertions", summary.assertions);
  }
  yield "\n";
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === "error";
}

function countsRow(
  name: string,
  { total, passed, failed, errored, skipped }: Counts,
): string {
  return `| ${name} | ${total} | ${passed} | ${failed} | ${errored} | ${skipped} |\n`;
}

function* failures(run: ReportedRun): Generator<string> {
  if (run.summary.requests.failed + run.summary.requests.errored === 0) return;
  yield "## Failures\n\n";
  for (const request of reportedRequests(run)) {
    if (request.status === "failed" || request.status === "errored") {
      yield failure(request, run);
    }
  }
}

/** What was wrong with requests before they passed. */
function* flakyRequests(run: ReportedRun): Generator<string> {
  if (run.summary.flaky === undefined) return;
  yield "## Flaky\n\nThese requests passed only when they ran again.\n\n";
  for (const request of reportedRequests(run)) {
    if (request.flaky === undefined) continue;
    yield `### ${codeSpan(requestLabel(request, run.iterations))}\n\n`;
    for (const diagnostic of request.flaky) {
      yield `${codeBlock(caseLines(diagnostic).join("\n"))}\n`;
    }
  }
}

function failure(request: CollectedRequest, run: ReportedRun): string {
  const { method, status } = exchangeOf(request);
  const about = [codeSpan(method), codeSpan(status)].filter((it) => it !== "");
  const response = responseText(request);
  return [
    `### ✗ ${codeSpan(requestLabel(request, run.iterations))}\n\n`,
    `${[...about, ...timeOf(request)].join(" · ")}\n\n`,
    ...casesOf(request, 1).flatMap(({ name, outcome }) =>
      outcome.kind === "failure" || outcome.kind === "error"
        ? [
          `- ${codeSpan(name)}\n\n`,
          codeBlock(outcome.details || outcome.message, "  "),
          "\n",
        ]
        : []
    ),
    ...response === undefined ? [] : [
      "<details><summary>Response</summary>\n\n",
      codeBlock(response.trimEnd()),
      "\n</details>\n\n",
    ],
  ].join("");
}

function row(request: CollectedRequest, run: ReportedRun): string {
  const { method, status } = exchangeOf(request);
  const isWarned = request.diagnostics.some((it) => it.severity === "warning");
  const cells = [
    `${request.unchecked ? "•" : MARKS[request.status]}${
      request.flaky ? " flaky" : ""
    }${isWarned ? " warned" : ""}`,
    codeCell(requestLabel(request, run.iterations)),
    codeCell(method),
    codeCell(status),
    timeOf(request)[0] ?? "",
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** How long the exchange took; nothing of a request that was not sent. */
function timeOf(one: CollectedRequest): string[] {
  const isSent = one.request !== undefined;
  return hasDuration({ ...one, isSent }) ? [formatDuration(one.duration)] : [];
}

/** The method, and the status with its reason, or what became of the request. */
function exchangeOf(
  { request, method = "", response, status, failures }: CollectedRequest,
): { readonly method: string; readonly status: string } {
  return {
    method: request === undefined
      ? method
      : callLabel(request.method, request.stream),
    status: response === undefined
      ? withoutResponse({ status, failures, isSent: request !== undefined })
      : [
        `${response.status} ${reasonOf(response)}`.trim(),
        streamCounts(response.stream),
      ].filter((it) => it !== "").join(" · "),
  };
}

function placeOf(location: { file?: string; line?: number } | undefined) {
  const { file, line } = location ?? {};
  if (file === undefined) return "";
  return ` ${codeSpan(line === undefined ? file : `${file}:${line}`)}`;
}

/** A text of anyone as code within a line: nothing in it is markup, a mention or a link. */
function codeSpan(text: string): string {
  const line = escapeControls(text);
  if (line.trim() === "") return "";
  const ticks = "`".repeat(longestTicks(line) + 1);
  const space = /^[ `]|[ `]$/.test(line) ? " " : "";
  return ticks + space + line + space + ticks;
}

/** {@linkcode codeSpan} inside of a table, where a bar would end its cell. */
function codeCell(text: string): string {
  return codeSpan(text).replaceAll("|", "\\|");
}

/** A text of several lines as a block of code. */
function codeBlock(text: string, indent = ""): string {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return [`${fence}text`, ...printableLines(text), fence]
    .map((line) => `${indent}${line}\n`).join("");
}

function longestTicks(text: string): number {
  let longest = 0;
  for (const [ticks] of text.matchAll(/`+/g)) {
    longest = Math.max(longest, ticks.length);
  }
  return longest;
}

/** Writes the summary of a run for a step of GitHub Actions. */
export function* githubSummary(run: ReportedRun): Generator<string> {
  const encoder = new TextEncoder();
  let left = MAX_BYTES;
  for (const block of markdownReport(run)) {
    left -= encoder.encode(block).length;
    if (left < 0) {
      yield CUT;
      return;
    }
    yield block;
  }
}
