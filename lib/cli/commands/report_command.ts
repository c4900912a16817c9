import { checkTargets } from "../../host/reports/write_report.ts";
import { useStdout } from "../../host/reports/reporter_option.ts";
import {
  jsonReportReader,
  type ReadReport,
} from "../../host/reports/read_json_report.ts";
import { writeReport } from "../../host/reports/write_report.ts";
import { saveAll } from "../../host/run/save_all.ts";
import { writeErrorLog, writeLog } from "../../host/terminal/write_output.ts";
import { mergeRuns } from "../../tools/report/merge.ts";
import {
  reportedRequests,
  type ReportedRun,
} from "../../tools/report/reported_run.ts";
import { exitCode } from "../../core/run/exit_code.ts";
import { CLIENT_VERSION } from "../../core/scope/value/client_version.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { resolve } from "../../host/path.ts";
import type { ReportOptions } from "../command.ts";
import { printProblem } from "../print_diagnostics.ts";
import { usageError } from "../usage_error.ts";

/**
 * `brace report`: writes reports of JSON reports, several of which become one.
 *
 * @throws {CollectionError} One cannot be read or written.
 * @throws {UsageError} They are of different collections, or two have the same file.
 */
export async function reportCommand(
  { files, reporters }: ReportOptions,
): Promise<number> {
  checkOnce(files);
  using _pipes = await checkTargets(reporters);
  const read = jsonReportReader();
  const reports = files.map(read);
  checkCollections(files, reports);
  const run = mergeRuns(reports.map((it) => it.run));
  const seeds = new Set(reports.map(({ seed }) => seed));
  const [seed] = seeds;
  const meta = {
    clientVersion: CLIENT_VERSION,
    exitCode: codeOf(run),
    // Several have none together.
    ...(seeds.size === 1 && seed !== undefined && { seed }),
  };
  const print = useStdout(reporters) ? writeErrorLog : writeLog;
  const problems = await saveAll(
    reporters.map((it) => () => writeReport(it, { run, meta, print })),
  );
  if (problems.some(({ severity }) => severity === "error")) {
    throw new CollectionError(problems);
  }
  for (const problem of problems) printProblem(problem);
  return 0;
}

/** The exit code that the whole run would have had. */
function codeOf(run: ReportedRun): number {
  const results = [...reportedRequests(run)].map(({ index, failures }) => ({
    index,
    failures,
  }));
  const { failOn } = run.summary;
  return exitCode({
    results,
    ...failOn && { failOn },
    executed: run.summary.requests.total - run.summary.requests.skipped,
    allowEmpty: true,
    interrupted: run.summary.interrupted,
    unwritten: false,
  });
}

/** A report that is named twice counts twice, and another is probably missing. */
function checkOnce(files: readonly string[]): void {
  const paths = files.map((file) => resolve(file));
  const twice = paths.findIndex((path, index) => paths.indexOf(path) < index);
  if (twice === -1) return;
  throw usageError(
    `Cannot merge "${files[twice]}" with itself: name each report once`,
    { command: "report" },
  );
}

function checkCollections(
  files: readonly string[],
  reports: readonly ReadReport[],
): void {
  const [first] = reports;
  const other = reports.findIndex(({ run }) =>
    run.collection !== first.run.collection
  );
  if (other === -1) return;
  throw new CollectionError([{
    code: "INVALID_FIELD",
    severity: "error",
    message: `Cannot merge "${files[other]}" with "${
      files[0]
    }": they are from different collections, "${
      reports[other].run.collection
    }" and "${first.run.collection}"`,
  }]);
}
