import type { SecureContext } from "node:tls";
import {
  certificateFor,
  type ClientCertificate,
} from "../../request/client_certificate.ts";
import type { WireUrl } from "../../request/wire_url.ts";
import { locationOf } from "../../source/diagnostic.ts";
import { NetworkError } from "../../source/errors.ts";
import type { Origin } from "../../source/origin.ts";
import { findBodyFile } from "./body_file.ts";
import { readAuthorities, readPem } from "./read_authorities.ts";
import type { EngineConfig } from "./types.ts";

type Tls = Pick<typeof import("node:tls"), "createSecureContext">;

/**
 * Makes what TLS needs besides the system's roots: further authorities, and
 * the client certificate for a host. Undefined when it needs nothing.
 *
 * @throws {NetworkError} A file cannot be read, or holds something else; code
 * CERTIFICATE or MISSING_PATH.
 * @throws {PermissionError} A file may not be read.
 */
export async function secureContextFor(
  url: WireUrl,
  options: { tls: Tls; config: EngineConfig },
): Promise<SecureContext | undefined> {
  const { tls, config } = options;
  const certificate = certificateFor(url, config.clientCertificates);
  if (certificate === undefined && config.ca.length === 0) return undefined;
  const identity = certificate && await readIdentity(certificate, config);
  const context = build(tls, certificate, identity);
  // Unlike the option `ca`, this adds to the system's authorities.
  for (const pem of await readAuthorities(config.ca)) {
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
  const find = async (path: string) =>
    (await findBodyFile(path, { access, at: certificate.at })).path;
  switch (certificate.type) {
    case "pem": {
      const cert = await readPem(await find(certificate.certificate));
      const key = await readPem(await find(certificate.key));
      await checkKey(key, certificate);
      return { cert, key };
    }
    case "pkcs12":
      return { pfx: await Deno.readFile(await find(certificate.file)) };
    default:
      return certificate satisfies never;
  }
}

/** With a wrong passphrase Deno would connect without a certificate, silently. */
async function checkKey(
  key: string,
  certificate: ClientCertificate & { type: "pem" },
): Promise<void> {
  const { createPrivateKey } = await import("node:crypto");
  const { passphrase } = certificate;
  try {
    createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    throw invalid(
      certificate.key,
      "it is no private key in PEM format, or the passphrase is wrong",
      certificate.at,
    );
  }
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
      ? "it is no PKCS #12 file, or the passphrase is wrong"
      : "it is no certificate in PEM format, or the key belongs to another one";
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
