import { hash } from "../hash.ts";

/** A PKCE pair (RFC 7636). */
export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
  readonly method: "S256" | "plain";
}

/** Makes a PKCE pair from 32 unpredictable bytes. */
export async function pkce(
  bytes: Uint8Array,
  method: Pkce["method"],
): Promise<Pkce> {
  const verifier = base64url(bytes);
  const challenge = method === "plain"
    ? verifier
    : base64url(await hash("SHA-256", verifier));
  return { verifier, challenge, method };
}

/** Base64 for URLs, without padding. */
export function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
