import {
  type ClientCertificate,
  readClientCertificates,
} from "../../http/client_certificate.ts";
import {
  type ConfigProxy,
  readConfigProxy,
  usedConfigProxy,
} from "../../http/config_proxy.ts";
import { renderConfig } from "../../run/render_config.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Origin } from "../../source/origin.ts";
import type { LoadedRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";
import type { VariablePorts } from "./variable_ports.ts";

/** What a collection and its environment say about connections. */
export interface EngineConfig {
  readonly proxy?: ConfigProxy;
  readonly certificates: readonly ClientCertificate[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders and reads the proxy and the client certificates of a collection. */
export function readEngineConfig(
  { collection, environment, globals }: Omit<LoadedRun, "plan">,
  options: RunOptions,
  variables: VariablePorts,
): EngineConfig {
  const { config, file } = collection;
  const settings = {
    environments: new Map([[collection, environment]]),
    globals,
    vars: options.vars,
    envVars: options.envVars,
    ports: variables,
  };
  const diagnostics: Diagnostic[] = [];
  const render = (part: unknown, at: Origin) => {
    const rendered = renderConfig(part, at, collection, settings);
    diagnostics.push(...rendered.diagnostics);
    return rendered.value;
  };
  const certificatesOf = (list: readonly unknown[] = [], at: Origin) => {
    const read = readClientCertificates(render(list, at) as unknown[], at);
    diagnostics.push(...read.diagnostics);
    return read.certificates;
  };
  const proxyAt: Origin = { file, path: ["config", "proxy"] };
  const usedProxy = usedConfigProxy(config.proxy);
  return {
    ...(config.proxy !== undefined && {
      proxy: readConfigProxy(
        usedProxy === undefined ? config.proxy : render(usedProxy, proxyAt),
        proxyAt,
      ),
    }),
    certificates: [
      ...certificatesOf(config.clientCertificates, {
        file,
        path: ["config", "clientCertificates"],
      }),
      ...environment.flatMap((it) =>
        certificatesOf(it.clientCertificates, {
          file: it.file,
          path: ["clientCertificates"],
        })
      ),
    ],
    diagnostics,
  };
}
