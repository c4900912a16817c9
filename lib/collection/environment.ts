import type { Diagnostic } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import type { Collection, Environment } from "./types.ts";

/**
 * Finds an environment by its name, or by its file's, and those that it
 * extends: the selected one first. An unknown name, a circle of `extends` and
 * what is wrong with one of them are reported; with an error there is no value.
 */
export function resolveEnvironment(
  collection: Collection,
  name: string,
): { value?: Environment[]; diagnostics: Diagnostic[] } {
  const chain: Environment[] = [];
  let wanted: string | undefined = name;
  while (wanted !== undefined) {
    const found = findEnvironment(collection, wanted);
    if (!found) {
      return { diagnostics: [unknown(collection, wanted, chain.at(-1))] };
    }
    if (chain.includes(found)) {
      return { diagnostics: [circle([...chain, found])] };
    }
    chain.push(found);
    wanted = found.extends;
  }
  const diagnostics = chain.flatMap((one) => one.diagnostics ?? []);
  const failed = diagnostics.some(({ severity }) => severity === "error");
  return failed ? { diagnostics } : { value: chain, diagnostics };
}

/**
 * Names and values of the collection's own `.env`, over it those of the
 * selected environment and of what it extends.
 */
export function dotenvOf(
  collection: Collection,
  environments: readonly Environment[],
): Map<string, string> {
  const files = [
    collection.dotenv,
    ...environments.toReversed().map(({ dotenv }) => dotenv ?? []),
  ];
  return new Map(files.flatMap((file) => [...file]));
}

function findEnvironment(
  { environments }: Collection,
  name: string,
): Environment | undefined {
  return environments.find((one) => one.name === name) ??
    environments.find((one) => fileName(one) === name);
}

/** An environment's file may be named otherwise than the environment. */
function fileName({ file }: Environment): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
}

function unknown(
  { environments }: Collection,
  name: string,
  extending: Environment | undefined,
): Diagnostic {
  const names = environments.map((one) => one.name);
  const near = nearest(name, names);
  const wayOut = near !== undefined
    ? `did you mean "${near}"?`
    : names.length > 0
    ? `known are ${names.join(", ")}`
    : "the collection has none";
  const by = extending ? `, which "${extending.name}" extends` : "";
  return {
    code: "UNKNOWN_ENVIRONMENT",
    severity: "error",
    message:
      `Cannot select the environment "${name}"${by}: it does not exist (${wayOut})`,
    ...(extending && {
      location: { file: extending.file },
    }),
    ...(near !== undefined && { suggestion: near }),
  };
}

function circle(chain: readonly Environment[]): Diagnostic {
  const last = chain.at(-1);
  const trail = chain.slice(chain.findIndex((one) => one === last)).map((one) =>
    one.name
  );
  return {
    code: "CYCLE",
    severity: "error",
    message: `Cannot select the environment "${
      chain[0].name
    }": it extends itself, ${trail.join(" → ")}`,
    location: { file: chain[0].file },
    trail,
  };
}
