import {
  reportedRequests,
  type ReportedRun,
  type ReportMeta,
} from "./reported_run.ts";

/** The version of the report's format: docs/report-schema.json describes it. */
export const JSON_REPORT_VERSION = "1";

/** Writes the JSON report: everything about a run, for programs. */
export function* jsonReport(
  run: ReportedRun,
  meta: ReportMeta,
): Generator<string> {
  const { summary, warnings, paths: _, read: __, ...about } = run;
  const { duration, interrupted, stopped, ...counts } = summary;
  const head = JSON.stringify(
    {
      version: JSON_REPORT_VERSION,
      client: { name: "brace", version: meta.clientVersion },
      ...about,
      seed: meta.seed,
      duration: Math.round(duration * 1_000) / 1_000,
      exitCode: meta.exitCode,
      interrupted,
      stopped,
      summary: counts,
      warnings,
    },
    null,
    2,
  );
  yield `${head.slice(0, -"\n}".length)},\n  "requests": [`;
  let separator = "\n    ";
  for (const request of reportedRequests(run)) {
    const text = JSON.stringify(request, null, 2);
    yield separator + text.replaceAll("\n", "\n    ");
    separator = ",\n    ";
  }
  yield separator.startsWith(",") ? "\n  ]\n}\n" : "]\n}\n";
}
