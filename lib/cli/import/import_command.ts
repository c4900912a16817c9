import { scriptTypes, TYPES_FILE } from "../../lsp/complete/script_types.ts";
import { CONFIG_FILE, YAML_FORMAT } from "../../core/collection/format.ts";
import { brunoDotenvValue } from "../../core/collection/read/bruno_dotenv.ts";
import { join, relative, resolve } from "../../host/path.ts";
import { accountOf } from "../../tools/convert/account.ts";
import { importSource } from "../../tools/convert/import_source.ts";
import { fileName } from "../../tools/convert/file_name.ts";
import { SCHEMA_CHECK } from "../../tools/convert/openapi/response_checks.ts";
import { isFile } from "../../host/files/is_file.ts";
import { markOf } from "../../tools/convert/yaml.ts";
import { toFiles } from "../../tools/convert/to_files.ts";
import type {
  Imported,
  ImportedItem,
  ImportNote,
} from "../../tools/convert/types.ts";
import {
  dotenvValue,
  isOfBru,
  readIfThere,
} from "../../host/import/merged_files.ts";
import { readImportSource } from "../../host/import/read_import_source.ts";
import type { NewFile } from "../../host/import/new_file.ts";
import {
  copiedFiles,
  intoSource,
  writeCollection,
} from "../../host/import/write_collection.ts";
import { typesApart } from "../../host/scaffold/types_apart.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import { programName } from "../../host/terminal/program_name.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import { configuredGlobals } from "../config/with_globals.ts";
import { bruEnvironments, withNamedSecrets } from "./bru_environments.ts";
import { cutOff, pasting } from "./cut_off.ts";
import { importReport } from "./import_report.ts";
import { checked, shownSource, valuesIn, waitingIn } from "./written_folder.ts";
import { updateCommand } from "./update_command.ts";
import { checkCommandLine, nextSteps } from "./next_steps.ts";
import type { ImportCommandOptions } from "../command.ts";
import { keptEntries, withNamesApart } from "./names_apart.ts";
import { onlyEnvironmentsIn } from "./only_environments.ts";
import { leftFiles } from "./left_files.ts";
import { type Report, reportJson, type ReportNote } from "./report.ts";
import { ownFiles } from "./own_files.ts";
import { columnsBeside, rowsFile } from "./rows_file.ts";
import { shortList } from "./short_list.ts";
import { staleFiles } from "./stale_files.ts";
import { printProblem } from "../print_diagnostics.ts";

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
  // An update has what the import had.
  const before = options.update
    ? await textsOfOpenapi(options.output ?? ".", options)
    : [];
  const withTests = options.withTests ||
    before.some((text) => text.includes(SCHEMA_CHECK));
  const withClients = before.some((text) => text.includes("clientId:"));
  const isInPlace = options.output !== undefined &&
    resolve(options.source) === resolve(options.output);
  const waitingFor = options.output === undefined || options.update
    ? undefined
    : onlyEnvironmentsIn(options.output);
  const { value: imported, diagnostics, kind } = await importSource(source, {
    ...options,
    withTests,
    withClients,
    isInPlace,
    isThere: (path) =>
      options.output !== undefined && isFile(resolve(options.output, path)),
    columnsBeside,
    joined: (read) => onlyEnvironments(read) ? undefined : waitingFor,
  });
  for (const one of diagnostics) printProblem(one, source.files);
  if (imported === undefined || kind === undefined) {
    return loadingCode(diagnostics);
  }
  const envsOnly = onlyEnvironments(imported);
  const cut = (folder: string) =>
    cutOff(folder, {
      kind,
      onlyEnvironments: envsOnly && !options.update,
      source: shownSource(source),
    });
  if (options.update) {
    const refused = cut(options.output ?? ".");
    if (refused) {
      printProblem(refused);
      return loadingCode([refused]);
    }
    return await updateCommand(imported, kind, { source, options });
  }
  const folder = options.output ?? fileName(imported.name, new Set());
  // The name of a collection without one is that of its folder.
  const isSource = options.output === undefined &&
    resolve(options.source) === resolve(folder);
  const refused = isSource
    ? intoSource(folder)
    : isInPlace
    ? undefined
    : cut(folder);
  if (refused) {
    printProblem(refused);
    return loadingCode([refused]);
  }
  const isBru = envsOnly && !isInPlace && isOfBru(folder);
  const joins = isBru || envsOnly && isCollection(folder);
  const toTexts = isBru ? bruEnvironments : toFiles;
  const own = isBru ? withNamedSecrets(imported) : imported;
  const value = joins
    ? withNamesApart(own, { folder, own: [...toTexts(own).files.keys()] })
    : own;
  const written = toTexts(value);
  const { counts } = written;
  const notes: ReportNote[] = written.notes.filter(({ lackedFile }) =>
    lackedFile === undefined || !isFile(resolve(folder, lackedFile))
  );
  const files = new Map([
    ...withSecretFiles(written.files, value, {
      ...options,
      isBru,
      hasPackages: !isInPlace && written.copies.includes("package.json"),
    }),
    ...copiedFiles(
      options.source,
      folder,
      written.copies,
      value.hiddenCopies,
    ),
    ...typesFor(written.files),
  ]);
  // Environments join a collection, which has its main file already.
  if (joins) files.delete("opencollection.yml");
  if (written.globals !== undefined) {
    notes.push(await giveGlobals(written.globals, { folder, files }));
  }
  const kept = keptEntries(value, folder);
  if (kept.length > 0) {
    notes.push({
      kind: "person",
      message: `.env keeps its value of ${
        shortList(kept)
      }, of which the source has another`,
    });
  }
  const problem = await writeCollection(folder, files, {
    force: options.force,
    // The names of OpenAPI's credentials are those of the document.
    ...waitingFor && kind !== "openapi" && !envsOnly &&
      { replaces: "opencollection.yml" },
    wayOut: async () =>
      kind === "openapi" &&
        (await textsOfOpenapi(folder, options)).length > 0
        ? "update what came from OpenAPI with --update"
        : isCollection(folder) && kind === "curl"
        ? pasting(folder)
        : isCollection(folder)
        ? `run the collection that is there with ${programName()} run ${
          shellPath(folder)
        }`
        : undefined,
  });
  if (problem) {
    printProblem(problem);
    return loadingCode([problem]);
  }
  if (files.has(TYPES_FILE)) {
    notes.push(
      ...typesApart(folder, TYPES_FILE).map(({ to, line }): ReportNote => ({
        kind: "person",
        message: `Add to ${to}: ${line}`,
      })),
    );
  }
  // Of what is there already nothing was said above.
  const all = [...written.notes, ...notes];
  notes.push(...leftFiles(source, value, { kind, folder, notes: all }));
  const stale = joins ? undefined : staleFiles(folder, files.keys(), {
    withEnvironments: value.environments.length > 0,
  });
  notes.push(...stale?.notes ?? []);
  const account = accountOf({
    source: value.counts,
    all: counts,
    ...(value.added && { added: value.added }),
    notes,
  });
  const program = programName();
  const check = await checked(folder, value, written.globals);
  const waiting = waitingIn(
    folder,
    check.mayStayEmpty,
    namesOf(value.secrets),
  );
  const { withSecrets } = options;
  const report: Report = {
    name: value.name,
    kind,
    source: shownSource(source),
    output: folder,
    account,
    notes: account.note === undefined ? notes : [...notes, account.note],
    files: [...files.keys()],
    secrets: namesOf(value.secrets.filter(({ isPlain }) => !isPlain)),
    values: namesOf(value.secrets.filter(({ isPlain }) => isPlain)),
    ofProcess: namesOf(value.secrets.filter(({ isOfProcess }) => isOfProcess)),
    ...(value.found && { found: value.found }),
    check: { ...check, command: checkCommandLine(program, folder, check) },
    next: [
      ...stale?.steps ?? [],
      ...nextSteps({
        folder,
        source: shownSource(source),
        program,
        kind,
        hasRequests: counts.requests > 0 || joins && check.hasRequests,
        waiting,
        check,
        rows: rowsFile(source, check),
      }),
    ],
  };
  // A value that was in .env before stays there.
  const inDotenv = withSecrets ? valuesIn(folder) : undefined;
  const empty = namesOf(
    value.secrets.filter(({ env, value }) =>
      value === "" && !inDotenv?.get(env)
    ),
  );
  const folders = foldersIn(value.items);
  writeOutput(
    options.format === "json"
      ? reportJson(report)
      : importReport(report, { folders, withSecrets, empty, waiting }),
  );
  return 0;
}

function namesOf(secrets: Imported["secrets"]): string[] {
  return secrets.map(({ env }) => env);
}

/** Lets all runs see the globals, as Postman does; a file that is there stays. */
async function giveGlobals(
  path: string,
  { folder, files }: { folder: string; files: Map<string, NewFile> },
): Promise<ImportNote> {
  const key = `global-env: ${JSON.stringify(path)}`;
  const isThere = readIfThere(join(folder, CONFIG_FILE)) !== undefined;
  const named = isThere ? await configuredGlobals(folder) : undefined;
  const isNamed = named !== undefined &&
    resolve(named) === resolve(folder, path);
  if (isThere && !isNamed) {
    const other = named && relative(folder, named).replaceAll("\\", "/");
    return {
      kind: "person",
      message: other === undefined
        ? `Globals are an environment here: write ${key} below "run" in ${CONFIG_FILE}, so that runs use it`
        : `Globals are an environment here, but ${CONFIG_FILE} names other ones, "${other}": copy the values into that file, or change the line to ${key}`,
    };
  }
  if (!isThere) files.set(CONFIG_FILE, { text: `run:\n  ${key}\n` });
  return {
    kind: "changed",
    message:
      `Globals are an environment here: ${CONFIG_FILE} names "${path}", so that all requests see them`,
  };
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

/** The YAML files of a folder, if requests in it were made from operations of OpenAPI. */
async function textsOfOpenapi(
  folder: string,
  options: ImportCommandOptions,
): Promise<string[]> {
  try {
    const { files } = await readImportSource(folder, options);
    const texts = [...ownFiles(files).own].filter(([path]) =>
      /\.ya?ml$/.test(path)
    )
      .map(([, text]) => text);
    return texts.some((text) => markOf(text) !== undefined) ? texts : [];
  } catch (error) {
    if (error instanceof DiagnosticError) return [];
    throw error;
  }
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

/** Such as a file of Postman's with an environment, which belongs to a collection. */
function onlyEnvironments({ items, environments, defaults }: Imported) {
  return items.length === 0 && environments.length > 0 &&
    !defaults?.variables?.length;
}

function isCollection(folder: string): boolean {
  return YAML_FORMAT.mains.some((name) => isFile(join(folder, name)));
}

/** The files with `.env` for its owner alone, and `.gitignore` that names it and what "npm install" makes. */
function withSecretFiles(
  files: ReadonlyMap<string, string>,
  { secrets }: Imported,
  { withSecrets, isBru, hasPackages }:
    & Pick<ImportCommandOptions, "withSecrets">
    & { isBru: boolean; hasPackages: boolean },
): Map<string, NewFile> {
  const all = new Map<string, NewFile>(
    [...files].map(([path, text]) => [path, { text }]),
  );
  const ignored = [
    ...secrets.length > 0 ? [".env\n"] : [],
    ...hasPackages ? ["node_modules/\n"] : [],
  ];
  if (ignored.length > 0) all.set(".gitignore", { text: ignored.join("") });
  if (secrets.length === 0) return all;
  if (withSecrets) {
    const lines = secrets.map(({ env, value }) =>
      `${env}=${isBru ? brunoDotenvValue(value) ?? "" : dotenvValue(value)}\n`
    );
    all.set(".env", { text: lines.join(""), mode: 0o600 });
  }
  return all;
}
