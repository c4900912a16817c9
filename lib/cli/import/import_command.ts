import { scriptTypes, TYPES_FILE } from "../../lsp/complete/script_types.ts";
import { join } from "../../host/path.ts";
import { updateFiles } from "../../tools/convert/update_files.ts";
import { accountOf } from "../../tools/convert/account.ts";
import { importSource } from "../../tools/convert/import_source.ts";
import { fileName } from "../../tools/convert/file_name.ts";
import { markOf } from "../../tools/convert/yaml.ts";
import { toFiles } from "../../tools/convert/to_files.ts";
import type {
  Imported,
  ImportedItem,
  ImportKind,
  ImportSource,
} from "../../tools/convert/types.ts";
import { copiedFiles } from "../../host/import/write_collection.ts";
import { readImportSource } from "../../host/import/read_import_source.ts";
import {
  type NewFile,
  writeCollection,
} from "../../host/import/write_collection.ts";
import { programName } from "../../host/terminal/program_name.ts";
import { WIDTH } from "../../host/terminal/width.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import { formatDiagnostic } from "../../core/source/format_diagnostic.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import { usageError } from "../usage_error.ts";
import { importReport, updateReport } from "./import_report.ts";
import { checkCommandLine, nextSteps } from "./next_steps.ts";
import type { ImportCommandOptions } from "../command.ts";
import { type Report, reportJson } from "./import_report.ts";
import { inFlags } from "../../tools/report/text/flag_words.ts";

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
    writeError(
      `${
        formatDiagnostic(inFlags(diagnostic), { source: text, wrap: WIDTH })
      }\n`,
    );
  }
  if (value === undefined || kind === undefined) {
    return loadingCode(diagnostics);
  }
  if (options.update) {
    return await updateCommand(value, kind, { source, options });
  }
  const written = toFiles(value);
  const { counts, notes } = written;
  const folder = options.output ?? fileName(value.name, new Set());
  const all = new Map([
    ...withSecretFiles(written.files, value, options),
    ...copiedFiles(options.source, folder, written.copies),
    ...typesFor(written.files),
  ]);
  const joins = onlyEnvironments(value) && isCollection(folder);
  const files = joins ? joined(folder, all) : all;
  const problem = await writeCollection(folder, files, {
    force: options.force,
    ...(joins && { merged: BESIDE_ENVIRONMENTS }),
    wayOut: async () =>
      kind === "openapi" && await cameFromOpenapi(folder, options)
        ? "update what came from OpenAPI with --update"
        : undefined,
  });
  if (problem) {
    writeError(`${formatDiagnostic(inFlags(problem), { wrap: WIDTH })}\n`);
    return loadingCode([problem]);
  }
  const account = accountOf({
    source: value.counts,
    all: counts,
    ...(value.added && { added: value.added }),
    notes,
  });
  const program = programName();
  const check = await checked(folder, value);
  const report: Report = {
    name: value.name,
    kind,
    source: shownSource(source),
    output: folder,
    account,
    notes: account.note === undefined ? notes : [...notes, account.note],
    files: [...files.keys()],
    secrets: value.secrets.map(({ env }) => env),
    ...(value.found && { found: value.found }),
    check: { ...check, command: checkCommandLine(program, folder) },
    next: nextSteps({
      folder,
      program,
      kind,
      hasRequests: counts.requests > 0 || joins,
      needsEnv: value.secrets.length > 0 && !options.withSecrets,
      check,
    }),
  };
  const { withSecrets } = options;
  const isKnown = value.secrets.some(({ value }) => value !== "");
  const folders = foldersIn(value.items);
  writeOutput(
    options.format === "json"
      ? reportJson(report)
      : importReport(report, { folders, withSecrets, isKnown }),
  );
  return 0;
}

/** The file that tells editors what scripts know, for a collection with scripts. */
function typesFor(
  files: ReadonlyMap<string, string>,
): readonly (readonly [path: string, file: NewFile])[] {
  const hasScripts = [...files].some(([path, text]) =>
    /\.ya?ml$/.test(path) && /^\s*scripts:/m.test(text)
  );
  if (!hasScripts) return [];
  return [[TYPES_FILE, { text: scriptTypes() }]];
}

/** Whether a folder has requests that were made from operations of OpenAPI. */
async function cameFromOpenapi(
  folder: string,
  options: ImportCommandOptions,
): Promise<boolean> {
  try {
    const { files } = await readImportSource(folder, options);
    return [...files].some(([path, text]) =>
      /\.ya?ml$/.test(path) && markOf(text) !== undefined
    );
  } catch (error) {
    if (error instanceof DiagnosticError) return false;
    throw error;
  }
}

/** The library that checks is for those who write a collection. */
async function checked(folder: string, { environments, secrets }: Imported) {
  const { selfCheck } = await import("./self_check.ts");
  return await selfCheck(
    folder,
    environments.map(({ name }) => name),
    new Set(secrets.map(({ env }) => env)),
  );
}

/** A URL without a name and password in it. */
function shownSource({ name }: ImportSource): string {
  return name.replace(/^(https?:\/\/)[^/?#]*@/i, "$1");
}

function foldersIn(items: readonly ImportedItem[]): number {
  let count = 0;
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") continue;
    count++;
    for (const inner of item.items) stack.push(inner);
  }
  return count;
}

/** `brace import --update`: writes only what changed, into the folder that is there. */
async function updateCommand(
  value: Imported,
  kind: ImportKind,
  { source, options }: {
    source: ImportSource;
    options: ImportCommandOptions;
  },
): Promise<number> {
  const folder = options.output ?? ".";
  if (kind !== "openapi") {
    throw usageError(
      `Cannot use "--update" with ${kind}: only operations of OpenAPI can be recognised again`,
      { command: "import" },
    );
  }
  const { files: existing } = await readImportSource(folder, options);
  const fresh = toFiles(value);
  const { notes, added, changed, kept, files } = updateFiles(existing, fresh);
  const problem = await writeCollection(
    folder,
    new Map([...files].map(([path, text]) => [path, { text }])),
    { force: true },
  );
  if (problem) {
    writeError(`${formatDiagnostic(inFlags(problem), { wrap: WIDTH })}\n`);
    return loadingCode([problem]);
  }
  const account = accountOf({
    source: value.counts,
    all: fresh.counts,
    ...(value.added && { added: value.added }),
    notes: fresh.notes,
  });
  const check = await checked(folder, value);
  const report: Report = {
    name: value.name,
    kind,
    source: shownSource(source),
    output: folder,
    account,
    notes: [
      ...notes,
      ...fresh.notes.filter(({ lost }) => lost !== undefined),
      ...(account.note === undefined ? [] : [account.note]),
    ],
    files: [...files.keys()],
    updated: { added, changed, kept },
    check: { ...check, command: checkCommandLine(programName(), folder) },
  };
  writeOutput(
    options.format === "json" ? reportJson(report) : updateReport(report),
  );
  return 0;
}

/** Files of lines that environments come with: a line that is missing is added. */
const BESIDE_ENVIRONMENTS = [".env", ".env.example", ".gitignore"];

/** Such as a file of Postman's with an environment, which belongs to a collection. */
function onlyEnvironments({ items, environments, defaults }: Imported) {
  return items.length === 0 && environments.length > 0 &&
    !defaults?.variables?.length;
}

function isCollection(folder: string): boolean {
  return readIfThere(join(folder, "opencollection.yml")) !== undefined;
}

/** The files of environments as they go into a collection that is there. */
function joined(
  folder: string,
  files: ReadonlyMap<string, NewFile>,
): Map<string, NewFile> {
  const all = new Map(files);
  all.delete("opencollection.yml");
  for (const path of BESIDE_ENVIRONMENTS) {
    const file = all.get(path);
    const there = readIfThere(join(folder, path));
    if (file === undefined || "copyOf" in file || there === undefined) continue;
    const key = (line: string) => line.replace(/=.*/s, "");
    const known = new Set(there.split(/\r?\n/).map(key));
    const missing = file.text.split("\n").filter((line) =>
      line !== "" && !known.has(key(line))
    );
    const start = there === "" || there.endsWith("\n") ? there : `${there}\n`;
    all.set(path, {
      ...file,
      text: start + missing.map((line) => `${line}\n`).join(""),
    });
  }
  return all;
}

function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    // It is not there, or the write says why it cannot be read.
    return undefined;
  }
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
