import { join, resolve } from "../../host/path.ts";
import { isFile } from "../../host/files/is_file.ts";
import { readV3Examples } from "../../host/files/read_v3_examples.ts";
import {
  BRU_FORMAT,
  formatOf,
  V3_FORMAT,
} from "../../core/collection/format.ts";
import {
  brunoDotenvValue,
  readBrunoDotenv,
} from "../../core/collection/read/bruno_dotenv.ts";
import { readDotenv } from "../../core/collection/read/read_dotenv.ts";
import {
  bruAccount,
  type ExportAccount,
  postmanAccount,
} from "../../tools/convert/export/account_export.ts";
import { exportBru } from "../../tools/convert/export/export_bru.ts";
import { exportPostman } from "../../tools/convert/export/export_postman.ts";
import { readForExport } from "../../tools/convert/export/read_for_export.ts";
import { fileName } from "../../tools/convert/file_name.ts";
import {
  type NeededFiles,
  neededFiles,
} from "../../tools/convert/needed_files.ts";
import { secretsInScripts } from "../../tools/convert/export/notes/secrets_in_scripts.ts";
import { brunoModules } from "../../tools/convert/export/script/bruno_modules.ts";
import { withPackages } from "../../tools/convert/bru/needed_packages.ts";
import type {
  FoundSecret,
  Imported,
  ImportNote,
  ReplacedSecret,
} from "../../tools/convert/types.ts";
import { exportedGlobals } from "./export_globals.ts";
import { copiedFiles } from "../../host/import/write_collection.ts";
import { presentCollection } from "../../host/scaffold/present_collection.ts";
import { filesBeside } from "../../host/import/write_collection.ts";
import type { NewFile } from "../../host/import/new_file.ts";
import { writeCollection } from "../../host/import/write_collection.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { loadingCode } from "../../core/run/exit_code.ts";
import { exportReport } from "../import/import_report.ts";
import { type Report, reportJson } from "../import/report.ts";
import { usageError } from "../usage_error.ts";
import { wholeCollection } from "./whole_collection.ts";
import type { ExportOptions } from "../command.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import { printProblem } from "../print_diagnostics.ts";

const IN_CLEAR =
  "note: The files contain the values of secrets in clear text: keep them to yourself\n";

/** The text of a `.env`, and the entries that it gives its collection. */
interface Dotenv {
  readonly text: string;
  readonly entries: ReadonlyMap<string, string>;
}

/** A collection, and the files beside it that go along. */
interface Exporting {
  readonly collection: Imported;
  /** Variables that the reading brought. */
  readonly added: number;
  readonly root: string;
  readonly needed: NeededFiles;
  readonly dotenv?: Dotenv;
  /** That of `.env.example`, which names what `.env` is to have. */
  readonly example: string;
}

/**
 * `brace export`: writes a collection in another client's format.
 *
 * @throws {DiagnosticError} The collection cannot be read, or not be written.
 */
export async function exportCommand(options: ExportOptions): Promise<number> {
  const { kind } = options;
  if (kind === "artillery") {
    const { exportLoad } = await import("./export_load.ts");
    return await exportLoad(options);
  }
  const { files: own, main, root } = wholeCollection(options.path);
  const files = formatOf(main) === V3_FORMAT
    ? new Map([...own, ...readV3Examples(root, own.keys())])
    : own;
  const { globals, notes } = await exportedGlobals({ files, main, root }, kind);
  const read = readForExport(files, main, kind, {
    ...(globals !== undefined && { globals }),
  });
  const { value: collection } = read;
  if (collection === undefined) {
    for (const one of read.diagnostics) printProblem(one, files);
    return loadingCode(read.diagnostics);
  }
  const beside = filesBeside(root);
  const named = await neededFiles(collection, beside);
  const all = options.kind === "bru"
    ? await withPackages(
      named,
      beside,
      (path) =>
        options.output !== undefined && isFile(join(options.output, path)),
    )
    : named;
  const needed = { ...all, notes: [...all.notes, ...notes] };
  const text = files.get(".env");
  const readEntries = formatOf(main) === BRU_FORMAT
    ? readBrunoDotenv
    : readDotenv;
  const dotenv: Dotenv | undefined = text === undefined
    ? undefined
    : { text, entries: readEntries(".env", text).value };
  const exporting = {
    collection,
    added: read.added,
    root,
    needed,
    ...(dotenv !== undefined && { dotenv }),
    example: files.get(".env.example") ?? "",
  };
  return options.kind === "bru"
    ? await toFolder(exporting, options)
    : await toPostman(exporting, options);
}

async function toFolder(
  { collection, added, root, needed, dotenv, example }: Exporting,
  options: ExportOptions,
): Promise<number> {
  const { output, withSecrets } = options;
  if (output === undefined) {
    throw usageError(
      'Cannot export to standard output: these are several files, name a folder with "--output DIR"',
      { command: "export" },
    );
  }
  refuseOwnFolder(output, root);
  const exported = exportBru(collection, {
    withSecrets,
    ...(dotenv && { dotenv: dotenv.entries }),
  });
  const { files, secrets, unread } = exported;
  const own = new Set([...files.keys()].map((path) => path.toLowerCase()));
  const copies = needed.copies.filter((path) => !own.has(path.toLowerCase()));
  const copied = (texts: ReadonlyMap<string, string>) =>
    new Map([...texts].filter(([path]) => copies.includes(path)));
  const code = copied(needed.modules);
  const modules = brunoModules(code, needed.sent);
  const all = new Map<string, NewFile>([
    ...textFiles(files),
    ...copiedFiles(root, output, copies),
    ...textFiles(modules.texts),
  ]);
  const given = withSecrets && dotenv ? brunoDotenv(dotenv) : undefined;
  const names = new Set([
    ...[...dotenv?.entries.keys() ?? []].filter((name) => !unread.has(name)),
    ...namesIn(example).filter((name) => isIn(files, name)),
    ...secrets.map(({ env }) => env),
  ]);
  if (names.size > 0) {
    const lines = [...names].map((name) => `${name}=\n`).join("");
    all.set(".env.example", {
      text:
        `# Copy this file to .env and fill it in; .env is not for the repository.\n${lines}`,
    });
    all.set(".gitignore", { text: ".env\n" });
    if (given) all.set(".env", { text: given.text, mode: 0o600 });
  }
  const exitCode = await write(output, all, options);
  if (exitCode !== 0) return exitCode;
  const isLacking = dotenv === undefined && secrets.length === 0;
  const hidden = given
    ? given.notes
    : hiddenNote(names.size, { output, isLacking });
  tell(collection, bruAccount(collection, exported, added), {
    found: exported.found,
    files: [...all.keys()],
    more: [
      ...needed.notes,
      ...modules.notes,
      ...withSecrets ? [] : secretsInScripts(collection, [
        ...code,
        ...copied(needed.data),
      ]),
      ...hidden,
    ],
    options,
  });
  return exitCode;
}

/** A run of a folder with files of two formats ignores those of one. */
function refuseOwnFolder(output: string, root: string): void {
  const present = presentCollection(output);
  const isOther = present !== undefined &&
    (present.kind === "workspace" || present.format !== BRU_FORMAT ||
      present.root !== resolve(output));
  if (resolve(output) !== resolve(root) && !isOther) return;
  throw usageError(
    `Cannot export to "${output}": it is a collection already, or has requests of one (choose another folder with --output)`,
    { command: "export" },
  );
}

async function toPostman(
  { collection, added, needed, dotenv }: Exporting,
  options: ExportOptions,
): Promise<number> {
  const { output, withSecrets } = options;
  const exported = exportPostman(collection, {
    withSecrets,
    ...(dotenv && { dotenv: dotenv.entries }),
  });
  const { collection: text, environments, found } = exported;
  const account = postmanAccount(collection, exported, {
    withEnvironments: output !== undefined,
    added,
  });
  const more = [
    ...notesBeside(needed),
    ...withSecrets ? [] : secretsInScripts(collection),
  ];
  if (output === undefined) {
    writeOutput(text, "json");
    tell(collection, account, { found, files: [], more, options });
    return 0;
  }
  const isFile = /\.json$/i.test(output);
  const folder = isFile ? join(output, "..") : output;
  const main = isFile
    ? output.replace(/^.*[/\\]/, "")
    : `${fileName(collection.name, new Set())}.postman_collection.json`;
  const files = new Map([[main, text], ...environments]);
  const code = await write(folder, textFiles(files), options);
  if (code === 0) {
    tell(collection, account, {
      found,
      files: [...files.keys()],
      more,
      options,
    });
  }
  return code;
}

/** Files that Postman has to be shown anew. */
function notesBeside({ copies, notes }: NeededFiles): ImportNote[] {
  return copies.length === 0 ? [...notes] : [
    ...notes,
    {
      kind: "person",
      message: `The files that requests and scripts name stay where they are: ${
        copies.map((path) => `"${path}"`).join(", ")
      }; choose the files of bodies again in Postman, and move modules into scripts`,
    },
  ];
}

function namesIn(example: string): string[] {
  return [...readDotenv(".env", example).value.keys()];
}

/** A `.env` that gives Bruno the same entries; as it is written if it does already. */
function brunoDotenv(
  { text, entries }: Dotenv,
): { text: string; notes: ImportNote[] } {
  const there = readBrunoDotenv(".env", text).value;
  const isSame = there.size === entries.size &&
    [...entries].every(([name, value]) => there.get(name) === value);
  if (isSame) return { text, notes: [] };
  const lines = [...entries].map(([name, value]) =>
    [name, brunoDotenvValue(value)] as const
  );
  return {
    // Bruno takes an empty entry before the value of the process.
    text: lines.filter(([, value]) => value !== undefined)
      .map((line) => `${line.join("=")}\n`).join(""),
    notes: lines.filter(([, value]) => value === undefined).map(([name]) => ({
      kind: "person",
      message:
        `The value of "${name}" is not in .env: Bruno reads it from no kind of quotes (set it in the environment of the process)`,
    })),
  };
}

/** Whether a file reads an entry of `.env`: what the export does not have any more is not asked for. */
function isIn(files: ReadonlyMap<string, string>, name: string): boolean {
  const word = new RegExp(`(?<!\\w)${name}(?!\\w)`);
  return [...files.values()].some((text) => word.test(text));
}

/** @param options.isLacking The collection has no values that could be written. */
function hiddenNote(
  count: number,
  { output, isLacking }: { output: string; isLacking: boolean },
): ImportNote[] {
  const one = count === 1;
  const what = isLacking
    ? `${
      one ? "1 value comes" : `${count} values come`
    } from .env, which the collection lacks`
    : `${
      one ? "1 value that is" : `${count} values that are`
    } secret or from .env ${one ? "is" : "are"} left out`;
  return count === 0 ? [] : [{
    kind: "person",
    message: `${what}: copy ${shellPath(join(output, ".env.example"))} to ${
      shellPath(join(output, ".env"))
    } and fill it in${isLacking ? "" : " (or export with --with-secrets)"}`,
  }];
}

/** Tells what was written: as JSON where a program reads it, on standard output unless the document is there. */
function tell(
  collection: Imported,
  { account, notes }: ExportAccount,
  { found, files, more, options }: {
    /** Where values were taken out. */
    found: readonly (FoundSecret | ReplacedSecret)[];
    files: readonly string[];
    more: readonly ImportNote[];
    options: ExportOptions;
  },
): void {
  const { format, kind, output, path, withSecrets } = options;
  const report: Report = {
    name: collection.name,
    kind,
    source: path,
    ...(output !== undefined && { output }),
    account,
    notes: [...notes, ...more].map(({ item: _, ...note }) => note),
    files,
    ...(found.length > 0 && { found }),
  };
  if (format === "text") writeError(exportReport(report));
  else if (output === undefined) writeError(reportJson(report));
  else writeOutput(reportJson(report));
  if (withSecrets) writeError(IN_CLEAR);
}

function textFiles(files: ReadonlyMap<string, string>): Map<string, NewFile> {
  return new Map([...files].map(([path, text]) => [path, { text }]));
}

async function write(
  folder: string,
  files: ReadonlyMap<string, NewFile>,
  options: ExportOptions,
): Promise<number> {
  const problem: Diagnostic | undefined = await writeCollection(
    folder,
    files,
    { ...options, newer: true },
  );
  if (problem) {
    printProblem(problem);
    return loadingCode([problem]);
  }
  const count = files.size === 1 ? "1 file" : `${files.size} files`;
  // Where one file is asked for, those beside it are news.
  const names = options.kind === "postman" && files.size > 1
    ? `:\n${[...files.keys()].map((name) => `  ${name}\n`).join("")}`
    : "\n";
  if (options.format === "text") {
    writeOutput(`Wrote ${count} to ${folder}${names}`);
  }
  return 0;
}
