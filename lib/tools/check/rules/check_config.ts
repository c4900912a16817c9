import type { ClientCertificate } from "../../../core/http/client_certificate.ts";
import { parseHostRule } from "../../../core/policy/host_rule.ts";
import { renderText } from "../../../core/render/render_text.ts";
import { engineConfig } from "../../../core/run/send/engine_config.ts";
import { Execution } from "../../../core/scope/execution.ts";
import {
  type Diagnostic,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { formatYamlPath, type Text } from "../../../core/source/origin.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import type { CheckScopes } from "./check_scopes.ts";
import { configTexts } from "../uses/used_names.ts";
import { fixOf } from "../fixes/fix_of.ts";
import { judge } from "./judge.ts";
import type { NamedFile } from "./named_files.ts";
import type { RequestPlace } from "../places/reach.ts";

/** What is wrong with the configuration of a collection, and the files that it names. */
export interface CheckedConfig {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly NamedFile[];
}

/** Renders the proxy, the certificates and the hosts that a collection's files set, as a run does before its first request. */
export function checkConfig(scopes: CheckScopes): CheckedConfig {
  const { collection, chain, order } = scopes;
  const { proxy, certificates, diagnostics } = engineConfig(
    collection,
    chain,
    () => scopes.ofConfig(),
  );
  const found = diagnostics.flatMap((it) => judge(it, undefined, scopes));
  if (proxy?.kind === "invalid" && found.length === 0) {
    found.push(proxy.diagnostic);
  }
  for (const host of collection.config.hosts) {
    pushAll(found, checkHost(host, order.places[0], scopes));
  }
  const fixed = found.map((it) => {
    const fix = fixOf(
      it,
      () => textAt(it, scopes),
      () => scopes.ofConfig().names(),
    );
    return fix === undefined ? it : { ...it, fix };
  });
  return { diagnostics: fixed, files: certificates.flatMap(filesOf) };
}

/** The text that a diagnostic is about. */
function textAt(
  { location }: Diagnostic,
  { collection }: CheckScopes,
): string | undefined {
  const keys = formatYamlPath(location?.keys ?? []);
  return configTexts(collection).find(({ at }) =>
    at.file === location?.file && formatYamlPath(at.path) === keys
  )?.text;
}

/** A host that cannot be known before the run is not declared; the run goes on without it. */
function checkHost(
  host: Text,
  place: RequestPlace | undefined,
  scopes: CheckScopes,
): Diagnostic[] {
  const before = place && { ...place, index: -1 };
  const visible = before ? scopes.of(before) : scopes.ofConfig();
  const rendered = renderText(host, visible, new Execution());
  if (rendered.value === undefined) {
    return rendered.diagnostics.flatMap((it) => judge(it, undefined, scopes))
      .map((it) => ({ ...it, severity: "warning" }));
  }
  const rule = rendered.value.trim();
  if (
    rule === "" || rule.includes("://") || parseHostRule(rule) !== undefined
  ) return [];
  return [{
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot declare the host "${host.text}": it is not a host rule (write host, host:port, :port, [::1]:port, 10.0.0.0/8 or *.example.com)`,
    location: locationOf(host.at, { length: host.text.length }),
  }];
}

function filesOf(certificate: ClientCertificate): NamedFile[] {
  const { at } = certificate;
  const named = (path: string, key: string): NamedFile[] =>
    // What does not resolve is told already.
    path.includes("{{")
      ? []
      : [{ path, at: { file: at.file, path: [...at.path, key] } }];
  switch (certificate.type) {
    case "pem":
      return [
        ...named(certificate.certificate, "certificateFilePath"),
        ...named(certificate.key, "privateKeyFilePath"),
      ];
    case "pkcs12":
      return named(certificate.file, "pkcs12FilePath");
    default:
      return certificate satisfies never;
  }
}
