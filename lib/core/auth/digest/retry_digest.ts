import { AuthError } from "../../source/errors.ts";
import type { OutgoingHop, Signature } from "../../http/engine.ts";
import type { Response } from "../../http/response.ts";
import type { RenderedAuth } from "../../http/rendered_request.ts";
import { splitUrl } from "../../http/wire_url.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import { textField } from "../auth_field.ts";
import { headersOf } from "../../http/header_of.ts";
import { isStreamed } from "../is_streamed.ts";
import type { AuthPorts } from "../types.ts";
import { digestHeader } from "./digest_header.ts";
import { type DigestSession, DigestSessions } from "./digest_sessions.ts";
import { parseChallenges } from "./parse_challenges.ts";
import { selectChallenge } from "./select_challenge.ts";

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
