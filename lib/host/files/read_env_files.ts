import {
  type EnvFileReading,
  type GlobalsReading,
  readEnvFile,
  readGlobals,
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

/** Reads the file of `--global-env`. */
export function readGlobalsFile(file: string): GlobalsReading {
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
