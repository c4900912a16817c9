import { entryName } from "../../core/policy/env_refusal.ts";
import { BRU_FORMAT, COLLECTION_FILES } from "../../core/collection/format.ts";
import { entriesReader, readIfThere } from "../../host/import/merged_files.ts";
import { join } from "../../host/path.ts";
import { toEnv } from "../../core/secrets/hidden_names.ts";
import type {
  Imported,
  ImportedEnvironment,
} from "../../tools/convert/types.ts";
import { exampleNames } from "./written_folder.ts";

/**
 * Gives the secrets of environments names in `.env` that nothing else in the
 * collection has for another value: `PASSWORD` of "Staging" becomes
 * `STAGING_PASSWORD` beside that of "Local".
 *
 * Earlier versions of their files do not count.
 *
 * @param folder The collection's.
 * @param own The paths of their files.
 */
export function withNamesApart(
  imported: Imported,
  { folder, own }: { folder: string; own: readonly string[] },
): Imported {
  const taken = takenIn(folder, own);
  const used = new Set([
    ...taken.keys(),
    ...imported.secrets.map(({ env }) => env),
  ]);
  const renamed = new Map<string, string>();
  for (const { env, value } of imported.secrets) {
    const there = taken.get(env);
    if (there === undefined || (value !== "" && value === there)) continue;
    const owner = imported.environments.find((it) => uses(it, env));
    if (owner === undefined) continue;
    const name = free(toEnv(`${owner.name} ${env}`), used);
    used.add(name);
    renamed.set(env, name);
  }
  if (renamed.size === 0) return imported;
  const rename = <T extends { readonly env: string }>(one: T): T => ({
    ...one,
    env: renamed.get(one.env) ?? one.env,
  });
  return {
    ...imported,
    environments: imported.environments.map((environment) => ({
      ...environment,
      variables: environment.variables.map((variable) => {
        const env = entryName(variable.value);
        const name = env === undefined ? undefined : renamed.get(env);
        return name === undefined
          ? variable
          : { ...variable, value: `{{process.env.${name}}}` };
      }),
    })),
    secrets: imported.secrets.map(rename),
    ...imported.found && { found: imported.found.map(rename) },
  };
}

/** The secrets of which the `.env` that is there has another value: it stays. */
export function keptEntries(
  { secrets }: Imported,
  folder: string,
): string[] {
  const { value } = entriesReader(folder)(
    ".env",
    readIfThere(join(folder, ".env")) ?? "",
  );
  return secrets.filter((one) =>
    one.value !== "" && (value.get(one.env) || one.value) !== one.value
  ).map(({ env }) => env);
}

/** The names in `.env` that other files have, or that no file has, and their values; "" where a value is not there. */
function takenIn(
  folder: string,
  own: readonly string[],
): ReadonlyMap<string, string> {
  const dotenv = entriesReader(folder)(
    ".env",
    readIfThere(join(folder, ".env")) ?? "",
  );
  const names = (paths: readonly string[]) =>
    new Set(
      paths.flatMap((path) =>
        [...(readIfThere(join(folder, path)) ?? "").matchAll(
          /process\.env\.(\w+)/g,
        )]
          .map(([, name]) => name)
      ),
    );
  const mine = names(own.filter((path) => path.startsWith("environments/")));
  const others = names([
    ...COLLECTION_FILES,
    BRU_FORMAT.defaults!,
    ...environmentsIn(folder).filter((path) => !own.includes(path)),
  ]);
  return new Map(
    [...dotenv.value.keys(), ...exampleNames(folder)]
      .filter((name) => others.has(name) || !mine.has(name))
      .map((name) => [name, dotenv.value.get(name) ?? ""]),
  );
}

function environmentsIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(join(folder, "environments"))]
      .map(({ name }) => `environments/${name}`);
  } catch {
    // There is none, or the write says why it cannot be read.
    return [];
  }
}

function uses({ variables }: ImportedEnvironment, env: string): boolean {
  return variables.some(({ value }) => entryName(value) === env);
}

function free(name: string, used: ReadonlySet<string>): string {
  for (let count = 2, one = name;; count++) {
    if (!used.has(one)) return one;
    one = `${name}_${count}`;
  }
}
