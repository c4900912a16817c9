import { resolveEnvironment } from "../../collection/environment.ts";
import type { GlobalsReading } from "../../collection/read_globals.ts";
import type {
  Collection,
  Environment,
  Variable,
} from "../../collection/types.ts";
import { loadCollection } from "../../host/files/load_collection.ts";
import { makePlan } from "../../plan/make_plan.ts";
import type { DataRow, Plan } from "../../plan/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { RunOptions } from "./options.ts";
import { pushAll } from "../../source/push_all.ts";

/** What is to run, loaded. */
export interface LoadedRun {
  readonly collection: Collection;
  readonly plan: Plan;
  /** The selected environment, then what it extends; empty without. */
  readonly environment: readonly Environment[];
  /** Variables of the global scope. */
  readonly globals: readonly Variable[];
}

/**
 * Loads what the command line selects. Without a value something of it cannot
 * be loaded, and nothing may be sent; warnings come with a value too.
 */
export async function loadRun(
  options: RunOptions,
): Promise<{ value?: LoadedRun; diagnostics: Diagnostic[] }> {
  const loaded = loadCollection(options.paths);
  const diagnostics = [...loaded.diagnostics];
  const { collection } = loaded;
  if (collection === undefined) return { diagnostics };

  const environment = options.env === undefined
    ? { value: [], diagnostics: [] }
    : resolveEnvironment(collection, options.env);
  // One whose file is broken is not missing besides.
  if (environment.value || !loaded.diagnostics.some(isBrokenEnvironment)) {
    pushAll(diagnostics, environment.diagnostics);
  }

  const globals = await globalVariables(options);
  pushAll(diagnostics, globals.diagnostics);

  const data = await dataRows(options);
  pushAll(diagnostics, data.diagnostics);

  const planned = makePlan(collection, {
    paths: loaded.paths,
    tags: { include: options.tags, exclude: options.excludeTags },
    rows: data.rows,
  });
  pushAll(diagnostics, planned.diagnostics);
  const failed = diagnostics.some((it) => it.severity === "error");
  if (failed || environment.value === undefined) return { diagnostics };
  if (planned.value.steps.length === 0 && !options.allowEmpty) {
    return { diagnostics: [...diagnostics, emptySelection(options)] };
  }
  const { length } = planned.value.steps;
  if (options.output !== undefined && length > 1) {
    return { diagnostics: [...diagnostics, manyOutputs(length)] };
  }
  return {
    value: {
      collection,
      plan: planned.value,
      environment: environment.value,
      globals: globals.variables,
    },
    diagnostics,
  };
}

function isBrokenEnvironment({ severity, location }: Diagnostic): boolean {
  return severity === "error" &&
    /(?:^|\/)environments\/[^/]+\.ya?ml$/.test(location?.file ?? "");
}

async function globalVariables(
  { globalEnv }: RunOptions,
): Promise<GlobalsReading> {
  if (globalEnv === undefined) return { variables: [], diagnostics: [] };
  const { readGlobalsFile } = await import(
    "../../host/files/read_globals_file.ts"
  );
  return readGlobalsFile(globalEnv);
}

/** The rows of `--data`, or as many empty ones as `--iterations` says. */
async function dataRows(
  { data, iterations }: RunOptions,
): Promise<{ rows: readonly DataRow[]; diagnostics: readonly Diagnostic[] }> {
  if (data === undefined) {
    const rows = iterations === 1 ? [] : Array(iterations).fill({});
    return { rows, diagnostics: [] };
  }
  const { readDataFile } = await import("../../host/files/read_data_file.ts");
  return readDataFile(data);
}

function manyOutputs(count: number): Diagnostic {
  return {
    code: "USAGE",
    severity: "error",
    message:
      `Cannot use "--output": ${count} requests are selected (name the one whose answer is wanted)`,
  };
}

function emptySelection({ tags, excludeTags }: RunOptions): Diagnostic {
  const flags = [
    ...tags.length > 0 ? [`--tags ${tags.join(",")}`] : [],
    ...excludeTags.length > 0
      ? [`--exclude-tags ${excludeTags.join(",")}`]
      : [],
  ].join(" ");
  const state = flags === ""
    ? "the selection has no requests"
    : `no request matches ${flags}`;
  return {
    code: "EMPTY_SELECTION",
    severity: "error",
    message: `Cannot run: ${state} (--allow-empty passes)`,
  };
}
