import type { CollectedRun } from "./collect/types.ts";

/** What a report tells besides the run itself. */
export interface ReportMeta {
  /** The client's version. */
  readonly clientVersion: string;
  readonly exitCode: number;
  /** What makes generators and random numbers of the run repeatable. */
  readonly seed?: string;
}

/** The version of the report's format: docs/report-schema.json describes it. */
const JSON_REPORT_VERSION = "1";

/** Writes the JSON report: everything about a run, for programs. */
export function jsonReport(run: CollectedRun, meta: ReportMeta): string {
  const { summary, warnings, requests, ...about } = run;
  const { duration, interrupted, stopped, ...counts } = summary;
  const report = {
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
    requests,
  };
  return JSON.stringify(report, null, 2) + "\n";
}
