import { BRU_FORMAT, environmentName } from "../../core/collection/format.ts";
import { entryName } from "../../core/policy/env_refusal.ts";
import { isSecretVariable } from "../../core/secrets/secret_field.ts";
import { subtractCounts } from "../../tools/convert/counts.ts";
import { isShellName } from "../../core/source/way_out.ts";
import {
  bruEnvironment,
  isBruSecretName,
} from "../../tools/convert/export/export_bru.ts";
import { shownName } from "../../tools/convert/export/bru_text.ts";
import { fileName } from "../../tools/convert/file_name.ts";
import { type ImportedFiles, toFiles } from "../../tools/convert/to_files.ts";
import type {
  Imported,
  ImportedEnvironment,
  ImportNote,
} from "../../tools/convert/types.ts";

/**
 * Leaves secrets without a value in the files whose names do not tell that they
 * are some: a `.bru` file that reads them from `.env` cannot mark them, and runs
 * would show them.
 */
export function withNamedSecrets(imported: Imported): Imported {
  const values = new Map(
    imported.secrets.map(({ env, value }) => [env, value]),
  );
  const left = new Set<string>();
  const notes: ImportNote[] = [];
  const environments = imported.environments.map((environment) => ({
    ...environment,
    variables: environment.variables.map((variable) => {
      const { value, secret, name, ...rest } = variable;
      const env = secret ? entryName(value) : undefined;
      if (env === undefined || isSecretVariable(name, values.get(env))) {
        return variable;
      }
      left.add(env);
      // The writer of the file names a secret that it cannot hold.
      if (isBruSecretName(name)) {
        const shown = shownName(name);
        const givers = isShellName(name)
          ? `BRACE_SECRET_${shown} or --secrets-file`
          : "--secrets-file";
        notes.push({
          kind: "person",
          message:
            `The secret "${shown}" is a name in vars:secret, without a value: give it with ${givers}`,
          about: about(environment),
        });
      }
      return { ...rest, name, secret };
    }),
  }));
  return {
    ...imported,
    environments,
    secrets: imported.secrets.filter(({ env }) => !left.has(env)),
    ...imported.found &&
      { found: imported.found.filter(({ env }) => !left.has(env)) },
    notes: [...imported.notes, ...notes],
  };
}

/** The files of environments that join a collection of `.bru` files. */
export function bruEnvironments(imported: Imported): ImportedFiles {
  const written = toFiles(imported);
  const files = new Map<string, string>();
  const notes: ImportNote[] = [];
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  let globals: string | undefined;
  for (const environment of imported.environments) {
    const { name, isGlobal, stored, docs } = environment;
    const path = `environments/${fileName(name, taken, ".bru")}.bru`;
    paths.set(name, path);
    if (isGlobal) globals ??= path;
    const say = (message: string, more: Partial<ImportNote> = {}) =>
      notes.push({
        kind: "person",
        message,
        about: about(environment),
        ...more,
      });
    files.set(
      path,
      // What is secret reads its value from `.env`.
      bruEnvironment(
        environment,
        { withSecrets: true },
        (message, lost, kind = "person") =>
          say(message, { kind, ...(lost && { lost }) }),
      ),
    );
    const own = environmentName(path, BRU_FORMAT);
    if (own !== name) {
      say(`It is called "${own}" here, as its file`, { kind: "changed" });
    }
    if (stored !== undefined) {
      say("Its external secrets are left out: .bru files have none");
    }
    if (docs !== undefined) {
      say("Its description is left out: .bru files of environments have none");
    }
  }
  for (const [path, text] of written.files) {
    if (!/\.ya?ml$/.test(path)) files.set(path, text);
  }
  const placed = written.notes.map(({ placeholder, ...note }) => {
    const target = placeholder && paths.get(placeholder.environment);
    return { ...note, ...(target !== undefined && { target }) };
  });
  return {
    files,
    copies: [],
    requests: [],
    ...(globals !== undefined && { globals }),
    counts: subtractCounts(
      written.counts,
      ...notes.flatMap(({ lost }) => lost ?? []),
    ),
    notes: [...placed, ...notes],
  };
}

function about({ name }: Pick<ImportedEnvironment, "name">): string {
  return `the environment "${shownName(name)}"`;
}
