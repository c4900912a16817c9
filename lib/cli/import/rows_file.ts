import { dataFormat } from "../../core/plan/read_rows.ts";
import { readDataFile } from "../../host/files/read_data_file.ts";
import { dirname, join } from "../../host/path.ts";
import type { ImportSource } from "../../tools/convert/types.ts";
import type { SelfCheck } from "./self_check.ts";

/** A file whose rows give variables that have no value otherwise, or what scripts read. */
export interface RowsFile {
  /** From the current folder. */
  readonly path: string;
  /** What is needed of its columns. */
  readonly names: readonly string[];
}

/** Only so many files are looked into, and only if they are not larger. */
const MAX_FILES = 20;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The file in the folder of a source, or beside a file, that has columns for
 * the most variables without a value and names that scripts read: for all
 * variables that scripts take from rows.
 */
export function rowsFile(
  source: ImportSource,
  { undefined: lacking, unsure, inRows, readInRows }: SelfCheck,
): RowsFile | undefined {
  const needed = [...lacking, ...inRows, ...readInRows];
  if (needed.length === 0) return undefined;
  const [best] = candidates(source).slice(0, MAX_FILES).map((path) => {
    const columns = columnsOf(path);
    const names = [...new Set([...lacking, ...unsure, ...readInRows])]
      .filter((name) => columns.has(name));
    return { path, names };
  }).filter(({ names }) =>
    names.some((name) => needed.includes(name)) &&
    inRows.every((name) => names.includes(name))
  ).sort((a, b) => b.names.length - a.names.length);
  return best;
}

/** The columns of all files beside a source that may have rows of data. */
export function columnsBeside(source: ImportSource): Set<string> {
  return new Set(
    candidates(source).slice(0, MAX_FILES).flatMap((path) => [
      ...columnsOf(path),
    ]),
  );
}

function candidates({ name, main, files, others }: ImportSource): string[] {
  const folder = main === undefined ? name : dirname(name);
  const names = main === undefined
    ? [...others ?? [], ...files.keys()]
    : filesBeside(name);
  const paths = names.filter((path) =>
    path !== main && dataFormat(path) !== undefined
  ).toSorted();
  // JSON and YAML may be anything: they come last.
  return [true, false].flatMap((isTable) =>
    paths.filter((path) =>
      ["csv", "ndjson"].includes(dataFormat(path) ?? "") === isTable
    )
  ).map((path) => join(folder, path).replaceAll("\\", "/"));
}

/** The files of a file's folder; none for what is no file, such as a URL. */
function filesBeside(file: string): string[] {
  try {
    if (!Deno.statSync(file).isFile) return [];
    return [...Deno.readDirSync(dirname(file))].filter(({ isFile }) => isFile)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function columnsOf(path: string): ReadonlySet<string> {
  try {
    if (Deno.statSync(path).size > MAX_BYTES) return new Set();
    const [row = {}] = readDataFile(path).rows;
    return new Set(Object.keys(row));
  } catch {
    // What cannot be read is not proposed.
    return new Set();
  }
}
