import { hmac } from "@noble/hashes/hmac.js";
import { md5 } from "@noble/hashes/legacy.js";
import md4 from "js-md4";
import type { OutgoingHop, Signature, Signer } from "../../http/engine.ts";
import { headersOf } from "../../http/header_of.ts";
import type { RenderedAuth } from "../../http/rendered_request.ts";
import type { Response } from "../../http/response.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import { textField } from "../auth_field.ts";
import { parseChallenges } from "../digest/select_challenge.ts";
import { hash } from "../hash.ts";
import type { AuthPorts } from "../types.ts";
import {
  authenticateMessage,
  negotiateMessage,
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
 * with it. Whatever else a server says is a warning, and its response stays.
 */
export async function ntlmSigner(
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<Signer> {
  const { username, domain } = account(auth);
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
    retry: (hop: OutgoingHop, response: Response, round = 0) => {
      if (round > 1) {
        const isBound = hop.url.startsWith("https:");
        return Promise.resolve(isBound ? keep(REFUSED) : undefined);
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
      const answer = {
        username,
        domain,
        password,
        nonce: ports.random(8),
        now: ports.now(),
      };
      return Promise.resolve(
        header(authenticateMessage(challenge, answer, ntlmHashes)),
      );
    },
  };
}

/** A server can ask for a proof that both sides see the same certificate, and does not say so. */
const REFUSED =
  "the server refuses the answer (look at username, password and domain; if they are right, the server may ask for Extended Protection, and Brace sends no channel binding)";

/** `DOMAIN\user` names the domain where the field does not; `user@domain` is a name as it is. */
function account(auth: RenderedAuth) {
  const username = textField(auth, "username");
  const domain = textField(auth, "domain");
  const slash = username.indexOf("\\");
  return domain !== "" || slash < 0 ? { username, domain } : {
    username: username.slice(slash + 1),
    domain: username.slice(0, slash),
  };
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
