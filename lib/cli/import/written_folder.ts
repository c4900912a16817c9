import { entriesReader, readIfThere } from "../../host/import/merged_files.ts";
import { join } from "../../host/path.ts";
import { shownUrl } from "../../core/secrets/shown_url.ts";
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
 * @param own The names that the files written now read. Where there is a `.env`,
 * those of other files, such as of another environment, are not this import's.
 */
export function waitingIn(
  folder: string,
  mayStayEmpty: readonly string[],
  own?: readonly string[],
): WaitingNames {
  const values = valuesIn(folder);
  return {
    names: exampleNames(folder).filter((name) =>
      !values?.get(name) && !mayStayEmpty.includes(name) &&
      (values === undefined || own === undefined || own.includes(name))
    ),
    isThere: values !== undefined,
  };
}

/** The values of the folder's `.env`, if there is one. */
export function valuesIn(
  folder: string,
): ReadonlyMap<string, string> | undefined {
  const dotenv = readIfThere(join(folder, ".env"));
  return dotenv === undefined
    ? undefined
    : entriesReader(folder)(".env", dotenv).value;
}

/** The names that `.env.example` lists. */
export function exampleNames(folder: string): string[] {
  return exampleNamesIn(readIfThere(join(folder, ".env.example")));
}

/** The names that the text of a `.env.example` lists. */
export function exampleNamesIn(example = ""): string[] {
  return [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
}

/** What `brace check` says of a folder that was written. The library that checks is for those who write a collection. */
export async function checked(
  folder: string,
  { environments, secrets }: Imported,
  globals?: string,
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
    globals === undefined ? undefined : join(folder, globals),
  );
}

/** How a report names the source: a URL without what is secret in it. */
export function shownSource({ name }: ImportSource): string {
  return /^https?:\/\//i.test(name) ? shownUrl(name) : name;
}
