import type { RunSettings } from "../../core/run/options.ts";
import type { Generators } from "../../core/scope/sources.ts";
import type { LoadedRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";

/** The settings of a run but for its ports, from the command line and what was loaded. */
export async function runSettings(
  { collection, environment, selected, globals }: LoadedRun,
  options: RunOptions,
): Promise<Omit<RunSettings, "ports">> {
  return {
    name: collection.name,
    ...(selected && {
      environment: selected.name,
      savedEnvironment: selected,
    }),
    environments: new Map([[collection, environment]]),
    globals,
    vars: options.vars,
    envVars: options.envVars,
    ...(collection.usesFakeData && { generators: await fakeData() }),
    undefined: options.undefined,
    bail: options.bail,
    delay: options.delay,
    jobs: options.jobs === "auto"
      ? navigator.hardwareConcurrency
      : options.jobs,
    reruns: options.reruns,
    ...(options.slow !== undefined && { slow: options.slow }),
    retry: {
      count: options.retry,
      delay: options.retryDelay,
      all: options.retryAll,
    },
  };
}

async function fakeData(): Promise<Generators> {
  const { loadFakeData } = await import(
    "../../core/scope/generators/fake_data.ts"
  );
  return await loadFakeData();
}
