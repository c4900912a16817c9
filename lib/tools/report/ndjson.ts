import type { CollectedEvent } from "./collect/collect_event.ts";
import { JSON_REPORT_VERSION } from "./json.ts";
import type { ReportedRun, ReportMeta } from "./reported_run.ts";
import { requestPieces } from "./request_pieces.ts";

/** The line about an event while a run goes on, piece by piece; that of its end is {@linkcode endLine}. */
export function* eventLine(
  event: Exclude<CollectedEvent, { type: "run-end" }>,
  { clientVersion, seed }: Omit<ReportMeta, "exitCode">,
): Generator<string> {
  if (event.type === "request-end") {
    const { type, earlier } = event;
    yield* requestPieces(
      event.request,
      earlier,
      (request) => `${JSON.stringify({ type, request })}\n`,
    );
    return;
  }
  if (event.type !== "run-start") {
    yield `${JSON.stringify(event)}\n`;
    return;
  }
  const { type, ...about } = event;
  const client = { name: "brace", version: clientVersion };
  const line = { type, version: JSON_REPORT_VERSION, client, ...about, seed };
  yield `${JSON.stringify(line)}\n`;
}

/** The last line of a run. */
export function endLine(
  { duration, interrupted, stopped, ...summary }: ReportedRun["summary"],
  { exitCode }: ReportMeta,
): string {
  const line = {
    type: "run-end",
    duration: Math.round(duration * 1_000) / 1_000,
    exitCode,
    interrupted,
    stopped,
    summary,
  };
  return `${JSON.stringify(line)}\n`;
}

/** Writes the NDJSON report of a run that has ended: an event a line. */
export function* ndjsonReport(
  run: ReportedRun,
  meta: ReportMeta,
): Generator<string> {
  const { summary, warnings, paths, read: _, earlier: __, ...head } = run;
  yield* eventLine({ type: "run-start", ...head, planned: paths.length }, meta);
  for (const warning of warnings) {
    yield* eventLine({ type: "warning", warning }, meta);
  }
  for (const at of paths.keys()) {
    const earlier = run.earlier?.(at);
    const request = run.read(at);
    const type = "request-end";
    yield* eventLine({ type, request, ...earlier && { earlier } }, meta);
  }
  yield endLine(summary, meta);
}
