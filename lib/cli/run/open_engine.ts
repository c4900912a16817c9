import { createEngine } from "../../host/http/send.ts";
import { proxySettings } from "../../host/http/proxy_settings.ts";
import { readClientCertificates } from "../../request/client_certificate.ts";
import type { Engine } from "../../request/engine.ts";
import { UsageError } from "../../source/errors.ts";
import type { LoadedRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";

/**
 * Makes a run's engine from command line, collection and environment.
 *
 * @throws {UsageError} For a proxy or client certificate that cannot be used.
 */
export function openEngine(
  { collection, environment }: LoadedRun,
  options: RunOptions,
): Engine {
  const { config, file } = collection;
  const proxy = proxySettings({
    noProxy: options.noProxy,
    config: config.proxy,
    ...(options.proxy !== undefined && { proxy: options.proxy }),
  });
  const path = ["config", "clientCertificates"];
  const certificates = [
    readClientCertificates(config.clientCertificates ?? [], { file, path }),
    ...environment.map((it) =>
      readClientCertificates(it.clientCertificates ?? [], {
        file: it.file,
        path: ["clientCertificates"],
      })
    ),
  ];
  const problems = [proxy, ...certificates].flatMap((it) => it.diagnostics);
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
