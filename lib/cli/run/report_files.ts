import { checkWritable } from "../../host/files/check_writable.ts";
import { writeAtomically } from "../../host/files/write_atomically.ts";
import type { Masker } from "../../report/mask.ts";
import type { RunEvent } from "../../run/types.ts";
import { CollectionError } from "../../source/errors.ts";
import type { ReporterOption } from "./options.ts";

/** The reports that a run writes into files. */
export interface ReportFiles {
  add(event: RunEvent): void;
  /** Writes them all; throws CollectionError for those that cannot be written. */
  write(): Promise<void>;
}

type Reporter = (event: RunEvent) => string;

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
  const reports = await Promise.all(options.map(async (option) => ({
    file: option.file,
    report: await load(option.kind, masker),
    text: "",
  })));
  await all(reports.map(({ file }) => checkWritable(file)));
  return {
    add(event) {
      for (const one of reports) one.text += one.report(event);
    },
    write: () =>
      all(reports.map(({ file, text }) => writeAtomically(file, text))),
  };
}

async function load(
  kind: ReporterOption["kind"],
  masker: Masker,
): Promise<Reporter> {
  switch (kind) {
    case "json": {
      const { jsonReporter } = await import("../../report/json.ts");
      return jsonReporter({ masker });
    }
    case "junit": {
      const { junitReporter } = await import("../../report/junit.ts");
      return junitReporter({ masker });
    }
    case "html": {
      const { htmlReporter } = await import("../../report/html.ts");
      return htmlReporter({ masker });
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
