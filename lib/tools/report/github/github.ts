import { caseLines, casesOf } from "../cases.ts";
import type {
  CollectedDiagnostic,
  CollectedRequest,
} from "../collect/types.ts";
import { FAIL_ON, isUnsent } from "../fail_on.ts";
import {
  reportedRequests,
  type ReportedRun,
  type ReportMeta,
} from "../reported_run.ts";
import { type Annotation, githubCommand } from "./github_command.ts";
import { requestLabel } from "../step_label.ts";

/** GitHub shows fewer than this of a job. */
const MAX_ANNOTATIONS = 50;

/** What a run has to say. */
type RunAnnotation = Annotation & { readonly level: "error" | "warning" };

/** Writes what failed and the warnings of a run as annotations: GitHub Actions shows them at the lines of the files. */
export function* githubReport(
  run: ReportedRun,
  meta: ReportMeta,
): Generator<string> {
  const left = { error: MAX_ANNOTATIONS, warning: MAX_ANNOTATIONS };
  for (const annotation of annotationsOf(run)) {
    if (left[annotation.level]-- > 0) yield githubCommand(annotation, meta);
  }
  for (const level of ["error", "warning"] as const) {
    const more = -left[level];
    if (more > 0) yield `::${level}::and ${more} more\n`;
  }
}

function* annotationsOf(run: ReportedRun): Generator<RunAnnotation> {
  for (const warning of run.warnings) yield ofWarning(warning, run.collection);
  for (const request of reportedRequests(run)) {
    const label = requestLabel(request, run.iterations);
    for (const it of casesOf(request, 1)) {
      const { outcome, name, file = request.file, line, column } = it;
      if (outcome.kind !== "failure" && outcome.kind !== "error") continue;
      const title = outcome.kind === "failure" ? `${label}: ${name}` : label;
      const message = outcome.details === ""
        ? outcome.message
        : outcome.details;
      yield { level: "error", title, message, file, line, column };
    }
    const unmet = ofUnmet(request, { label, run });
    if (unmet !== undefined) yield unmet;
    for (const diagnostic of request.diagnostics) {
      if (diagnostic.severity === "warning") yield ofWarning(diagnostic, label);
    }
  }
}

/** What an option may fail a run for: that a request passed only when it ran again, or that Brace cannot send it. */
function ofUnmet(
  request: CollectedRequest,
  { label, run: { summary: { failOn = {} } } }: {
    readonly label: string;
    readonly run: ReportedRun;
  },
): RunAnnotation | undefined {
  const { flaky, file, skipReason = "" } = request;
  if (flaky !== undefined) {
    const fails = failOn.flaky !== undefined;
    const [first] = flaky;
    return {
      level: fails ? "error" : "warning",
      title: `${label}: flaky${fails ? ` (${FAIL_ON.flaky})` : ""}`,
      message: [
        "It passed only when it ran again. Before:",
        ...flaky.flatMap(caseLines),
      ].join("\n"),
      file,
      ...first?.location,
    };
  }
  if (failOn.skipped === undefined || !isUnsent(request)) return undefined;
  return {
    level: "error",
    title: `${label}: not sent (${FAIL_ON.skipped})`,
    message: skipReason,
    file,
  };
}

function ofWarning(
  { message, location, notes = [] }: CollectedDiagnostic,
  title: string,
): RunAnnotation {
  const { file, line, column } = location ?? {};
  const text = [message, ...notes].join("\n");
  return { level: "warning", title, message: text, file, line, column };
}
