import {
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
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";
import { fileBytes } from "./file_bytes.ts";
import { decodeText } from "./read_text.ts";

/** The files of `--env-file` and `--secrets-file`. */
export interface EnvFiles {
  readonly envFiles: readonly string[];
  readonly secretsFile?: string | undefined;
}

/** The given files that can lie among the requests of a collection. */
export function otherFiles({ envFiles, secretsFile }: EnvFiles): string[] {
  return [envFiles, secretsFile ?? []].flat();
}

/** Reads the files of `--env-file` and `--secrets-file`. */
export function envFilesOf(
  { envFiles, secretsFile }: EnvFiles,
): {
  environments: readonly Environment[];
  secrets: readonly Variable[];
  diagnostics: readonly Diagnostic[];
} {
  const { environments, diagnostics } = readEnvFiles(envFiles);
  const secret = secretsFile === undefined
    ? { secrets: [], diagnostics: [] }
    : readSecretsFile(secretsFile);
  return {
    environments,
    secrets: secret.secrets,
    diagnostics: [...diagnostics, ...secret.diagnostics],
  };
}

/** Reads the variables of `--global-env`; without it those are taken that stand beside the collection. */
export function globalsOf(
  file: string | undefined,
  collection: Pick<Collection, "globals"> | undefined,
): GlobalsReading {
  if (file === undefined) {
    const { variables = [], diagnostics = [] } = collection?.globals ?? {};
    return { variables, diagnostics };
  }
  return readGlobalsFile(file);
}

/** Reads the files of `--env-file`. */
function readEnvFiles(
  files: readonly string[],
): { environments: Environment[]; diagnostics: Diagnostic[] } {
  const read = files.map(readOne);
  return {
    environments: read.flatMap(({ value }) => value ?? []),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Reads the file of `--secrets-file`, whose lines no message shows. */
function readSecretsFile(
  file: string,
): { secrets: Variable[]; diagnostics: Diagnostic[] } {
  const { value, diagnostics } = readOne(file);
  return {
    secrets: value?.variables.filter((one) => !one.disabled && !one.unset) ??
      [],
    diagnostics: diagnostics.map((one) => ({
      ...one,
      location: { ...one.location, file, confidential: true },
    })),
  };
}

/** Reads the file of `--global-env`. */
function readGlobalsFile(file: string): GlobalsReading {
  const text = textOf(file);
  return typeof text === "string"
    ? readGlobals(file, text)
    : { variables: [], diagnostics: [text] };
}

function readOne(file: string): EnvFileReading {
  const text = textOf(file);
  return typeof text === "string"
    ? readEnvFile(file, text)
    : { diagnostics: [text] };
}

/** The text of a file, or why it cannot be read. */
function textOf(file: string): string | Diagnostic {
  try {
    return decodeText(fileBytes(file));
  } catch (error) {
    return describeFileError("read", file, error);
  }
}
