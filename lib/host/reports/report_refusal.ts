import { basename, resolve } from "../path.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { Plan } from "../../core/plan/types.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import type { Counts } from "../../core/run/types.ts";
import { CLIENT_VERSION } from "../../core/scope/value/client_version.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { openReports, type ReportsSetup } from "./open_reports.ts";
import type { ReporterOption } from "./reporter_option.ts";
import { realPath, sourceProblem } from "./source_file.ts";

const NONE: Counts = { total: 0, passed: 0, failed: 0, skipped: 0, errored: 0 };
const NOTHING: Plan = { steps: [], iterations: 1, rows: [] };

/** What reports need to tell why a run does not start. */
type RefusalSetup =
  & Pick<ReportsSetup, "masker" | "locator" | "output">
  & {
    /** The first path that was to run. */
    readonly path?: string | undefined;
    /** Files that the run was to read. */
    readonly read: readonly string[];
  };

/**
 * Writes the reports of a run that does not start: they say why, so that a CI
 * system shows more than that a file is missing. Of GitHub's only the summary
 * of the job is among them, since annotations are printed already, and no
 * archive of exchanges. What cannot be written is not: the reason is printed
 * already.
 */
export async function reportRefusal(
  reporters: readonly ReporterOption[],
  diagnostics: readonly Diagnostic[],
  setup: RefusalSetup,
): Promise<void> {
  const files: ReporterOption[] = [];
  // A file that something is wrong with is one that the run was to read.
  const wrong = diagnostics.flatMap(({ location }) => location?.file ?? []);
  const sources = new Set(
    await Promise.all([...setup.read, ...wrong].map(realPath)),
  );
  for (const one of reporters) {
    const { kind, file } = one;
    if (kind === "github" || kind === "har") continue;
    // The file may be the very one that keeps the run from starting.
    const isSource = file !== undefined && file !== "-" &&
      (sources.has(await realPath(file)) ||
        await sourceProblem(file) !== undefined);
    if (isSource) continue;
    files.push(one);
  }
  // The reason may be that a report cannot be written: the summary goes alone.
  const summary: ReporterOption[] =
    reporters.some(({ kind }) => kind === "github") ? [{ kind: "github" }] : [];
  for (const group of [summary, files]) {
    if (group.length > 0) await writeRefusal(group, diagnostics, setup);
  }
}

async function writeRefusal(
  reporters: readonly ReporterOption[],
  diagnostics: readonly Diagnostic[],
  { path = ".", ...setup }: Omit<RefusalSetup, "read">,
): Promise<void> {
  const meta = { clientVersion: CLIENT_VERSION };
  const root = resolve(path);
  try {
    using reports = await openReports(reporters, {
      ...setup,
      meta,
      root,
      // Only annotations have no file.
      print: () => {},
    });
    await reports.add({
      type: "run-start",
      collection: basename(root),
      plan: NOTHING,
      startedAt: Date.now(),
    });
    for (const diagnostic of await setup.locator.locate(diagnostics)) {
      await reports.add({ type: "warning", diagnostic });
    }
    const summary = {
      requests: NONE,
      tests: NONE,
      assertions: NONE,
      duration: 0,
      interrupted: false,
    };
    await reports.add({ type: "run-end", summary });
    await reports.write({ ...meta, exitCode: loadingCode(diagnostics) });
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
  }
}
