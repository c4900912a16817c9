import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { LoadedRun } from "../run/load_run.ts";
import type { RunOptions } from "../run/options.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";

/**
 * Values of `--var` and `--env-var` whose names are misspelt. The whole
 * collection is read for that only where a name is in nothing that runs.
 *
 * @param whole The collection, where all of it is loaded already.
 */
export async function misnamedValues(
  loaded: LoadedRun,
  options: RunOptions,
  whole?: LoadedCollection,
): Promise<Diagnostic[]> {
  const given = [...options.vars, ...options.envVars].map(([name]) => name);
  if (given.every((name) => isThere(name, loaded))) return [];
  const { openCheck } = await import("./open_check.ts");
  const { index } = await openCheck({
    ...(whole && { loaded: whole }),
    paths: options.paths,
    environments: [],
    vars: options.vars,
    envVars: options.envVars,
    envFiles: options.envFiles,
    ...(options.globalEnv !== undefined && { globalEnv: options.globalEnv }),
    ...(options.data !== undefined && { data: options.data }),
    allowRead: options.allowRead,
  });
  return index?.misnamed() ?? [];
}

/** Whether what runs defines a name, or mentions it in any text. */
function isThere(
  name: string,
  { collection, environment, globals, plan }: LoadedRun,
): boolean {
  const levels = [...environment, collection.defaults, { variables: globals }];
  if (
    levels.some(({ variables }) => variables.some((it) => it.name === name))
  ) {
    return true;
  }
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}_])${RegExp.escape(name)}(?![\\p{L}\\p{N}_])`,
    "u",
  );
  const seen = new Set<unknown>();
  const mentions = (value: unknown): boolean => {
    if (typeof value === "string") return word.test(value);
    if (typeof value !== "object" || value === null || seen.has(value)) {
      return false;
    }
    seen.add(value);
    const inner = value instanceof Map || value instanceof Set
      ? [...value]
      : Object.values(value);
    return inner.some(mentions);
  };
  return plan.steps.some(({ item, folders }) =>
    mentions(item) || folders.some(({ defaults }) => mentions(defaults))
  ) || mentions(levels);
}
