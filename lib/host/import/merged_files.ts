import {
  brunoDotenvValue,
  readBrunoDotenv,
} from "../../core/collection/read/bruno_dotenv.ts";
import { BRU_FORMAT, YAML_FORMAT } from "../../core/collection/format.ts";
import { readDotenv } from "../../core/collection/read/read_dotenv.ts";
import { isFile } from "../files/is_file.ts";
import { join } from "../path.ts";
import type { NewFile } from "./new_file.ts";

/** Files of lines: what is there stays, and a line that is missing is added. */
export const MERGED_FILES = [".env", ".env.example", ".gitignore"];

/**
 * The files with the lines that the folder's own {@linkcode MERGED_FILES} have:
 * an entry of `.env` has no other copy, as git does not know it.
 *
 * @param options.newer Whether an entry of `.env` that is there with another
 * value gets the new one; default: only an empty one does.
 */
export function mergedFiles<File extends NewFile>(
  folder: string,
  files: ReadonlyMap<string, File>,
  { newer = false } = {},
): Map<string, File> {
  const all = new Map(files);
  const dialect = isOfBru(folder, (path) => files.has(path)) ? BRUNO : OWN;
  for (const path of MERGED_FILES) {
    const file = all.get(path);
    const there = readIfThere(join(folder, path));
    if (file === undefined || "copyOf" in file || there === undefined) continue;
    const text = path !== ".env"
      ? withLines(there, file.text)
      : newer
      ? withEntries(file.text, there, dialect)
      : withEntries(filled(there, file.text, dialect), file.text, dialect);
    all.set(path, { ...file, text });
  }
  return all;
}

/**
 * Whether a folder is a collection of `.bru` files.
 *
 * @param isNew Whether it is about to get a file.
 */
export function isOfBru(
  folder: string,
  isNew: (path: string) => boolean = () => false,
): boolean {
  const has = (name: string) => isNew(name) || isFile(join(folder, name));
  return BRU_FORMAT.mains.some(has) && !YAML_FORMAT.mains.some(has);
}

/** What reads the `.env` of a collection as its runs do. */
export function entriesReader(folder: string): Dialect["read"] {
  return (isOfBru(folder) ? BRUNO : OWN).read;
}

/** The text of a file; undefined where there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    // It is not there, or the write says why it cannot be read.
    return undefined;
  }
}

/** A value as a `.env` file has it. */
export function dotenvValue(value: string): string {
  if (/^[\w./:@+=-]*$/.test(value)) return value;
  if (!/['\n\r]/.test(value)) return `'${value}'`;
  const escaped = value.replace(/["\\$]/g, "\\$&").replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r");
  return `"${escaped}"`;
}

/** How `.env` files are read and written. */
interface Dialect {
  readonly read: typeof readBrunoDotenv;
  readonly write: (value: string) => string;
}

const OWN: Dialect = { read: readDotenv, write: dotenvValue };
const BRUNO: Dialect = {
  read: readBrunoDotenv,
  write: (value) => brunoDotenvValue(value) ?? "",
};

/** A text with the lines of another that it lacks; of an entry, the name counts. */
function withLines(text: string, more: string): string {
  const key = (line: string) => line.replace(/=.*/s, "");
  const known = new Set(text.split(/\r?\n/).map(key));
  return ended(text) +
    more.split(/\r?\n/)
      .filter((line) => line !== "" && !known.has(key(line)))
      .map((line) => `${line}\n`).join("");
}

/** The text of a `.env` with the entries of another that it lacks. */
function withEntries(
  text: string,
  more: string,
  { read, write }: Dialect,
): string {
  const known = read(".env", text).value;
  return ended(text) +
    [...read(".env", more).value]
      .filter(([name]) => !known.has(name))
      .map(([name, value]) => `${name}=${write(value)}\n`).join(
        "",
      );
}

/** The text of a `.env` whose empty entries have the values of another. */
function filled(text: string, more: string, { read, write }: Dialect): string {
  const { value, places } = read(".env", text);
  const fresh = read(".env", more).value;
  const lines = text.split("\n");
  for (const [name, { line }] of places) {
    const one = fresh.get(name);
    if (one === undefined || value.get(name) !== "") continue;
    lines[line - 1] = lines[line - 1].replace(
      /=[ \t]*(?=\r?$)/,
      () => `=${write(one)}`,
    );
  }
  return lines.join("\n");
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
