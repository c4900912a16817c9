import { IterationScopes } from "../../core/run/iteration_scopes.ts";
import { createEngine } from "../http/send.ts";
import type { Collection, Environment } from "../../core/collection/types.ts";
import type { ClientCertificate } from "../../core/http/client_certificate.ts";
import type { Engine } from "../../core/http/engine.ts";
import { once } from "../../core/source/once.ts";
import { type HostRule, parseHostRules } from "../../core/policy/host_rule.ts";
import { UsageError } from "../../core/source/errors.ts";
import {
  type ConfiguredEngine,
  engineConfig,
} from "../../core/run/send/engine_config.ts";
import type { LoadedRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";
import type { VariablePorts } from "./ports/variable_ports.ts";
import { type ConfigProxy, NO_PROXY } from "../../core/http/config_proxy.ts";
import {
  parseProxyUrl,
  type ProxyServer,
  type ProxySettings,
  socksProblem,
  splitNoProxy,
  withoutCredentials,
} from "../../core/http/proxy.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { EngineOptions } from "../http/types.ts";
import { readAuthorities } from "../http/connection/read_authorities.ts";
import { permittedEnvs } from "../permitted_env.ts";

/**
 * Makes a run's engine from command line, collection and environment.
 *
 * @throws {UsageError} For a proxy or client certificate that cannot be used,
 * and for placeholders in them that do not resolve.
 * @throws {NetworkError} For a file of `--ca` that holds no certificate.
 */
export async function openEngine(
  loaded: LoadedRun,
  options: RunOptions,
  variables: VariablePorts,
  { tlsFacts, create = createEngine }: {
    /** See {@linkcode EngineOptions.tlsFacts}. */
    readonly tlsFacts?: boolean | undefined;
    readonly create?: ((config: EngineOptions) => Engine) | undefined;
  } = {},
): Promise<Engine> {
  const { collection, environment, globals } = loaded;
  const { certificates, proxy, diagnostics } = connectionsOf(
    loaded,
    options,
    variables,
  );
  const problems = diagnostics.filter((it) => it.severity === "error");
  if (problems.length > 0) {
    const { explainProblems } = await import(
      "../../core/run/explain/explain.ts"
    );
    throw new UsageError(explainProblems(problems, collection, {
      ran: new Map(),
      steps: [],
      isRendering: true,
      settings: {
        environments: new Map([[collection, environment]]),
        globals,
        ports: variables,
      },
    }));
  }
  if (options.ca.length > 0) {
    // Only the first https request reads them for itself.
    readAuthorities(options.ca);
  }
  return create({
    ...(options.timeout !== undefined && { timeout: options.timeout }),
    insecure: options.insecure,
    ...(options.connectTimeout !== undefined &&
      { connectTimeout: options.connectTimeout }),
    ...(options.idleTimeout !== undefined &&
      { idleTimeout: options.idleTimeout }),
    maxResponseSize: options.maxResponseSize * 1024 * 1024,
    ca: options.ca,
    clientCertificates: certificates,
    http2: options.http2,
    files: { root: collection.root, allowRead: options.allowRead },
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(proxy && { proxy }),
    ...(tlsFacts !== undefined && { tlsFacts }),
  });
}

/** What a run's connections go through, and what they show of themselves. */
export interface RunConnections {
  readonly certificates: readonly ClientCertificate[];
  /** Absent: no proxy. */
  readonly proxy?: ProxySettings;
  /** The hosts whose certificates are not checked; true for all. Absent: none. */
  readonly insecure?: boolean | readonly HostRule[];
}

/**
 * Reads how a run connects, from command line, collection and environment.
 *
 * @param readEnv Of the process's environment, whose proxies count last.
 */
export function connectionsOf(
  loaded: LoadedRun,
  options: RunOptions,
  variables: VariablePorts,
  readEnv?: ReadEnv,
): RunConnections & { readonly diagnostics: readonly Diagnostic[] } {
  const configured: ConfiguredEngine =
    hasConfig(loaded.collection, loaded.environment)
      ? configuredEngine(loaded, options, variables)
      : { certificates: [], diagnostics: [] };
  const { settings, diagnostics } = proxySettings({
    noProxy: options.noProxy,
    config: configured.proxy,
    ...(options.proxy !== undefined && { proxy: options.proxy }),
  }, readEnv);
  return {
    certificates: configured.certificates,
    ...(settings && { proxy: settings }),
    insecure: typeof options.insecure === "boolean"
      ? options.insecure
      : parseHostRules(options.insecure, "the insecure hosts").rules,
    diagnostics: [...configured.diagnostics, ...diagnostics],
  };
}

/** The same for a request that another client sends, which reads the process's environment itself. */
export function connectionsOfClient(
  loaded: LoadedRun,
  options: RunOptions,
  variables: VariablePorts,
): ReturnType<typeof connectionsOf> {
  return connectionsOf(loaded, options, variables, () => undefined);
}

function configuredEngine(
  { collection, environment, globals }: LoadedRun,
  options: RunOptions,
  variables: VariablePorts,
): ConfiguredEngine {
  return engineConfig(collection, environment, () =>
    new IterationScopes({
      environments: new Map([[collection, environment]]),
      globals,
      vars: options.vars,
      envVars: options.envVars,
      ports: variables,
    }).scopesOfCollection(collection));
}

/** Most collections have neither a proxy nor certificates of their own. */
function hasConfig(
  { config }: Collection,
  environment: readonly Environment[],
): boolean {
  return config.proxy !== undefined ||
    config.clientCertificates !== undefined ||
    environment.some((it) => it.clientCertificates !== undefined);
}

/** Where a run's proxy is named, strongest first. */
export interface ProxySources {
  /** `--no-proxy`: none, whatever else is said. */
  readonly noProxy: boolean;
  /** `--proxy URL`: for every request, `NO_PROXY` aside. */
  readonly proxy?: string;
  /** `config.proxy` of the collection, as read; absent: unset. */
  readonly config?: ConfigProxy;
}

/** Reads a variable of the process's environment. */
type ReadEnv = (name: string) => string | undefined;

/**
 * Decides on a run's proxy: the command line, then the collection's
 * configuration, then `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`
 * (lower case first). Undefined settings mean none. A value that is not a proxy
 * becomes a diagnostic.
 */
export function proxySettings(
  sources: ProxySources,
  readEnv: ReadEnv = permittedEnvs(),
): { settings: ProxySettings | undefined; diagnostics: Diagnostic[] } {
  const { noProxy, proxy, config = { kind: "unset" } } = sources;
  const none = { settings: undefined, diagnostics: [] };
  if (noProxy) return none;
  const env = (name: string) =>
    readEnv(name.toLowerCase()) || readEnv(name) || undefined;
  const bypass = () => splitNoProxy(env("NO_PROXY") ?? "");
  if (proxy !== undefined) {
    const server = readProxy(proxy, "in --proxy");
    return "problem" in server
      ? invalid(server.problem)
      : all(server, bypass());
  }
  switch (config.kind) {
    case "unset":
      return fromEnvironment(env, bypass);
    case "none":
      return none;
    case "server":
      return all(config.server, config.bypass);
    case "invalid":
      return { settings: undefined, diagnostics: [config.diagnostic] };
    default:
      return config satisfies never;
  }
}

function fromEnvironment(env: ReadEnv, bypass: () => readonly string[]) {
  const diagnostics: Diagnostic[] = [];
  const read = (name: string): ProxyServer | undefined => {
    const text = env(name);
    if (text === undefined) return undefined;
    const server = readProxy(text, `in the environment's ${name}`);
    if (!("problem" in server)) return server;
    diagnostics.push(...invalid(server.problem).diagnostics);
    return undefined;
  };
  const other = once(() => read("ALL_PROXY"));
  const http = read("HTTP_PROXY") ?? other();
  const https = read("HTTPS_PROXY") ?? other();
  const settings = http || https
    ? {
      ...(http && { http }),
      ...(https && { https }),
      bypass: bypass(),
      bypassLoopback: true,
    }
    : undefined;
  return { settings, diagnostics };
}

/** A proxy's URL, or what is wrong with it. */
function readProxy(
  text: string,
  where: string,
): ProxyServer | { readonly problem: string } {
  const server = parseProxyUrl(text);
  if (server === undefined) {
    return { problem: `"${withoutCredentials(text)}" ${where}: ${NO_PROXY}` };
  }
  const { reason } = socksProblem(server) ?? {};
  return reason === undefined
    ? server
    : { problem: `"${withoutCredentials(text)}" ${where}: ${reason}` };
}

function all(server: ProxyServer, bypass: readonly string[]) {
  const settings: ProxySettings = {
    http: server,
    https: server,
    bypass,
    bypassLoopback: false,
  };
  return { settings, diagnostics: [] };
}

function invalid(what: string) {
  const diagnostic: Diagnostic = {
    code: "USAGE",
    severity: "error",
    message: `Cannot use ${what}`,
  };
  return { settings: undefined, diagnostics: [diagnostic] };
}
