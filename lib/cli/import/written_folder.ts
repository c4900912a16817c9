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

/** Files of lines that environments come with: a line that is missing is added. */
export const BESIDE_ENVIRONMENTS = [".env", ".env.example", ".gitignore"];

/** The files of environments as they go into a collection that is there. */
export function joined<File extends NewFile>(
  folder: string,
  files: ReadonlyMap<string, File>,
): Map<string, File> {
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
