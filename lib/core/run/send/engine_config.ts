import type { Collection, Environment } from "../../collection/types.ts";
import {
  type ClientCertificate,
  readClientCertificates,
} from "../../http/client_certificate.ts";
import {
  type ConfigProxy,
  readConfigProxy,
  usedConfigProxy,
} from "../../http/config_proxy.ts";
import type { Scopes } from "../../scope/scopes.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Origin } from "../../source/origin.ts";
import { pushAll } from "../../source/push_all.ts";
import { renderConfig } from "./render_config.ts";

/** What a collection and its environment say about connections. */
export interface ConfiguredEngine {
  readonly proxy?: ConfigProxy;
  readonly certificates: readonly ClientCertificate[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Renders and reads the proxy and the client certificates of a collection and
 * of the selected environments.
 *
 * @param scopes The variables that stand before the first request.
 */
export function engineConfig(
  { config, file }: Pick<Collection, "config" | "file">,
  environments: readonly Environment[],
  scopes: () => Scopes,
): ConfiguredEngine {
  const diagnostics: Diagnostic[] = [];
  const render = (part: unknown, at: Origin) => {
    const rendered = renderConfig(part, at, scopes);
    pushAll(diagnostics, rendered.diagnostics);
    return rendered.value;
  };
  const certificatesOf = (list: readonly unknown[] = [], at: Origin) => {
    const read = readClientCertificates(render(list, at) as unknown[], at);
    pushAll(diagnostics, read.diagnostics);
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
      ...environments.flatMap((it) =>
        certificatesOf(
          it.clientCertificates,
          it.certificatesAt ?? { file: it.file, path: ["clientCertificates"] },
        )
      ),
    ],
    diagnostics,
  };
}
