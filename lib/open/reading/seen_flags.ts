import { declaredSecrets } from "../../core/run/declared_secrets.ts";
import type { Value } from "../../core/scope/value/value.ts";
import { secretsOfVariable } from "../../core/secrets/secrets_of.ts";
import type { Collection } from "../../core/collection/types.ts";
import { envFilesOf } from "../../host/files/env_files_of.ts";
import type { VariablesView } from "../../tools/check/list_variables.ts";
import type { Workbench } from "../workbench.ts";

/** What the flags of `brace open` give to every run, and the files that they name. */
export interface SeenFlags {
  readonly given: Required<Pick<VariablesView, "variables" | "envVariables">>;
  /** The flag that gives a variable of a scope its value. */
  flagOf(name: string, scope: string): string;
  /** Whether a value is not to be shown. */
  isSecret(name: string, value: Value | undefined): boolean;
}

export async function seenFlags(
  bench: Pick<Workbench, "runOptions">,
  collection: Collection | undefined,
): Promise<SeenFlags> {
  const { envFile = [], ...options } = bench.runOptions([]);
  const variables = (options.variables ?? {}) as Values;
  const typed = (options.envVariables ?? {}) as Values;
  const { environments } = await envFilesOf({ envFiles: [envFile].flat() });
  const inFiles = environments.flatMap((one) => one.variables)
    .filter(({ disabled, unset }) => !disabled && !unset);
  const secrets = collection && declaredSecrets(collection, inFiles);
  return {
    given: {
      variables,
      envVariables: {
        ...Object.fromEntries(inFiles.map((one) => [one.name, one.value])),
        ...typed,
      },
    },
    flagOf(name, scope) {
      if (scope === "runtime") return "--var";
      return Object.hasOwn(typed, name) ? "--env-var" : "--env-file";
    },
    isSecret(name, value = "") {
      const secret = secrets?.has(name) ?? false;
      return secretsOfVariable(name, value, { secret }).length > 0;
    },
  };
}

type Values = Readonly<Record<string, Value>>;
