import { readDotenv } from "../../core/collection/read/read_dotenv.ts";
import type { NewFile } from "../../host/import/write_collection.ts";
import { join } from "../../host/path.ts";
import type { Imported, ImportSource } from "../../tools/convert/types.ts";

/** The names in `.env.example` that `.env` has no value for. */
export interface WaitingNames {
  readonly names: readonly string[];
  /** Whether there is a `.env`: a copy of the example would replace it. */
  readonly isThere: boolean;
}

/**
 * What waits in a folder that was written.
 *
 * @param mayStayEmpty Names that need no value.
 */
export function waitingIn(
  folder: string,
  mayStayEmpty: readonly string[],
): WaitingNames {
  const dotenv = readIfThere(join(folder, ".env"));
  const { value } = readDotenv(".env", dotenv ?? "");
  return {
    names: exampleNames(folder).filter((name) =>
      !value.get(name) && !mayStayEmpty.includes(name)
    ),
    isThere: dotenv !== undefined,
  };
}

/** The names that `.env.example` lists. */
export function exampleNames(folder: string): string[] {
  const example = readIfThere(join(folder, ".env.example")) ?? "";
  return [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
}

/** What `brace check` says of a folder that was written. The library that checks is for those who write a collection. */
export async function checked(
  folder: string,
  { environments, secrets }: Imported,
) {
  const { selfCheck } = await import("./self_check.ts");
  return await selfCheck(
    folder,
    environments.filter((one) => !one.isGlobal).map(({ name }) => name),
    new Set([
      ...secrets.map(({ env }) => env),
      // Those of an import into the same folder wait, too.
      ...exampleNames(folder),
    ]),
  );
}

/** A URL without a name and password in it. */
export function shownSource({ name }: ImportSource): string {
  return name.replace(/^(https?:\/\/)[^/?#]*@/i, "$1");
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

/** Files of lines: what is there stays, and a line that is missing is added. */
export const MERGED_FILES = [".env", ".env.example", ".gitignore"];

/**
 * The files with the lines that the folder's own {@linkcode MERGED_FILES} have:
 * an entry of `.env` has no other copy, as git does not know it.
 */
export function merged<File extends NewFile>(
  folder: string,
  files: ReadonlyMap<string, File>,
): Map<string, File> {
  const all = new Map(files);
  for (const path of MERGED_FILES) {
    const file = all.get(path);
    const there = readIfThere(join(folder, path));
    if (file === undefined || "copyOf" in file || there === undefined) continue;
    all.set(path, { ...file, text: mergedLines(there, file.text) });
  }
  return all;
}

/** An entry that is there without a value gets the new one. */
function mergedLines(there: string, text: string): string {
  const key = (line: string) =>
    line.replace(/^export +/, "").replace(/ ?=.*/s, "");
  const fresh = new Map(
    text.split("\n").filter((line) => line !== "").map((line) => [
      key(line),
      line,
    ]),
  );
  const lines = (there === "" || there.endsWith("\n") ? there : `${there}\n`)
    .split("\n").map((line) => {
      const own = line.replace(/\r$/, "");
      const value = fresh.get(key(own));
      fresh.delete(key(own));
      return value !== undefined && /^[^=]+=$/.test(own) ? value : line;
    });
  return lines.join("\n") +
    [...fresh.values()].map((line) => `${line}\n`).join("");
}
