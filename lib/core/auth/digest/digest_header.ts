import { percentEncode } from "../percent_encode.ts";
import { quotedString } from "../quoted_string.ts";
import type { DigestChallenge } from "./select_challenge.ts";

/** What a Digest response is made from besides the challenge. */
export interface DigestInput {
  readonly username: string;
  readonly password: string;
  readonly method: string;
  /** Path and query exactly as on the wire. */
  readonly uri: string;
  readonly qop: "auth" | "auth-int" | undefined;
  /** The content, for "auth-int". */
  readonly body: Uint8Array;
  /** How often the nonce was used, this time included. */
  readonly count: number;
  readonly cnonce: string;
}

/**
 * Makes the Authorization header's value for a Digest challenge
 * (RFC 7616, with RFC 2069's form for a challenge without qop).
 *
 * Texts that the server sent are hashed as the bytes they came as; user name
 * and password as UTF-8, in normal form C.
 */
export async function digestHeader(
  challenge: DigestChallenge,
  input: DigestInput,
): Promise<string> {
  const { algorithm, nonce, opaque, algorithmName } = challenge;
  const { qop, cnonce, uri } = input;
  const username = input.username.normalize("NFC");
  const nc = input.count.toString(16).padStart(8, "0");
  const keyed = (...parts: (string | Uint8Array)[]) =>
    algorithm.hash(joinColon(parts));
  const realm = fromWire(challenge.realm);

  const secret = await keyed(username, realm, input.password.normalize("NFC"));
  const a1 = algorithm.session
    ? await keyed(secret, fromWire(nonce), cnonce)
    : secret;
  const a2 = qop === "auth-int"
    ? await keyed(input.method, uri, await algorithm.hash(input.body))
    : await keyed(input.method, uri);
  const response = qop === undefined
    ? await keyed(a1, fromWire(nonce), a2)
    : await keyed(a1, fromWire(nonce), nc, cnonce, qop, a2);

  const user = challenge.userhash
    ? `username="${await keyed(username, realm)}"`
    : usernameParameter(username);
  return "Digest " + [
    user,
    `realm=${quotedString(challenge.realm)}`,
    `uri=${quotedString(uri)}`,
    ...(algorithmName === undefined ? [] : [`algorithm=${algorithmName}`]),
    `nonce=${quotedString(nonce)}`,
    ...(qop === undefined ? [] : [`nc=${nc}`]),
    ...(qop === undefined && !algorithm.session
      ? []
      : [`cnonce=${quotedString(cnonce)}`]),
    ...(qop === undefined ? [] : [`qop=${qop}`]),
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque=${quotedString(opaque)}`]),
    ...(challenge.userhash ? ["userhash=true"] : []),
  ].join(", ");
}

/** A name beyond ASCII takes RFC 8187's form, which only `username*` may have. */
function usernameParameter(username: string): string {
  return /^[\x20-\x7e]*$/.test(username)
    ? `username=${quotedString(username)}`
    : `username*=UTF-8''${percentEncode(username)}`;
}

/** Header bytes arrive as Latin-1 characters. */
function fromWire(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function joinColon(parts: readonly (string | Uint8Array)[]): Uint8Array {
  const bytes = parts.map((part) =>
    typeof part === "string" ? new TextEncoder().encode(part) : part
  );
  const length = bytes.reduce((sum, part) => sum + part.length + 1, -1);
  const out = new Uint8Array(length).fill(0x3a);
  let at = 0;
  for (const part of bytes) {
    out.set(part, at);
    at += part.length + 1;
  }
  return out;
}
