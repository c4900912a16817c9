import { AuthError } from "../../source/errors.ts";
import type { OutgoingHop, Signature } from "../../http/engine.ts";
import type { Response } from "../../http/response.ts";
import type { RenderedAuth } from "../../http/rendered_request.ts";
import { splitUrl } from "../../http/wire_url.ts";
import { authDiagnostic, quotedString, textField } from "../auth_field.ts";
import { headersOf } from "../../http/header_of.ts";
import { isStreamed } from "../hash.ts";
import type { AuthPorts } from "../types.ts";
import { type DigestSession, DigestSessions } from "./digest_sessions.ts";
import {
  type DigestChallenge,
  parseChallenges,
  selectChallenge,
} from "./select_challenge.ts";
import { percentEncode } from "../percent.ts";

/**
 * Signs a request with a nonce that the server gave earlier in the run;
 * undefined where it gave none.
 */
export async function signDigest(
  hop: OutgoingHop,
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<Signature | undefined> {
  const session = ports.digests?.get(sessionKey(hop, auth));
  // Without qop nothing counts the uses, and a server may take the second for a replay.
  if (session === undefined || session.challenge.qop.length === 0) {
    return undefined;
  }
  return await useSession(session, hop, auth, ports);
}

/**
 * Makes the headers that a 401's Digest challenge asks for. Undefined where the response should be
 * kept: Brace supports no challenge (which is a warning), or these credentials were
 * refused a moment ago.
 *
 * @throws {AuthError} Only `auth-int` is on offer and the body is streamed.
 */
export async function retryDigest(
  hop: OutgoingHop,
  response: Response,
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<Signature | undefined> {
  const challenges = parseChallenges(
    headersOf(response.headers, "www-authenticate"),
  );
  const challenge = selectChallenge(challenges);
  if (challenge === undefined) {
    const offered = challenges.map(({ scheme, parameters }) =>
      [scheme, parameters.get("algorithm") ?? ""].join(" ").trim()
    ).filter((name) => /^[\w. -]{1,40}$/.test(name));
    ports.warn?.(authDiagnostic(auth, {
      code: "INVALID_RESPONSE",
      severity: "warning",
      problem: `the server's 401 has no Digest challenge that Brace supports${
        offered.length > 0 ? ` (it offers ${offered.join(", ")})` : ""
      }`,
    }));
    return undefined;
  }
  const sessions = ports.digests ?? new DigestSessions();
  const key = sessionKey(hop, auth);
  if (wasFresh(hop) && !challenge.stale) {
    sessions.end(key);
    return undefined;
  }
  const cnonce = ports.random(16).toHex();
  const session = sessions.start(key, challenge, cnonce);
  return await useSession(session, hop, auth, ports);
}

async function useSession(
  session: DigestSession,
  hop: OutgoingHop,
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<Signature> {
  const { challenge } = session;
  const count = ++session.count;
  const value = await digestHeader(challenge, {
    username: textField(auth, "username"),
    password: textField(auth, "password"),
    method: hop.method,
    uri: splitUrl(hop.url)?.target ?? "/",
    qop: pickQop(challenge.qop, hop, auth),
    body: hop.body ?? new Uint8Array(),
    count,
    // One value for the whole session keeps A1 the same however a server reads -sess.
    cnonce: challenge.algorithm.session
      ? session.cnonce
      : ports.random(16).toHex(),
  });
  return { headers: [["Authorization", value]] };
}

/** "auth" where it is on offer: "auth-int" must hash the whole body first. */
function pickQop(
  offered: readonly string[],
  hop: OutgoingHop,
  auth: RenderedAuth,
): "auth" | "auth-int" | undefined {
  if (offered.length === 0) return undefined;
  if (offered.includes("auth")) return "auth";
  if (!isStreamed(hop)) return "auth-int";
  throw new AuthError([authDiagnostic(auth, {
    code: "UNSUPPORTED",
    problem:
      "the server demands qop auth-int, and a body streamed from a file cannot be hashed first (send it as text)",
  })]);
}

/** Whether the hop met a challenge with the first use of its nonce: then credentials, not age, were refused. */
function wasFresh(hop: OutgoingHop): boolean {
  const sent = parseChallenges(headersOf(hop.headers, "authorization"))
    .find(({ scheme }) => scheme === "digest");
  if (sent === undefined) return false;
  const count = sent.parameters.get("nc");
  return count === undefined || parseInt(count, 16) === 1;
}

function sessionKey(hop: OutgoingHop, auth: RenderedAuth) {
  const url = splitUrl(hop.url);
  return {
    origin: url ? `${url.protocol}//${url.hostname}:${url.port}` : hop.url,
    username: textField(auth, "username"),
    password: textField(auth, "password"),
  };
}

/** Parameters of a Digest response other than the challenge. */
interface DigestInput {
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
