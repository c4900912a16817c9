import { createEngine } from "../http/send.ts";
import { proxySettings } from "../http/connection/proxy_settings.ts";
import type { Collection, Environment } from "../../core/collection/types.ts";
import type { Engine } from "../../core/http/engine.ts";
import { UsageError } from "../../core/source/errors.ts";
import type { EngineConfig } from "../../core/run/send/engine_config.ts";
import type { LoadedRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";
import type { VariablePorts } from "./ports/variable_ports.ts";

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
): Promise<Engine> {
  const { collection, environment } = loaded;
  const configured: EngineConfig = hasConfig(collection, environment)
    ? await configuredEngine(loaded, options, variables)
    : { certificates: [], diagnostics: [] };
  const proxy = proxySettings({
    noProxy: options.noProxy,
    config: configured.proxy,
    ...(options.proxy !== undefined && { proxy: options.proxy }),
  });
  const problems = [configured, proxy].flatMap((it) => it.diagnostics)
    .filter((it) => it.severity === "error");
  if (problems.length > 0) throw new UsageError(problems);
  if (options.ca.length > 0) {
    // Only the first https request reads them for itself.
    const { readAuthorities } = await import(
      "../http/connection/read_authorities.ts"
    );
    readAuthorities(options.ca);
  }
  return createEngine({
    ...(options.timeout !== undefined && { timeout: options.timeout }),
    insecure: options.insecure,
    ...(options.connectTimeout !== undefined &&
      { connectTimeout: options.connectTimeout }),
    ...(options.idleTimeout !== undefined &&
      { idleTimeout: options.idleTimeout }),
    maxResponseSize: options.maxResponseSize * 1024 * 1024,
    ca: options.ca,
    clientCertificates: configured.certificates,
    http2: options.http2,
    files: { root: collection.root, allowRead: options.allowRead },
    ...(proxy.settings && { proxy: proxy.settings }),
  });
}

async function configuredEngine(
  { collection, environment, globals }: LoadedRun,
  options: RunOptions,
  variables: VariablePorts,
): Promise<EngineConfig> {
  const [{ engineConfig }, { IterationScopes }] = await Promise.all([
    import("../../core/run/send/engine_config.ts"),
    import("../../core/run/iteration_scopes.ts"),
  ]);
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
