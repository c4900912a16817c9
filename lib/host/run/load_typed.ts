import { namesFakeData, readFiles } from "../../core/collection/read_files.ts";
import type { ReadTyped } from "../../core/collection/typed_request.ts";
import type { Collection } from "../../core/collection/types.ts";
import { parseYamlFile } from "../../core/collection/yaml/parse_yaml_file.ts";
import { resolveEnvironments } from "../../core/collection/environment.ts";
import { makePlan } from "../../core/plan/make_plan.ts";
import { declaresHost } from "../../core/run/hosts/declared_hosts.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { misnamedValues } from "../check/misnamed_values.ts";
import { otherFiles } from "../files/env_files_of.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";
import { loadSurrounding } from "../files/load/load_lazily.ts";
import { type LoadedRun, loadRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";
import { runSettings } from "./prepare_run.ts";
import { variablePorts } from "./ports/variable_ports.ts";

/** A run of one request that is in no file. */
export interface LoadedTyped {
  readonly loaded: LoadedRun;
  /** The file of a collection whose headers and auth stay behind, as it does not declare the host. */
  readonly without?: LeftBehind;
  /** Whether no collection is around, whose variables it could use. */
  readonly alone: boolean;
}

/** A collection whose headers and auth stay behind. */
export interface LeftBehind {
  readonly file: string;
  /** The environments with which it would declare the host. */
  declaredWith(): string[];
}

/**
 * Loads the collection around the current folder, or an empty one, for a request
 * that does not belong to it. Its variables are there; its headers and auth go
 * along only to hosts that the collection itself declares; no script of it
 * runs.
 */
export async function loadTyped(
  { request, text, diagnostics: wrong }: ReadTyped,
  { options, masker }: {
    readonly options: RunOptions;
    readonly masker: Masker;
  },
): Promise<{ value?: LoadedTyped; diagnostics: readonly Diagnostic[] }> {
  const surrounding = await loadSurrounding(otherFiles(options));
  const alone = surrounding === undefined;
  const around = surrounding ?? noCollection();
  // Problems of the collection's own requests do not concern this request.
  const errors = [...wrong, ...around.diagnostics]
    .filter(({ severity }) => severity === "error");
  if (around.collection === undefined || request === undefined) {
    return { diagnostics: errors };
  }
  const { defaults, items, usesFakeData } = around.collection;
  const { headers, auth, variables } = defaults;
  const bare: Collection = {
    ...around.collection,
    defaults: { headers: [], variables, scripts: [] },
    items: [request],
    usesFakeData: usesFakeData || namesFakeData(text),
  };
  const { value: loaded, diagnostics } = await loadRun(options, {
    loaded: { collection: bare, paths: [], diagnostics: errors },
  });
  if (loaded === undefined) {
    return {
      diagnostics: alone
        ? diagnostics.map((one) => withoutEnvironments(one, options))
        : diagnostics,
    };
  }
  const { collection } = around;
  diagnostics.push(
    ...await misnamedValues(loaded, options, {
      ...around,
      collection: { ...collection, items: [...items, request] },
    }),
  );
  if (diagnostics.some(({ severity }) => severity === "error")) {
    return { diagnostics };
  }
  if (headers.length === 0 && auth === undefined) {
    return { value: { loaded, alone }, diagnostics };
  }
  const whole: LoadedRun = {
    ...loaded,
    collection: {
      ...bare,
      defaults: { ...bare.defaults, headers, ...(auth && { auth }) },
      items,
    },
  };
  const step = { ...loaded.plan.steps[0], collection: whole.collection };
  const plan = makePlan(whole.collection, {}).value;
  const settings = await runSettings(whole, options);
  const ports = variablePorts(whole, options, masker.secrets);
  const declares = declaresHost(plan, step, { ...settings, ports });
  const declaredWith = () =>
    bare.environments.map(({ name }) => name).filter((name) => {
      const { value: environment } = resolveEnvironments(whole.collection, [
        name,
      ]);
      if (environment === undefined) return false;
      // Their secrets are none of this run.
      const { secrets } = createMasker();
      const other = { ...whole, environment };
      return declaresHost(plan, step, {
        ...settings,
        environments: new Map([[whole.collection, environment]]),
        ports: variablePorts(other, options, secrets),
      });
    });
  const value = declares
    ? { loaded: { ...whole, plan: { ...loaded.plan, steps: [step] } }, alone }
    : { loaded, without: { file: bare.file, declaredWith }, alone };
  return { value, diagnostics };
}

/** Stands in for a collection in a folder without one. */
function noCollection(): LoadedCollection {
  const { value, diagnostics } = readFiles({
    root: Deno.cwd(),
    files: new Map([["opencollection.yml", "info: { name: none }"]]),
  }, parseYamlFile);
  return { ...(value && { collection: value }), paths: [], diagnostics };
}

/** Outside of a collection, no name of an environment is right. */
function withoutEnvironments(
  diagnostic: Diagnostic,
  { env = [] }: RunOptions,
): Diagnostic {
  const names = env.map((name) => `"${name}"`).join(", ");
  return diagnostic.code !== "UNKNOWN_ENVIRONMENT" ? diagnostic : {
    ...diagnostic,
    message:
      `Cannot select the environment ${names}: no collection contains this folder (change to the folder of one)`,
  };
}
