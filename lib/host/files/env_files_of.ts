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
import type { Origin } from "../../core/source/origin.ts";
import { dirname, relative } from "../path.ts";
import { describeFileError } from "./describe_file_error.ts";
import { fileBytes } from "./file_bytes.ts";
import { decodeText } from "./read_text.ts";
import { withNearest } from "./with_nearest.ts";

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
export async function envFilesOf(
  { envFiles, secretsFile }: EnvFiles,
): Promise<{
  environments: readonly Environment[];
  /** That of the last file that gives its environment a name. */
  name?: string;
  secrets: readonly Variable[];
  diagnostics: readonly Diagnostic[];
}> {
  const read = await Promise.all(envFiles.map(readOne));
  const secret = secretsFile === undefined
    ? { secrets: [], diagnostics: [] }
    : await readSecretsFile(secretsFile);
  const name = read.findLast((one) => one.name !== undefined)?.name;
  return {
    ...(name !== undefined && { name }),
    environments: read.flatMap(({ value }) => value ?? []),
    secrets: secret.secrets,
    diagnostics: [...read, secret].flatMap(({ diagnostics }) => diagnostics),
  };
}

/** The file of `--global-env`. */
export interface GlobalsFile {
  readonly globalEnv?: string;
  /** Where a file gives options, by their names; absent: none does. */
  readonly origins?: ReadonlyMap<string, Origin>;
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
): Promise<{ secrets: Variable[]; diagnostics: Diagnostic[] }> {
  const { value, diagnostics } = await readOne(file);
  return {
    secrets: value?.variables.filter((one) => !one.disabled && !one.unset) ??
      [],
    diagnostics: diagnostics.map((one) => ({
      ...one,
      location: { ...one.location, file, confidential: true },
    })),
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
  const message = text.message + (hint === undefined ? "" : ` (${hint})`);
  const problem = { ...text, message };
  if (at === undefined) return { variables: [], diagnostics: [problem] };
  // The file that names it has paths from its own folder.
  const written = relative(dirname(at.file), file).replaceAll("\\", "/");
  const placed = { ...problem, location: locationOf(at) };
  return {
    variables: [],
    diagnostics: [
      isMissing && hint === undefined
        ? withNearest(placed, file, written)
        : placed,
    ],
  };
}

/** The global variables in the text of a file. */
export async function globalsIn(
  file: string,
  text: string,
): Promise<GlobalsReading> {
  return readGlobals(file, text, await parserOf(file));
}

async function readOne(file: string): Promise<EnvFileReading> {
  const text = textOf(file);
  return typeof text === "string"
    ? readEnvFile(file, text, await parserOf(file))
    : {
      diagnostics: [
        text.code === "MISSING_PATH" ? withNearest(text, file) : text,
      ],
    };
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
