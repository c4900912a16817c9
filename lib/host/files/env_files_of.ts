import type {
  Collection,
  Environment,
  Variable,
} from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { GlobalsReading } from "../../core/collection/read_env_file.ts";

/** The files of `--env-file` and `--secrets-file`. */
export interface EnvFiles {
  readonly envFiles: readonly string[];
  readonly secretsFile?: string | undefined;
}

/** The given files that can lie among the requests of a collection. */
export function otherFiles({ envFiles, secretsFile }: EnvFiles): string[] {
  return [envFiles, secretsFile ?? []].flat();
}

/** Reads the files of `--env-file` and `--secrets-file`; without them nothing is loaded for it. */
export async function envFilesOf(
  { envFiles, secretsFile }: EnvFiles,
): Promise<{
  environments: readonly Environment[];
  secrets: readonly Variable[];
  diagnostics: readonly Diagnostic[];
}> {
  if (envFiles.length === 0 && secretsFile === undefined) {
    return { environments: [], secrets: [], diagnostics: [] };
  }
  const { readEnvFiles, readSecretsFile } = await import(
    "./read_env_files.ts"
  );
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
export async function globalsOf(
  file: string | undefined,
  collection: Pick<Collection, "globals"> | undefined,
): Promise<GlobalsReading> {
  if (file === undefined) {
    const { variables = [], diagnostics = [] } = collection?.globals ?? {};
    return { variables, diagnostics };
  }
  const { readGlobalsFile } = await import("./read_env_files.ts");
  return readGlobalsFile(file);
}
