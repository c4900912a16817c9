import { settingPattern } from "../../collection/setting_pattern.ts";
import { BRU_FORMAT, formatOf } from "../../collection/format.ts";
import { unreadFiles } from "../../collection/unread_files.ts";
import { dotenvOf } from "../../collection/environment.ts";
import type { Collection, Environment } from "../../collection/types.ts";
import type { Entry } from "../../scope/variables.ts";
import type { Diagnostic, WayOut } from "../../source/diagnostic.ts";
import { wayOut } from "../../source/way_out.ts";
import type { ReadFile } from "./setters.ts";
import type { SelectedFiles } from "../selected_files.ts";

/** Says of a name that nothing defines that an entry of a `.env` is called so, or nearly so. */
export function entryNotes(
  name: string,
  collection: Collection,
  environments: readonly Environment[],
): string[] {
  const wanted = folded(name);
  const entries = [...dotenvOf(collection, environments).keys()];
  const entry = entries.includes(name)
    ? name
    : entries.find((it) => folded(it) === wanted);
  if (entry === undefined) return [];
  const file = dotenvFile(entry, collection, environments) ?? "a .env file";
  return [`"${entry}" is in ${file}: write {{process.env.${entry}}}`];
}

/** Says of a secret without a value that a `.env` has an entry of exactly its name, which only a placeholder reads. */
export function secretEntryNotes(
  name: string,
  collection: Collection,
  environments: readonly Environment[],
): string[] {
  if (!dotenvOf(collection, environments).get(name)) return [];
  const file = dotenvFile(name, collection, environments) ?? "a .env file";
  const main = collection.file.slice(collection.file.lastIndexOf("/") + 1);
  // Bruno's environments list the names of secrets alone.
  const isBru = formatOf(main) === BRU_FORMAT;
  const way = isBru
    ? `write {{process.env.${name}}}`
    : `give the secret the value "{{process.env.${name}}}"`;
  return [`"${name}" is in ${file}: ${way}`];
}

/** Says of an entry that may not be read that a file which stands alone, such as that of `--env-file`, has a variable of this name. */
export function refusedNotes(
  { code, expression = "" }: Diagnostic,
  collection: Collection,
  /** The selected ones. */
  environments: readonly Environment[],
): string[] {
  const entry = askedEntry(expression);
  if (code !== "PERMISSION" || entry === undefined) return [];
  const giving = environments.find((one) =>
    !collection.environments.includes(one) &&
    one.variables.some(({ name, disabled }) => name === entry && !disabled)
  );
  return giving === undefined
    ? []
    : [`"${entry}" is a variable of ${giving.file}: write {{${entry}}}`];
}

function askedEntry(expression: string): string | undefined {
  return /^process\s*\.\s*env\s*\.\s*(\w+)$/.exec(expression)?.[1];
}

/** The ways to a value that may not be read: first the `.env` that is still to be made where its example lists the entry. */
function copyWays(
  expression: string,
  collection: Collection,
  readFile: ReadExample | undefined,
): WayOut[] {
  const entry = askedEntry(expression);
  if (entry === undefined) return [];
  if (collection.dotenv.size > 0 || readFile === undefined) return [];
  try {
    const example = readFile(collection, ".env.example") ?? "";
    if (!entriesIn(example).has(entry)) return [];
  } catch {
    // There is none, or it is not for the run to read.
    return [];
  }
  const dotenv = ownDotenv(collection);
  return [wayOut("copy-example", `${dotenv}.example`, dotenv)];
}

type ReadExample = (...of: Parameters<ReadFile>) => string | undefined;

/** The last text that was looked at: many diagnostics are about one file. */
let last: { readonly text: string; readonly entries: ReadonlySet<string> } = {
  text: "",
  entries: new Set(),
};

/** The names of a `.env` file. */
function entriesIn(text: string): ReadonlySet<string> {
  if (text !== last.text) {
    const entries = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    last = { text, entries: new Set(entries) };
  }
  return last.entries;
}

/** The path of the collection's own `.env` where an entry is read from it. */
export function dotenvFile(
  entry: string,
  collection: Collection,
  environments: readonly Environment[],
): string | undefined {
  const isOwn = collection.dotenv.has(entry) &&
    !environments.some((one) => one.dotenv?.has(entry));
  return isOwn ? ownDotenv(collection) : undefined;
}

/** The path of the collection's own `.env`, whether there is one or not. */
function ownDotenv({ file }: Collection): string {
  return `${file.slice(0, file.lastIndexOf("/") + 1)}.env`;
}

/** Names the `.env` that an entry may be listed in: others may lie in folders above. */
export function withDotenvWays(
  diagnostic: Diagnostic,
  collection: Collection,
  readFile: ReadExample | undefined,
): Diagnostic {
  const { code, expression = "", waysOut } = diagnostic;
  if (code !== "PERMISSION" || waysOut === undefined) return diagnostic;
  return {
    ...diagnostic,
    waysOut: [
      ...copyWays(expression, collection, readFile),
      ...waysOut.map((way) =>
        way.kind === "allow-env"
          ? { ...way, names: [way.names[0], ownDotenv(collection)] }
          : way
      ),
    ],
  };
}

/** Equal for names that differ in capitals, `-` and `_` only. */
function folded(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

/** Says of a name that a file defines, and no scope has any more, that it is gone. */
export function removedNotes(
  name: string,
  collection: Collection,
  { settings }: {
    readonly settings?: SelectedFiles;
  },
): string[] {
  const selected = settings?.environments?.get(collection) ?? [];
  const variable = [
    ...selected.flatMap(({ variables }) => variables),
    ...collection.defaults.variables,
    ...settings?.globals ?? [],
  ].find((one) => one.name === name && !one.disabled && !one.unset);
  return variable === undefined ? [] : [
    `${variable.at.file} declares "${name}", but a script has set it to undefined or deleted it`,
  ];
}

/** Codes of what is wrong with a value, rather than that there is none. */
const OF_VALUES: readonly Diagnostic["code"][] = [
  "INVALID_FIELD",
  "INVALID_URL",
  "INVALID_BODY",
];

/** Says of a value that is empty, or lacks what a path asks for, where it comes from, as it can be mended there. */
export function originNotes(
  name: string,
  { code, location }: Diagnostic,
  entry: Entry | undefined,
): string[] {
  const isPath = code === "INVALID_PATH";
  const isEmpty = OF_VALUES.includes(code) && entry?.value === "";
  if (entry === undefined || !isPath && !isEmpty) return [];
  if (entry.from === "flag") {
    return [`a flag gives "${name}" ${isPath ? "its" : "an empty"} value`];
  }
  const { file } = entry.at ?? {};
  if (!isPath) {
    return file === undefined ? [] : [`"${name}" is empty in ${file}`];
  }
  // Beside the placeholder, whoever looks sees it.
  return file === undefined || file === location?.file
    ? []
    : [`"${name}" is defined in ${file}`];
}

/** Whether a diagnostic points to a header of the collection itself. */
export function isInSharedHeader(
  { location }: Diagnostic,
  { defaults }: Collection,
): boolean {
  return defaults.headers.some(({ name, value }) =>
    [name.at.path, value.at.path].some((path) => path === location?.keys)
  );
}

/** Says which files, of those that cannot be read, may set a variable. */
export function unreadNotes(name: string, collection: Collection): string[] {
  const pattern = settingPattern(name);
  return [...unreadFiles(collection)]
    .filter(([, text]) => text.includes(name) && pattern.test(text))
    .map(([file]) =>
      `${file} names "${name}", but cannot be read (correct that file first)`
    );
}
