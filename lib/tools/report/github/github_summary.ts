import { markdownReport } from "../markdown.ts";
import type { ReportedRun } from "../reported_run.ts";

/** GitHub refuses the summary of a step above 1 MiB, all commands of the step together. */
const MAX_BYTES = 960 * 1_024;
const CUT = "\n*The rest is left out: GitHub shows no more.*\n";

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
