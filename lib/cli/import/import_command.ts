import { importSource } from "../../convert/import_source.ts";
import { fileName } from "../../convert/file_name.ts";
import { toFiles } from "../../convert/to_files.ts";
import type { Imported, ImportKind } from "../../convert/types.ts";
import { copiedFiles } from "../../host/import/copied_files.ts";
import { readImportSource } from "../../host/import/read_import_source.ts";
import {
  type NewFile,
  writeCollection,
} from "../../host/import/write_collection.ts";
import { programName } from "../../host/terminal/program_name.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import { formatDiagnostic } from "../../source/format_diagnostic.ts";
import { loadingCode } from "../../run/exit_code.ts";
import { usageError } from "../usage_error.ts";
import { importReport, updateReport } from "./import_report.ts";
import type { ImportCommandOptions } from "./options.ts";

/**
 * `brace import`: writes a collection from another format and says what came
 * over. Nothing is written where anything is wrong.
 *
 * @throws {DiagnosticError} The source cannot be read.
 */
export async function importCommand(
  options: ImportCommandOptions,
): Promise<number> {
  const source = await readImportSource(options.source, options);
  const { value, diagnostics, kind } = await importSource(source, options);
  for (const diagnostic of diagnostics) {
    const text = (file: string | undefined) =>
      file === undefined ? undefined : source.files.get(file);
    writeError(`${formatDiagnostic(diagnostic, { source: text })}\n`);
  }
  if (value === undefined || kind === undefined) {
    return loadingCode(diagnostics);
  }
  if (options.update) return await updateCommand(value, kind, options);
  const { files, notes, copies } = toFiles(value);
  const folder = options.output ?? fileName(value.name, new Set());
  const problem = await writeCollection(
    folder,
    new Map([
      ...withSecretFiles(files, value, options),
      ...copiedFiles(options.source, folder, copies),
    ]),
    options,
  );
  if (problem) {
    writeError(`${formatDiagnostic(problem)}\n`);
    return loadingCode([problem]);
  }
  writeOutput(
    importReport(value, {
      kind,
      folder,
      notes,
      source: options.source,
      program: programName(),
      withSecrets: options.withSecrets,
    }),
  );
  return 0;
}

/** `brace import --update`: writes only what changed, into the folder that is there. */
async function updateCommand(
  value: Imported,
  kind: ImportKind,
  options: ImportCommandOptions,
): Promise<number> {
  const folder = options.output ?? ".";
  if (kind !== "openapi") {
    throw usageError(
      `Cannot use "--update" with ${kind}: only OpenAPI's operations can be told apart again`,
      { command: "import" },
    );
  }
  const { files: existing } = await readImportSource(folder, options);
  const { updateFiles } = await import("../../convert/update_files.ts");
  const updated = updateFiles(existing, toFiles(value));
  const problem = await writeCollection(
    folder,
    new Map([...updated.files].map(([path, text]) => [path, { text }])),
    { force: true },
  );
  if (problem) {
    writeError(`${formatDiagnostic(problem)}\n`);
    return loadingCode([problem]);
  }
  writeOutput(updateReport(value, { ...updated, folder }));
  return 0;
}

/** The files with `.env` for its owner alone, and `.gitignore` that names it. */
function withSecretFiles(
  files: ReadonlyMap<string, string>,
  { secrets }: Imported,
  { withSecrets }: ImportCommandOptions,
): Map<string, NewFile> {
  const all = new Map<string, NewFile>(
    [...files].map(([path, text]) => [path, { text }]),
  );
  if (secrets.length === 0) return all;
  all.set(".gitignore", { text: ".env\n" });
  if (withSecrets) {
    const lines = secrets.map(({ env, value }) => `${env}=${quoted(value)}\n`);
    all.set(".env", { text: lines.join(""), mode: 0o600 });
  }
  return all;
}

/** A value as a `.env` file has it. */
function quoted(value: string): string {
  if (/^[\w./:@+=-]*$/.test(value)) return value;
  if (!/['\n\r]/.test(value)) return `'${value}'`;
  const escaped = value.replace(/["\\$]/g, "\\$&").replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r");
  return `"${escaped}"`;
}
