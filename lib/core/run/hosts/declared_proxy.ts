import type { Collection } from "../../collection/types.ts";
import { readConfigProxy } from "../../http/config_proxy.ts";
import { formatHost } from "../../policy/format_host.ts";
import type { Origin } from "../../source/origin.ts";
import { beforeTheRun } from "../before_the_run.ts";
import { IterationScopes, type ScopeSettings } from "../iteration_scopes.ts";
import { renderConfig } from "../send/render_config.ts";

/**
 * The proxy that a collection's files set, as `host:port`: declared like the
 * hosts of its requests, and known from the same sources.
 */
export function declaredProxy(
  collection: Collection,
  settings: ScopeSettings,
): string | undefined {
  const { config: { proxy }, file } = collection;
  const at: Origin = { file, path: ["config", "proxy"] };
  const { value } = renderConfig(
    proxy,
    at,
    () =>
      new IterationScopes(beforeTheRun(settings)).scopesOfCollection(
        collection,
      ),
  );
  const read = readConfigProxy(value, at);
  return read.kind === "server"
    ? formatHost(read.server.hostname, read.server.port)
    : undefined;
}
