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
import { renderText } from "../../render/render_text.ts";
import { Execution } from "../../scope/execution.ts";

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
  const proxyOf = (written: unknown): ConfigProxy => {
    const at: Origin = { file, path: ["config", "proxy"] };
    const used = usedConfigProxy(written);
    const value = used === undefined ? written : render(used, at);
    // What does not resolve is no proxy either.
    return diagnostics.some(({ severity }) => severity === "error")
      ? { kind: "unset" }
      : readConfigProxy(value, at);
  };
  return {
    ...(config.proxy !== undefined && { proxy: proxyOf(config.proxy) }),
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

/** The fields whose prompt answers stay hidden. */
const SECRET_KEYS: ReadonlySet<unknown> = new Set(["password", "passphrase"]);

/**
 * Renders the texts inside a part of a collection's configuration, such as a
 * proxy's password or a certificate's passphrase.
 *
 * @param scopes The variables that stand before the first request; asked for
 * where there is a placeholder.
 */
export function renderConfig(
  config: unknown,
  at: Origin,
  scopes: () => Scopes,
): { value: unknown; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  if (!holdsPlaceholder(config)) return { value: config, diagnostics };
  const value = renderInside(config, at, { scopes: scopes(), diagnostics });
  return { value, diagnostics };
}

function renderInside(
  config: unknown,
  at: Origin,
  context: { readonly scopes: Scopes; readonly diagnostics: Diagnostic[] },
): unknown {
  const inside = (key: string | number): Origin => ({
    file: at.file,
    path: [...at.path, key],
  });
  if (typeof config === "string") {
    const text = { text: config, at };
    const place = SECRET_KEYS.has(at.path.at(-1)) ? "auth" : "text";
    const rendered = renderText(text, context.scopes, new Execution(), place);
    pushAll(context.diagnostics, rendered.diagnostics);
    return rendered.value ?? config;
  }
  if (Array.isArray(config)) {
    return config.map((element, index) =>
      renderInside(element, inside(index), context)
    );
  }
  if (typeof config !== "object" || config === null) return config;
  return Object.fromEntries(
    Object.entries(config).map(([key, member]) => [
      key,
      renderInside(member, inside(key), context),
    ]),
  );
}

function holdsPlaceholder(config: unknown): boolean {
  if (typeof config === "string") return config.includes("{{");
  return typeof config === "object" && config !== null &&
    Object.values(config).some(holdsPlaceholder);
}
