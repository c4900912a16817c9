import { basename, resolve } from "../path.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { Plan } from "../../core/plan/types.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import type { Counts } from "../../core/run/types.ts";
import { CLIENT_VERSION } from "../../core/scope/value/client_version.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { openReports, type ReportsSetup } from "./open_reports.ts";
import type { ReporterOption } from "./reporter_option.ts";

const NONE: Counts = { total: 0, passed: 0, failed: 0, skipped: 0, errored: 0 };
const NOTHING: Plan = { steps: [], iterations: 1, rows: [] };

/**
 * Writes the reports of a run that does not start: they say why, so that a CI
 * system shows more than that a file is missing. Annotations are not among
 * them, nor archives of exchanges. What cannot be written is not: the reason
 * is printed already.
 */
export async function reportRefusal(
  reporters: readonly ReporterOption[],
  diagnostics: readonly Diagnostic[],
  { path = ".", ...setup }:
    & Pick<ReportsSetup, "masker" | "locator" | "print" | "output">
    & {
      /** The first path that was to run. */
      readonly path?: string | undefined;
    },
): Promise<void> {
  const written = reporters.filter(({ kind }) =>
    kind !== "github" && kind !== "har"
  );
  if (written.length === 0) return;
  const meta = { clientVersion: CLIENT_VERSION };
  const root = resolve(path);
  try {
    using reports = await openReports(written, { ...setup, meta, root });
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
