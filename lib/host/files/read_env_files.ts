import {
  type EnvFileReading,
  readEnvFile,
} from "../../core/collection/read_env_file.ts";
import type { Environment, Variable } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";
import { fileBytes } from "./file_bytes.ts";
import { decodeText } from "./read_text.ts";

/** Reads the files of `--env-file`. */
export function readEnvFiles(
  files: readonly string[],
): { environments: Environment[]; diagnostics: Diagnostic[] } {
  const read = files.map(readOne);
  return {
    environments: read.flatMap(({ value }) => value ?? []),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** Reads the file of `--secrets-file`, whose lines no message shows. */
export function readSecretsFile(
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

function readOne(file: string): EnvFileReading {
  try {
    return readEnvFile(file, decodeText(fileBytes(file)));
  } catch (error) {
    return { diagnostics: [describeFileError("read", file, error)] };
  }
}
