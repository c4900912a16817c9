import { join } from "node:path";
import { exportBru } from "../../convert/export/export_bru.ts";
import { exportPostman } from "../../convert/export/export_postman.ts";
import { readForExport } from "../../convert/export/read_for_export.ts";
import { fileName } from "../../convert/file_name.ts";
import type { Imported } from "../../convert/types.ts";
import { readCollectionFiles } from "../../host/files/read_collection_files.ts";
import { writeCollection } from "../../host/import/write_collection.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { CollectionError } from "../../source/errors.ts";
import { formatDiagnostic } from "../../source/format_diagnostic.ts";
import { loadingCode } from "../../run/exit_code.ts";
import { usageError } from "../usage_error.ts";
import type { ExportOptions } from "./options.ts";

/**
 * `brace export`: writes a collection in another client's format.
 *
 * @throws {DiagnosticError} The collection cannot be read, or not be written.
 */
export async function exportCommand(options: ExportOptions): Promise<number> {
  const texts = readCollectionFiles(options.path);
  if (texts.files === undefined) throw new CollectionError(texts.diagnostics);
  const { files, main } = texts;
  const read = readForExport(files, main);
  const { value } = read;
  if (value === undefined) {
    for (const diagnostic of read.diagnostics) {
      const source = (file: string | undefined) =>
        file === undefined ? undefined : files.get(file);
      writeError(`${formatDiagnostic(diagnostic, { source })}\n`);
    }
    return loadingCode(read.diagnostics);
  }
  return options.kind === "bru"
    ? await toFolder(value, options)
    : await toPostman(value, options);
}

async function toFolder(
  collection: Imported,
  { output, force }: ExportOptions,
): Promise<number> {
  if (output === undefined) {
    throw usageError(
      'Cannot export to standard output: these are several files, name a folder with "--output DIR"',
      { command: "export" },
    );
  }
  const files = exportBru(collection);
  return await write(output, files, { force });
}

async function toPostman(
  collection: Imported,
  { output, force }: ExportOptions,
): Promise<number> {
  const { collection: text, environments, notes } = exportPostman(collection);
  if (output === undefined) {
    writeOutput(text, "json");
    for (const note of notes) writeError(`note: ${note}\n`);
    return 0;
  }
  const isFile = /\.json$/i.test(output);
  const folder = isFile ? join(output, "..") : output;
  const main = isFile
    ? output.replace(/^.*[/\\]/, "")
    : `${fileName(collection.name, new Set())}.postman_collection.json`;
  const taken = new Set<string>();
  const files = new Map([
    [main, text],
    ...[...environments].map(([name, one]) =>
      [`${fileName(name, taken)}.postman_environment.json`, one] as const
    ),
  ]);
  const code = await write(folder, files, { force });
  for (const note of notes) writeError(`note: ${note}\n`);
  return code;
}

async function write(
  folder: string,
  files: ReadonlyMap<string, string>,
  options: { force: boolean },
): Promise<number> {
  const problem: Diagnostic | undefined = await writeCollection(
    folder,
    new Map([...files].map(([path, text]) => [path, { text }])),
    options,
  );
  if (problem) {
    writeError(`${formatDiagnostic(problem)}\n`);
    return loadingCode([problem]);
  }
  const count = files.size === 1 ? "1 file" : `${files.size} files`;
  writeOutput(`Wrote ${count} to ${folder}\n`);
  return 0;
}
