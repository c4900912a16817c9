import { AuthError } from "../source/errors.ts";
import type { Signer } from "../http/engine.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";
import { textField } from "./auth_field.ts";
import { awsCredentials } from "./aws/aws_credentials.ts";
import { signAws } from "./aws/sign_aws.ts";
import { checkAuth } from "./check_auth.ts";
import { retryDigest, signDigest } from "./digest/retry_digest.ts";
import { signOAuth1 } from "./oauth1/sign_oauth1.ts";
import { oauth2Signer } from "./oauth2/oauth2_signer.ts";
import type { AuthPorts } from "./types.ts";
import { wsseHeader } from "./wsse.ts";

/**
 * Makes what signs each hop of a request with this auth; undefined for
 * auth that is in the rendered request already. Fetches the OAuth 2 token and AWS's credentials right
 * away, so that the time this takes is not the request's.
 *
 * @throws {AuthError} A field is missing, empty or wrong; Brace does not
 * speak the scheme; codes INVALID_FIELD, INVALID_HEADER, UNSUPPORTED.
 * @throws {NetworkError} The token's server is out of reach or gives no token.
 * @throws {PermissionError} The policy refuses the token's host or the key's file.
 */
export async function createSigner(
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<Signer | undefined> {
  const problems = checkAuth(auth);
  if (problems.length > 0) throw new AuthError(problems);
  const { type } = auth;
  switch (type) {
    case "none":
    case "inherit":
    case "basic":
    case "bearer":
    case "apikey":
      // If anything, it is in the headers or the URL since they were rendered.
      return undefined;
    case "digest":
      return {
        sign: (hop) => signDigest(hop, auth, ports),
        retry: (hop, response) => retryDigest(hop, response, auth, ports),
      };
    case "wsse":
      return { sign: async () => await wsse(auth, ports) };
    case "awsv4": {
      const credentials = await awsCredentials(auth, ports);
      const scope = {
        service: textField(auth, "service"),
        region: textField(auth, "region"),
      };
      return {
        sign: (hop) =>
          signAws(hop, credentials, { ...scope, now: ports.now() }),
      };
    }
    case "oauth1":
      return { sign: (hop) => signOAuth1(hop, auth, ports) };
    case "oauth2":
      return await oauth2Signer(auth, ports);
    case "ntlm":
    case "akamai-edgegrid":
      throw new RangeError(`${type} is refused by checkAuth`);
    default:
      return type satisfies never;
  }
}

async function wsse(auth: RenderedAuth, ports: AuthPorts) {
  const value = await wsseHeader({
    username: textField(auth, "username"),
    password: textField(auth, "password"),
    nonce: ports.random(16),
    now: ports.now(),
    passwordDigest: textField(auth, "passwordDigest") === "hex"
      ? "hex"
      : "base64",
  });
  return { headers: [["X-WSSE", value]] as const };
}
