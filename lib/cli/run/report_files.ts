import { checkWritable } from "../../host/files/check_writable.ts";
import { writeAtomically } from "../../host/files/write_atomically.ts";
import { type CollectedRun, collectRun } from "../../report/collect.ts";
import type { ReportMeta } from "../../report/json.ts";
import type { Masker } from "../../report/mask.ts";
import type { RunEvent } from "../../run/types.ts";
import { CollectionError } from "../../source/errors.ts";
import type { ReporterOption } from "./options.ts";

/** The reports that a run writes into files. */
export interface ReportFiles {
  add(event: RunEvent): void;
  /** Writes them all; throws CollectionError for those that cannot be written. */
  write(meta: ReportMeta): Promise<void>;
}

/**
 * Opens the reports of `--reporter`. That a file cannot be written is known
 * before the first request is sent.
 *
 * @throws {CollectionError} A file cannot be written.
 */
export async function openReports(
  options: readonly ReporterOption[],
  masker: Masker,
): Promise<ReportFiles> {
  await all(options.map(({ file }) => checkWritable(file)));
  const collector = collectRun({ masker });
  return {
    add: (event) => collector.add(event),
    async write(meta) {
      const run = collector.run();
      await all(
        options.map(async ({ kind, file }) =>
          await writeAtomically(file, await render(kind, run, meta))
        ),
      );
    },
  };
}

async function render(
  kind: ReporterOption["kind"],
  run: CollectedRun,
  meta: ReportMeta,
): Promise<string> {
  switch (kind) {
    case "json": {
      const { jsonReport } = await import("../../report/json.ts");
      return jsonReport(run, meta);
    }
    case "junit": {
      const { junitReport } = await import("../../report/junit.ts");
      return junitReport(run);
    }
    default:
      return kind satisfies never;
  }
}

async function all(
  writing: readonly ReturnType<typeof writeAtomically>[],
): Promise<void> {
  const diagnostics = (await Promise.all(writing)).flatMap((it) => it ?? []);
  if (diagnostics.length > 0) throw new CollectionError(diagnostics);
}
