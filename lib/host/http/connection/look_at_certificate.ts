import { type ConnectOptions, watchAddress } from "./agent.ts";

/** The name that TLS asks a server's certificate for; addresses have none. */
export function serverName(hostname: string): string {
  return /:|^[\d.]+$/.test(hostname) ? "" : hostname;
}

/** Deno says the same of a certificate that has expired and of one whose issuer is not known (no upstream issue known). */
export function isUnverified(error: unknown): error is Error {
  return (error as { code?: string }).code ===
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
}

/** What a server's certificate says. */
export interface CertificateFacts {
  readonly validFrom: Date;
  readonly validTo: Date;
  readonly issuer: string;
}

/** The target of the connection: a server or a proxy. */
interface Looked extends Pick<ConnectOptions, "checkAddress"> {
  readonly hostname: string;
  readonly port: number;
}

/** Milliseconds that a look may take. */
const PATIENCE = 3_000;

/** The certificates behind errors. */
const facts = new WeakMap<Error, CertificateFacts>();

/** The certificate that a connection failed for, where it was looked at. */
export function certificateOf(error: Error): CertificateFacts | undefined {
  return facts.get(error);
}

/**
 * Looks at the certificate that a connection failed for. Nothing is sent on the
 * second connection that this takes.
 */
export async function lookAtCertificate(
  error: Error,
  { hostname, port, checkAddress }: Looked,
): Promise<void> {
  const { connect } = await import("node:tls");
  await new Promise<void>((resolve) => {
    const socket = connect({
      host: hostname,
      port,
      servername: serverName(hostname),
      // Without a certificate of the client's.
      rejectUnauthorized: false,
    });
    if (checkAddress) watchAddress(socket, checkAddress);
    const timer = setTimeout(() => socket.destroy(), PATIENCE);
    socket.once("secureConnect", () => {
      const peer = socket.getPeerCertificate();
      facts.set(error, {
        validFrom: new Date(peer.valid_from),
        validTo: new Date(peer.valid_to),
        issuer: [peer.issuer.CN ?? peer.issuer.O ?? []].flat().join(),
      });
      socket.destroy();
    });
    socket.once("error", () => {});
    socket.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
