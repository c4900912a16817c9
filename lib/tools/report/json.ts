import type { ReportedRun, ReportMeta } from "./reported_run.ts";
import { requestPieces } from "./request_pieces.ts";

/** The version of the report's format: docs/report-schema.json describes it. */
export const JSON_REPORT_VERSION = "1";

/** Writes the JSON report: everything about a run, for programs. */
export function* jsonReport(
  run: ReportedRun,
  meta: ReportMeta,
): Generator<string> {
  const { summary, warnings, paths, read: _, earlier: __, ...about } = run;
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
  for (const at of paths.keys()) {
    yield separator;
    yield* requestPieces(
      run.read(at),
      run.earlier?.(at),
      (request) => JSON.stringify(request, null, 2).replaceAll("\n", "\n    "),
    );
    separator = ",\n    ";
  }
  yield separator.startsWith(",") ? "\n  ]\n}\n" : "]\n}\n";
}
