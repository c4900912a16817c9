import { createEngine } from "../../host/http/send.ts";
import { proxySettings } from "../../host/http/proxy_settings.ts";
import { readClientCertificates } from "../../request/client_certificate.ts";
import type { Engine } from "../../request/engine.ts";
import { renderConfig } from "../../run/render_config.ts";
import type { Origin } from "../../source/origin.ts";
import { UsageError } from "../../source/errors.ts";
import type { LoadedRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";
import type { VariablePorts } from "./variable_ports.ts";

/**
 * Makes a run's engine from command line, collection and environment.
 *
 * @throws {UsageError} For a proxy or client certificate that cannot be used,
 * and for placeholders in them that do not resolve.
 */
export function openEngine(
  { collection, environment }: LoadedRun,
  options: RunOptions,
  variables: VariablePorts,
): Engine {
  const { config, file } = collection;
  const settings = {
    environments: new Map([[collection, environment]]),
    vars: options.vars,
    envVars: options.envVars,
    ports: variables,
  };
  const rendered: ReturnType<typeof renderConfig>[] = [];
  const render = (part: unknown, at: Origin) => {
    const result = renderConfig(part, at, collection, settings);
    rendered.push(result);
    return result.value;
  };
  const proxy = proxySettings({
    noProxy: options.noProxy,
    config: render(config.proxy, { file, path: ["config", "proxy"] }),
    ...(options.proxy !== undefined && { proxy: options.proxy }),
  });
  const certificatesOf = (list: readonly unknown[] = [], at: Origin) =>
    readClientCertificates(render(list, at) as unknown[], at);
  const certificates = [
    certificatesOf(config.clientCertificates, {
      file,
      path: ["config", "clientCertificates"],
    }),
    ...environment.map((it) =>
      certificatesOf(it.clientCertificates, {
        file: it.file,
        path: ["clientCertificates"],
      })
    ),
  ];
  const problems = [...rendered, proxy, ...certificates]
    .flatMap((it) => it.diagnostics)
    .filter((it) => it.severity === "error");
  if (problems.length > 0) throw new UsageError(problems);
  return createEngine({
    timeout: options.timeout,
    insecure: options.insecure,
    ...(options.connectTimeout !== undefined &&
      { connectTimeout: options.connectTimeout }),
    ...(options.idleTimeout !== undefined &&
      { idleTimeout: options.idleTimeout }),
    maxResponseSize: options.maxResponseSize * 1024 * 1024,
    ca: options.ca,
    clientCertificates: certificates.flatMap((it) => it.certificates),
    http2: options.http2,
    files: { root: collection.root, allowRead: options.allowRead },
    ...(proxy.settings && { proxy: proxy.settings }),
  });
}
