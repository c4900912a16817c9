import { hash } from "./hash.ts";
import { quotedString } from "./quoted_string.ts";

/** What a UsernameToken is made from. */
export interface WsseInput {
  readonly username: string;
  readonly password: string;
  /** Unpredictable bytes. */
  readonly nonce: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Default "base64", the standard's form; "hex" is what Bruno and Emarsys do. */
  readonly passwordDigest?: "base64" | "hex";
}

/**
 * Makes the X-WSSE header's value: a UsernameToken with
 * `PasswordDigest = Base64(SHA-1(nonce + created + password))` and the nonce
 * in base64 (OASIS UsernameToken Profile 1.1.1). The "hex" form sends the nonce
 * as hexadecimal text, hashes that text, and encodes the hash's hexadecimal text.
 */
export async function wsseHeader(input: WsseInput): Promise<string> {
  const created = new Date(input.now).toISOString();
  const hex = input.passwordDigest === "hex";
  const nonce = hex ? utf8(input.nonce.toHex()) : input.nonce;
  const digest = await wsseDigest(nonce, created, input.password);
  const parts = [
    `Username=${quotedString(input.username)}`,
    `PasswordDigest="${(hex ? utf8(digest.toHex()) : digest).toBase64()}"`,
    `Nonce="${hex ? input.nonce.toHex() : nonce.toBase64()}"`,
    `Created="${created}"`,
  ];
  return `UsernameToken ${parts.join(", ")}`;
}

/** SHA-1 of the nonce's bytes, the time as written, and the password. */
export function wsseDigest(
  nonce: Uint8Array,
  created: string,
  password: string,
): Promise<Uint8Array> {
  const rest = utf8(created + password);
  const all = new Uint8Array(nonce.length + rest.length);
  all.set(nonce);
  all.set(rest, nonce.length);
  return hash("SHA-1", all);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
