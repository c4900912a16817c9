import { casesOf } from "./cases.ts";
import type { CollectedDiagnostic } from "./collect/types.ts";
import {
  type ReportedRun,
  type ReportMeta,
  requestsOf,
} from "./reported_run.ts";
import { requestLabel } from "./request_label.ts";

/** GitHub shows fewer than this of a job. */
const MOST = 50;

/** What an annotation says, and where. */
interface Annotation {
  readonly level: "error" | "warning";
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Writes what failed and the warnings of a run as annotations: GitHub Actions shows them at the lines of the files. */
export function* githubReport(
  run: ReportedRun,
  meta: ReportMeta,
): Generator<string> {
  const left = { error: MOST, warning: MOST };
  for (const annotation of annotationsOf(run)) {
    if (left[annotation.level]-- > 0) yield command(annotation, meta);
  }
  for (const level of ["error", "warning"] as const) {
    const more = -left[level];
    if (more > 0) yield `::${level}::and ${more} more\n`;
  }
}

function* annotationsOf(run: ReportedRun): Generator<Annotation> {
  for (const warning of run.warnings) yield ofWarning(warning, run.collection);
  for (const request of requestsOf(run)) {
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
    for (const diagnostic of request.diagnostics) {
      if (diagnostic.severity === "warning") yield ofWarning(diagnostic, label);
    }
  }
}

function ofWarning(
  { message, location, notes = [] }: CollectedDiagnostic,
  title: string,
): Annotation {
  const { file, line, column } = location ?? {};
  const text = [message, ...notes].join("\n");
  return { level: "warning", title, message: text, file, line, column };
}

/** `::error file=…,line=…,col=…,title=…::message` */
function command(
  { level, title, message, file, line, column }: Annotation,
  { inRepository = (file) => file }: Partial<ReportMeta>,
): string {
  const path = file === undefined ? undefined : inRepository(file);
  const known = path !== undefined;
  const properties = Object.entries({
    file: path,
    line: known ? line : undefined,
    col: known && line !== undefined ? column : undefined,
    title,
  }).filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${properties.join(",")}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
