import { createPublicKey } from "node:crypto";
import { fromFileUrl } from "@std/path/from-file-url";

/** The certificates of `fixtures/tls`, by name. */
export type CertificateName =
  | "ca"
  | "server"
  | "expired"
  | "future"
  /** By an authority between, whose certificate does not come with it. */
  | "issued"
  /** The same, with it. */
  | "chain"
  | "wrong-host"
  /** Those of the secret stores whose hosts are fixed. */
  | "stores"
  | "self-signed"
  /** Signed with SHA-384, and without a hash. */
  | "sha384"
  | "ed25519"
  | "client";

/** Path of a file in `fixtures/tls`. */
export function certificatePath(file: string): string {
  return fromFileUrl(new URL(`../../fixtures/tls/${file}`, import.meta.url));
}

const read = new Map<CertificateName, { cert: string; key: string }>();

/** Certificate and key as PEM; by default those of a server on localhost. */
export async function certificate(
  name: CertificateName = "server",
): Promise<{ cert: string; key: string }> {
  const known = read.get(name) ?? {
    cert: await Deno.readTextFile(certificatePath(`${name}.crt`)),
    key: await Deno.readTextFile(certificatePath(`${name}.key`)),
  };
  read.set(name, known);
  return known;
}

/** A pair of RSA keys of 2048 bits as PEM: to make one takes up to a second. */
export function rsaKeys(): { publicKey: string; privateKey: string } {
  const privateKey = Deno.readTextFileSync(certificatePath("rsa.key"));
  const publicKey = createPublicKey(privateKey)
    .export({ type: "spki", format: "pem" }) as string;
  return { publicKey, privateKey };
}
