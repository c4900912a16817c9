import { createPrivateKey, X509Certificate } from "node:crypto";
import type { SecureContext } from "node:tls";
import {
  certificateFor,
  type ClientCertificate,
} from "../../../core/http/client_certificate.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import { locationOf } from "../../../core/source/diagnostic.ts";
import { NetworkError } from "../../../core/source/errors.ts";
import type { Origin } from "../../../core/source/origin.ts";
import { findBodyFile } from "../content/body_file.ts";
import { readAuthorities, readPem } from "./read_authorities.ts";
import type { EngineConfig } from "../types.ts";

type Tls = Pick<typeof import("node:tls"), "createSecureContext">;

/**
 * Makes the TLS settings on top of the system's roots: further authorities, and
 * the client certificate for a host, if one is given. Undefined when it needs
 * nothing.
 *
 * @throws {NetworkError} A file cannot be read, or holds something else; code
 * CERTIFICATE or MISSING_PATH.
 * @throws {PermissionError} A file may not be read.
 */
export async function secureContextFor(
  url: WireUrl | undefined,
  options: { tls: Tls; config: EngineConfig },
): Promise<SecureContext | undefined> {
  const { tls, config } = options;
  const certificate = url && certificateFor(url, config.clientCertificates);
  if (certificate === undefined && config.ca.length === 0) return undefined;
  const identity = certificate && await readIdentity(certificate, config);
  const context = build(tls, certificate, identity);
  // Unlike the option `ca`, this adds to the system's authorities.
  for (const pem of readAuthorities(config.ca)) {
    addAuthority(context, pem);
  }
  return context;
}

interface Identity {
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: Uint8Array;
}

async function readIdentity(
  certificate: ClientCertificate,
  { files: access }: EngineConfig,
): Promise<Identity> {
  const find = (path: string) =>
    findBodyFile(path, { access, at: certificate.at }).path;
  switch (certificate.type) {
    case "pem": {
      const cert = readPem(find(certificate.certificate));
      const key = readPem(find(certificate.key));
      checkPair(cert, key, certificate);
      return { cert, key };
    }
    case "pkcs12":
      return { pfx: await Deno.readFile(find(certificate.file)) };
    default:
      return certificate satisfies never;
  }
}

/** With a wrong passphrase, or another certificate's key, Deno would connect without a certificate, silently (as in denoland/deno#34367; no upstream issue of its own known). */
function checkPair(
  cert: string,
  key: string,
  certificate: ClientCertificate & { type: "pem" },
): void {
  const { passphrase, at } = certificate;
  const parse = <T>(file: string, problem: string, parsed: () => T): T => {
    try {
      return parsed();
    } catch {
      throw invalid(file, problem, at);
    }
  };
  const secret = parse(
    certificate.key,
    "it is not a private key in PEM format, or the passphrase is wrong",
    () =>
      createPrivateKey({
        key,
        ...(passphrase !== undefined && { passphrase }),
      }),
  );
  const open = parse(
    certificate.certificate,
    "it is not a certificate in PEM format",
    () => new X509Certificate(cert),
  );
  if (open.checkPrivateKey(secret)) return;
  throw invalid(
    certificate.key,
    `it does not belong to the certificate "${certificate.certificate}"`,
    at,
  );
}

function build(
  tls: Tls,
  certificate: ClientCertificate | undefined,
  identity: Identity | undefined,
): SecureContext {
  try {
    return tls.createSecureContext({
      ...identity as { cert?: string; key?: string },
      ...(certificate?.passphrase !== undefined && {
        passphrase: certificate.passphrase,
      }),
    });
  } catch {
    const name = certificate?.type === "pkcs12"
      ? certificate.file
      : certificate?.certificate ?? "";
    const what = certificate?.type === "pkcs12"
      ? "it is not a PKCS #12 file, or the passphrase is wrong"
      : "it is not a certificate in PEM format";
    throw invalid(name, what, certificate?.at);
  }
}

function addAuthority(context: SecureContext, pem: string): void {
  const { addCACert } = context.context;
  addCACert.call(context.context, pem);
}

function invalid(
  file: string,
  reason: string,
  at?: Origin,
): NetworkError {
  return new NetworkError([{
    code: "CERTIFICATE",
    severity: "error",
    message: `Cannot use the certificate "${file}": ${reason}`,
    ...(at && { location: locationOf(at) }),
  }]);
}
