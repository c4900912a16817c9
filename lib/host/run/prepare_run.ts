import { plannedAuthSecrets } from "../../core/run/auth_secrets.ts";
import { declaredProxy } from "../../core/run/hosts/declared_hosts.ts";
import type { Collection } from "../../core/collection/types.ts";
import type { Plan, Step } from "../../core/plan/types.ts";
import { declaredHosts } from "../../core/run/hosts/declared_hosts.ts";
import type { ScopeSettings } from "../../core/run/iteration_scopes.ts";
import type { Earlier } from "../../core/run/earlier.ts";
import type { RunSettings } from "../../core/run/options.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { LoadedRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";
import {
  type TerminalPort,
  type VariablePorts,
  variablePorts,
} from "./ports/variable_ports.ts";
import { loadFakeData } from "../../core/scope/generators/fake_data.ts";

/** A run that is ready to begin. */
export interface PreparedRun {
  readonly loaded: LoadedRun;
  readonly options: RunOptions;
  readonly settings: Omit<RunSettings, "ports">;
  readonly variables: VariablePorts;
  readonly masker: Masker;
  /** The declared hosts, the proxy's included. */
  readonly hosts: readonly string[];
  /** The hosts of the requests, and that of the collection's proxy. */
  readonly declared: {
    readonly hosts: readonly string[];
    readonly proxy: string | undefined;
    /** Requests whose hosts are not known. */
    readonly unknown: readonly Step[];
  };
  /** What loading warned about. */
  readonly warnings: readonly Diagnostic[];
}

/** Works out what a loaded run needs before its first request. */
export async function prepareRun(
  loaded: LoadedRun,
  options: RunOptions,
  { masker, terminal, warnings, earlier }: {
    readonly masker: Masker;
    readonly terminal: TerminalPort;
    readonly warnings: readonly Diagnostic[];
    readonly earlier?: Earlier;
  },
): Promise<PreparedRun> {
  masker.keep(namesIn(loaded.plan));
  const variables = variablePorts(loaded, options, masker.secrets, terminal);
  const settings = {
    ...await runSettings(loaded, options),
    ...(earlier && { earlier }),
  };
  const known = { ...settings, ports: variables };
  learnPlanned(loaded.plan, known);
  const unknown: Step[] = [];
  const hosts = declaredHosts(loaded.whole ?? loaded.plan, known, {
    onUnknown: (step) => unknown.push(step),
  });
  const proxy = options.noProxy || options.proxy !== undefined
    ? undefined
    : proxyOf(loaded.collection, known);
  return {
    loaded,
    options,
    settings,
    variables,
    masker,
    hosts: proxy === undefined ? hosts : [...hosts, proxy],
    declared: { hosts, proxy, unknown },
    warnings,
  };
}

/** Has the masker know the secrets of a plan's auth before its first request. */
export function learnPlanned(
  plan: Plan,
  settings: Omit<RunSettings, "ports"> & { readonly ports: VariablePorts },
): void {
  const { secrets } = settings.ports;
  for (const secret of plannedAuthSecrets(plan, settings)) secrets.add(secret);
}

function proxyOf(
  collection: Collection,
  settings: ScopeSettings,
): string | undefined {
  if (collection.config.proxy === undefined) return undefined;
  return declaredProxy(collection, settings);
}

/** The names and files of a plan's requests: what messages quote of the collection's own. */
function namesIn({ steps }: Plan): Set<string> {
  const names = new Set<string>();
  for (const { item, folders, collection } of steps) {
    for (const name of [item.name, item.path, item.at.file, collection.file]) {
      names.add(name);
    }
    for (const { name, path } of folders) names.add(name).add(path);
  }
  return names;
}

/** The settings of a run but for its ports, from the command line and what was loaded. */
export async function runSettings(
  { collection, environment, environmentName, selected, globals }: LoadedRun,
  options: RunOptions,
): Promise<Omit<RunSettings, "ports">> {
  return {
    name: collection.name,
    ...(environmentName !== undefined && { environment: environmentName }),
    ...(selected && { savedEnvironment: selected }),
    environments: new Map([[collection, environment]]),
    globals,
    vars: options.vars,
    envVars: options.envVars,
    ...(collection.usesFakeData && { generators: await loadFakeData() }),
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
