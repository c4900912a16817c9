import type { Diagnostic } from "../source/diagnostic.ts";
import { locationOf } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import {
  hostKey,
  type HostRule,
  matchesRule,
  parseHostRule,
} from "../policy/host_rule.ts";
import type { WireUrl } from "./wire_url.ts";

/** A certificate that Brace shows to some hosts. */
export type ClientCertificate =
  & {
    readonly host: HostRule;
    readonly passphrase?: string;
    /** Where it is configured. */
    readonly at: Origin;
  }
  & (
    | {
      readonly type: "pem";
      /** Paths, relative to the collection. */
      readonly certificate: string;
      readonly key: string;
    }
    | { readonly type: "pkcs12"; readonly file: string }
  );

/**
 * Reads `config.clientCertificates` of a collection. A domain is written as for
 * `--allow-net`; without a port it means all ports. Entries that are
 * disabled are left out, malformed ones become diagnostics.
 */
export function readClientCertificates(
  values: readonly unknown[],
  at: Origin,
): { certificates: ClientCertificate[]; diagnostics: Diagnostic[] } {
  const certificates: ClientCertificate[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, value] of values.entries()) {
    const origin = { ...at, path: [...at.path, index] };
    const read = readOne(value, origin);
    if (typeof read === "string") {
      diagnostics.push({
        code: "INVALID_FIELD",
        severity: "error",
        message: `Cannot use the client certificate: ${read}`,
        location: locationOf(origin),
      });
    } else if (read) certificates.push(read);
  }
  return { certificates, diagnostics };
}

/** The certificate for a host; the first that fits. */
export function certificateFor(
  url: WireUrl,
  certificates: readonly ClientCertificate[],
): ClientCertificate | undefined {
  const key = hostKey(url.hostname);
  return certificates.find((it) => matchesRule(it.host, key, url.port));
}

/** The certificate, what is wrong with it, or undefined for a disabled one. */
function readOne(
  value: unknown,
  at: Origin,
): ClientCertificate | string | undefined {
  if (typeof value !== "object" || value === null) return "it is not a mapping";
  const fields = value as Record<string, unknown>;
  if (fields.disabled === true) return undefined;
  const text = (name: string) =>
    typeof fields[name] === "string" && fields[name] !== ""
      ? fields[name]
      : undefined;
  const domain = text("domain");
  if (domain === undefined) return '"domain" is missing';
  const host = parseHostRule(domain.replace(/^https:\/\/([^/]*).*$/i, "$1"));
  if (host === undefined) return `"${domain}" in "domain" is not a host`;
  const passphrase = text("passphrase");
  const common = {
    host,
    at,
    ...(passphrase !== undefined && { passphrase }),
  };
  switch (fields.type) {
    case "pem": {
      const certificate = text("certificateFilePath");
      const key = text("privateKeyFilePath");
      if (certificate === undefined) return '"certificateFilePath" is missing';
      if (key === undefined) return '"privateKeyFilePath" is missing';
      return { ...common, type: "pem", certificate, key };
    }
    case "pkcs12": {
      const file = text("pkcs12FilePath");
      if (file === undefined) return '"pkcs12FilePath" is missing';
      return { ...common, type: "pkcs12", file };
    }
    default:
      return '"type" is neither pem nor pkcs12';
  }
}
