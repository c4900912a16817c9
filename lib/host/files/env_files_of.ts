import {
  type EnvFileParser,
  type EnvFileReading,
  type GlobalsReading,
  readEnvFile,
  readGlobals,
} from "../../core/collection/read_env_file.ts";
import type {
  Collection,
  Environment,
  Variable,
} from "../../core/collection/types.ts";
import { type Diagnostic, locationOf } from "../../core/source/diagnostic.ts";
import { type Origin, originInside } from "../../core/source/origin.ts";
import { describeFileError } from "./describe_file_error.ts";
import { fileBytes } from "./file_bytes.ts";
import { decodeText } from "./read_text.ts";
import { type GivenInFiles, namedAt } from "./with_nearest.ts";

/** The files of `--env-file` and `--secrets-file`. */
export interface EnvFiles extends GivenInFiles {
  readonly envFiles: readonly string[];
  readonly secretsFile?: string | undefined;
}

/** The given files that can lie among the requests of a collection. */
export function otherFiles({ envFiles, secretsFile }: EnvFiles): string[] {
  return [envFiles, secretsFile ?? []].flat();
}

/** Reads the files of `--env-file` and `--secrets-file`. */
export async function envFilesOf(
  { envFiles, secretsFile, origins }: EnvFiles,
): Promise<{
  environments: readonly Environment[];
  /** That of the last file that gives its environment a name. */
  name?: string;
  secrets: readonly Variable[];
  diagnostics: readonly Diagnostic[];
}> {
  const at = origins?.get("envFiles");
  const isList = envFiles.length > 1;
  const read = await Promise.all(
    envFiles.map((file, nth) =>
      readOne(file, at && isList ? originInside(at, nth) : at)
    ),
  );
  const secret = secretsFile === undefined
    ? { secrets: [], diagnostics: [] }
    : await readSecretsFile(secretsFile, origins?.get("secretsFile"));
  const name = read.findLast((one) => one.name !== undefined)?.name;
  return {
    ...(name !== undefined && { name }),
    environments: read.flatMap(({ value }) => value ?? []),
    secrets: secret.secrets,
    diagnostics: [...read, secret].flatMap(({ diagnostics }) => diagnostics),
  };
}

/** The file of `--global-env`. */
export interface GlobalsFile extends GivenInFiles {
  readonly globalEnv?: string;
}

/** Reads the variables of `--global-env`; without it those are taken that stand beside the collection. */
export async function globalsOf(
  { globalEnv, origins }: GlobalsFile,
  collection: Pick<Collection, "globals"> | undefined,
): Promise<GlobalsReading> {
  if (globalEnv === undefined) {
    const { variables = [], diagnostics = [] } = collection?.globals ?? {};
    return { variables, diagnostics };
  }
  return await readGlobalsFile(globalEnv, origins?.get("globalEnv"));
}

/** Reads the file of `--secrets-file`, whose lines no message shows. */
async function readSecretsFile(
  file: string,
  at: Origin | undefined,
): Promise<{ secrets: Variable[]; diagnostics: Diagnostic[] }> {
  const { value, diagnostics } = await readOne(file, at);
  return {
    secrets: value?.variables.filter((one) => !one.disabled && !one.unset) ??
      [],
    diagnostics: diagnostics.map((one) =>
      // What names a file that is missing is no secret.
      at && one.location?.file === at.file ? one : {
        ...one,
        location: { ...one.location, file, confidential: true },
      }
    ),
  };
}

/**
 * Reads the file of `--global-env`.
 *
 * @param at Where a file names it; absent: the command line does.
 */
async function readGlobalsFile(
  file: string,
  at: Origin | undefined,
): Promise<GlobalsReading> {
  const text = textOf(file);
  if (typeof text === "string") return await globalsIn(file, text);
  const isMissing = text.code === "MISSING_PATH";
  const { globalsHint } = await import("./workspace_globals.ts");
  const hint = isMissing ? globalsHint(file) : undefined;
  const problem = hint === undefined ? namedAt(text, file, at) : {
    ...text,
    message: `${text.message} (${hint})`,
    ...at && { location: locationOf(at) },
  };
  return { variables: [], diagnostics: [problem] };
}

/** The global variables in the text of a file. */
export async function globalsIn(
  file: string,
  text: string,
): Promise<GlobalsReading> {
  return readGlobals(file, text, await parserOf(file));
}

async function readOne(
  file: string,
  at: Origin | undefined,
): Promise<EnvFileReading> {
  const text = textOf(file);
  return typeof text === "string"
    ? readEnvFile(file, text, await parserOf(file))
    : { diagnostics: [namedAt(text, file, at)] };
}

/** What reads Bruno's environments is loaded for them alone. */
async function parserOf(file: string): Promise<EnvFileParser | undefined> {
  if (!/\.bru$/i.test(file)) return undefined;
  const { parseBru } = await import("../../core/collection/bru/parse_bru.ts");
  return (file, text) => parseBru(file, text, { kind: "environment" });
}

/** The text of a file, or why it cannot be read. */
function textOf(file: string): string | Diagnostic {
  try {
    return decodeText(fileBytes(file));
  } catch (error) {
    return describeFileError("read", file, error);
  }
}
