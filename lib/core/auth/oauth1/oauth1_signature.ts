import type { OAUTH1_METHODS } from "../fields.ts";
import { type HashName, hmac, toBytes } from "../hash.ts";
import { percentEncode } from "../percent_encode.ts";
import { importRsaKey } from "./import_rsa_key.ts";

/** An OAuth 1 signature method. */
export type OAuth1Method = typeof OAUTH1_METHODS[number];

/** What OAuth 1 signs with. */
export interface OAuth1Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret: string;
  /** PEM, for the RSA methods. */
  readonly privateKey: string;
}

/** The hash of a method; undefined for PLAINTEXT, which has none. */
export function hashOfMethod(method: OAuth1Method): HashName | undefined {
  switch (method) {
    case "HMAC-SHA1":
    case "RSA-SHA1":
      return "SHA-1";
    case "HMAC-SHA256":
    case "RSA-SHA256":
      return "SHA-256";
    case "HMAC-SHA512":
    case "RSA-SHA512":
      return "SHA-512";
    case "PLAINTEXT":
      return undefined;
    default:
      return method satisfies never;
  }
}

/** Signs a base string (RFC 5849, 3.4); `problem` says why the private key cannot. */
export async function oauth1Signature(
  method: OAuth1Method,
  text: string,
  secrets: OAuth1Secrets,
): Promise<{ readonly value: string } | { readonly problem: string }> {
  const shared = [secrets.consumerSecret, secrets.tokenSecret].map((secret) =>
    percentEncode(secret)
  ).join("&");
  const hash = hashOfMethod(method);
  if (hash === undefined) return { value: shared };
  if (method.startsWith("HMAC-")) {
    return { value: (await hmac(hash, shared, text)).toBase64() };
  }
  const key = await importRsaKey(secrets.privateKey, hash);
  if (typeof key === "string") return { problem: key };
  const signed = await crypto.subtle.sign(key.algorithm, key, toBytes(text));
  return { value: new Uint8Array(signed).toBase64() };
}
