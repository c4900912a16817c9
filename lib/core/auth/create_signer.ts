import { AuthError, DiagnosticError, NetworkError } from "../source/errors.ts";
import type { OutgoingHop, Signature, Signer } from "../http/engine.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";
import { authDiagnostic, quotedString, textField } from "./auth_field.ts";
import { signAws } from "./aws/sign_aws.ts";
import { checkAuth } from "./check_auth.ts";
import { retryDigest, signDigest } from "./digest/retry_digest.ts";
import { signEdgeGrid } from "./sign_edgegrid.ts";
import { signOAuth1 } from "./sign_oauth1.ts";
import type { AuthPorts, AwsCredentials, OAuth2Token } from "./types.ts";
import { hash } from "./hash.ts";
import { bearerHeader } from "./basic.ts";
import { setQuery } from "./percent.ts";

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
    case "akamai-edgegrid":
      return { sign: (hop) => signEdgeGrid(hop, auth, ports) };
    case "ntlm": {
      const { ntlmSigner } = await import("./ntlm/ntlm_signer.ts");
      return await ntlmSigner(auth, ports);
    }
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

/**
 * The credentials that an `awsv4` auth means: its profile's where it names
 * one, else its own.
 *
 * @throws {AuthError} There is no such profile.
 */
async function awsCredentials(
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<AwsCredentials> {
  const profile = textField(auth, "profileName");
  if (profile === "") {
    const sessionToken = textField(auth, "sessionToken");
    return {
      accessKeyId: textField(auth, "accessKeyId"),
      secretAccessKey: textField(auth, "secretAccessKey"),
      ...(sessionToken === "" ? {} : { sessionToken }),
    };
  }
  const credentials = await ports.awsProfile?.(profile, auth.at);
  if (credentials) return credentials;
  throw new AuthError([authDiagnostic(auth, {
    code: "INVALID_FIELD",
    field: "profileName",
    problem: ports.awsProfile
      ? `~/.aws/credentials has no keys for the profile in "profileName" (add them there)`
      : `AWS profiles are not read here (write accessKeyId and secretAccessKey)`,
  })]);
}

/** What a UsernameToken is made from. */
interface WsseInput {
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

/**
 * Makes what puts a token into each hop. A token that the server refuses with
 * a 401 is replaced once, as it may have been revoked; where that fails the
 * response stays, with a warning.
 *
 * @throws {AuthError} Tokens are not fetched here, or only for a person.
 * @throws {NetworkError} The server gives no token.
 */
async function oauth2Signer(
  auth: RenderedAuth,
  { tokens, warn, limit }: AuthPorts,
): Promise<Signer> {
  if (tokens === undefined) {
    throw new AuthError([authDiagnostic(auth, {
      code: "UNSUPPORTED",
      problem: "tokens are not fetched here (use type: bearer)",
    })]);
  }
  let token = await tokens.get(auth, limit);
  return {
    sign: (hop) => Promise.resolve(placeToken(hop, auth, token)),
    async retry(hop) {
      try {
        const other = await tokens.replace(auth, token, limit);
        return other && placeToken(hop, auth, token = other);
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        for (const it of error.diagnostics) {
          warn?.({ ...it, severity: "warning" });
        }
        return undefined;
      }
    },
  };
}

const QUERY = "tokenConfig.placement.query";
const HEADER = "tokenConfig.placement.header";

/**
 * Puts a token into a request: after the prefix that the collection names
 * ("Bearer" by default, none where it is empty), or into the query.
 *
 * @throws {NetworkError} The collection wants the ID token and the server gave none.
 */
export function placeToken(
  hop: OutgoingHop,
  auth: RenderedAuth,
  token: OAuth2Token,
): Signature {
  const wantsId = textField(auth, "tokenConfig.source") === "id_token";
  const text = wantsId ? token.idToken : token.accessToken;
  if (text === undefined) {
    throw new NetworkError([authDiagnostic(auth, {
      code: "INVALID_RESPONSE",
      field: "tokenConfig.source",
      problem:
        `the server's response has no id_token (add openid to "scope", or use the access token)`,
    })]);
  }
  if (auth.fields.has(QUERY)) {
    const name = textField(auth, QUERY) || "access_token";
    return { url: setQuery(hop.url, [[name, text]]) };
  }
  const prefix = auth.fields.has(HEADER) ? textField(auth, HEADER) : "Bearer";
  return { headers: [["Authorization", bearerHeader(text, prefix)]] };
}
