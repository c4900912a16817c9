import { casesOf, type ReportCase, responseText } from "./cases.ts";
import type { CollectedRequest } from "./collect/types.ts";
import { reportedRequests, type ReportedRun } from "./reported_run.ts";
import { UNCHECKED } from "./is_unchecked.ts";
import { failOnText } from "./fail_on.ts";
import { requestLabel } from "./step_label.ts";
import { escapeControls } from "./text/escape_controls.ts";

/** Writes the report in TAP 14: a subtest for each request, with a test point for each of its checks. */
export function* tapReport(run: ReportedRun): Generator<string> {
  yield "TAP version 14\n";
  const error = run.warnings.find(({ severity }) => severity === "error");
  if (error && run.paths.length === 0) {
    yield `Bail out! ${escapeControls(error.message)}\n`;
    return;
  }
  const failing = failOnText(run.summary);
  const points = run.paths.length + (failing === "" ? 0 : 1);
  yield points === 0 ? "1..0 # SKIP nothing was executed\n" : `1..${points}\n`;
  let number = 0;
  for (const request of reportedRequests(run)) {
    yield requestText(request, { number: ++number, run });
  }
  // Else the file would say that all is well.
  if (failing !== "") yield `not ok ${++number} - ${described(failing)}\n`;
  const { interrupted, stopped } = run.summary;
  if (interrupted) yield "Bail out! interrupted\n";
  else if (stopped !== undefined) {
    yield `# stopped: ${escapeControls(stopped)}\n`;
  }
}

function requestText(
  request: CollectedRequest,
  { number, run }: { readonly number: number; readonly run: ReportedRun },
): string {
  const label = described(requestLabel(request, run.iterations));
  if (request.status === "skipped") {
    const reason = described(request.skipReason ?? "");
    return `ok ${number} - ${label} # SKIP ${reason}`.trimEnd() + "\n";
  }
  // The iteration stands in the label already.
  const cases = casesOf(request, 1);
  const points = cases.flatMap((it, at) => pointLines(it, at + 1));
  const passed = request.status === "passed";
  return [
    `# Subtest: ${label}`,
    ...[`1..${cases.length}`, ...points].map((line) => `    ${line}`),
    `${passed ? "ok" : "not ok"} ${number} - ${label}`,
    ...diagnostics({
      duration_ms: request.duration,
      unchecked: request.unchecked && uncheckedText(request),
      flaky: request.flaky?.map(({ message }) => message),
      warnings: messagesOf(request),
    }),
  ].map((line) => `${line}\n`).join("");
}

/** What the run warns of, about a request. */
function messagesOf(
  { diagnostics }: CollectedRequest,
): readonly string[] | undefined {
  const warnings = diagnostics.filter((it) => it.severity === "warning");
  return warnings.length === 0
    ? undefined
    : warnings.map(({ message }) => message);
}

function uncheckedText(request: CollectedRequest): string {
  const [answer] = responseText(request)?.split("\n") ?? [];
  return [UNCHECKED, answer].filter((it) => it !== undefined).join(": ");
}

function pointLines(
  { name, outcome, file, line, column }: ReportCase,
  number: number,
): string[] {
  const point = `${number} - ${described(name)}`;
  switch (outcome.kind) {
    case "passed":
      return [`ok ${point}`];
    case "skipped":
      return [`ok ${point} # SKIP ${described(outcome.message)}`];
    case "failure":
    case "error":
      return [
        `not ok ${point}`,
        ...diagnostics({
          message: outcome.message,
          severity: outcome.kind === "failure" ? "fail" : "error",
          code: outcome.type,
          expected: outcome.expected,
          actual: outcome.actual,
          at: file === undefined ? undefined : { file, line, column },
          details: outcome.kind === "error" ? outcome.details : undefined,
        }),
      ];
    default:
      return outcome satisfies never;
  }
}

/** The YAML block below a test point; JSON is YAML. */
function diagnostics(values: Readonly<Record<string, unknown>>): string[] {
  const lines = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name}: ${yaml(value)}`);
  return ["  ---", ...lines, "  ..."];
}

/** JSON in which nothing stands that YAML cannot have as it is. */
function yaml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A text as a description: a `#` would begin a directive. */
function described(text: string): string {
  return escapeControls(text).replace(/[\\#]/g, "\\$&").trim();
}
