import { hmac } from "@noble/hashes/hmac.js";
import { md5 } from "@noble/hashes/legacy.js";
import md4 from "js-md4";
import type {
  OutgoingHop,
  Signature,
  Signer,
  SignerTurn,
} from "../../http/engine.ts";
import { headersOf } from "../../http/header_of.ts";
import type { RenderedAuth } from "../../http/rendered_request.ts";
import type { Response } from "../../http/response.ts";
import { authDiagnostic, textField } from "../auth_field.ts";
import { parseChallenges } from "../digest/select_challenge.ts";
import { hash } from "../hash.ts";
import type { AuthPorts } from "../types.ts";
import { splitUrl } from "../../http/wire_url.ts";
import { channelBinding } from "./channel_binding.ts";
import {
  authenticateMessage,
  negotiateMessage,
  ntlmAccount,
  type NtlmChannel,
  type NtlmHashes,
  readChallenge,
} from "./messages.ts";

/** The hashes that Web Crypto lacks. */
export const ntlmHashes: NtlmHashes = {
  md4: (data) => new Uint8Array(md4.arrayBuffer(data)),
  hmacMd5: (key, data) => hmac(md5, key, data),
};

/**
 * Makes what signs a connection in with NTLM: after a 401 that offers it, a
 * first message without content, and after the server's challenge the answer
 * with it, which over TLS is good for that connection only. Whatever else a
 * server says is a warning, and its response stays.
 */
export async function ntlmSigner(
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<Signer> {
  const { username, domain } = ntlmAccount(
    textField(auth, "username"),
    textField(auth, "domain"),
  );
  const password = textField(auth, "password");
  const parts = JSON.stringify([domain, username, password]);
  const keep = (problem: string): undefined => {
    ports.warn?.(authDiagnostic(auth, {
      code: "INVALID_RESPONSE",
      severity: "warning",
      problem,
    }));
  };
  return {
    connection: `ntlm ${(await hash("SHA-256", parts)).toHex()}`,
    retry: (hop: OutgoingHop, response: Response, turn: SignerTurn) => {
      const { round } = turn;
      if (round > 1) {
        const isSecure = hop.url.startsWith("https:");
        const why = channelOf(hop, turn) ? OTHER_CERTIFICATE : NO_BINDING;
        return Promise.resolve(
          isSecure ? keep(`${REFUSED}${why})`) : undefined,
        );
      }
      const found = offers(response);
      if (round === 0) return Promise.resolve(begin(found, keep));
      const token = found.find(({ token }) => token)?.token;
      if (token === undefined) {
        return Promise.resolve(
          keep("the server's response to the first message has no challenge"),
        );
      }
      const challenge = readChallenge(token);
      if (typeof challenge === "string") {
        return Promise.resolve(
          keep(`the server's challenge cannot be answered, ${challenge}`),
        );
      }
      const channel = channelOf(hop, turn);
      const answer = {
        username,
        domain,
        password,
        nonce: ports.random(8),
        now: ports.now(),
        ...(channel && { channel }),
      };
      return Promise.resolve(
        header(authenticateMessage(challenge, answer, ntlmHashes)),
      );
    },
  };
}

/** A server can ask for a proof that both sides see the same certificate, and does not say so. */
const REFUSED =
  "the server refuses the answer (look at username, password and domain; if they are right, the server may ask for Extended Protection, and ";
const OTHER_CERTIFICATE =
  "the certificate that Brace sees may be that of something between";
const NO_BINDING =
  "Brace knows no channel binding for the signature of its certificate";

/** The TLS connection that an answer is tied to; undefined where nothing can tie it. */
function channelOf(
  { url }: OutgoingHop,
  { certificate }: SignerTurn,
): NtlmChannel | undefined {
  const binding = certificate && channelBinding(certificate);
  return binding && { binding, service: `HTTP/${splitUrl(url)!.hostname}` };
}

/** The challenges of the scheme NTLM. */
function offers({ headers }: Response): { readonly token?: string }[] {
  return parseChallenges(headersOf(headers, "www-authenticate"))
    .filter(({ scheme }) => scheme === "ntlm");
}

function begin(
  found: readonly { readonly token?: string }[],
  keep: (problem: string) => undefined,
): Signature | undefined {
  if (found.length === 0) {
    return keep(
      `the server's 401 does not offer NTLM (look at its WWW-Authenticate header; Brace does not speak Negotiate)`,
    );
  }
  if (found.some(({ token }) => token !== undefined)) {
    return keep(
      "the server sent a challenge that nothing had asked for (a proxy may share connections)",
    );
  }
  return { ...header(negotiateMessage()), withoutContent: true };
}

function header(message: Uint8Array): Signature {
  return { headers: [["Authorization", `NTLM ${message.toBase64()}`]] };
}
