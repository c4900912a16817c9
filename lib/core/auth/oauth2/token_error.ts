import { locationOf } from "../../source/diagnostic.ts";
import { NetworkError } from "../../source/errors.ts";
import { createMasker } from "../../secrets/masker.ts";
import { secretsOfAuth } from "../../secrets/secrets_of_auth.ts";
import type { OAuth2Common } from "./oauth2_config.ts";
import type { TokenResult } from "./token_result.ts";

const MAX_LENGTH = 200;
/** Ways out, by RFC 6749's error codes. */
const HINTS: ReadonlyMap<string, string> = new Map([
  [
    "invalid_client",
    "check credentials: clientId, clientSecret and their placement",
  ],
  ["invalid_scope", "check scope"],
  ["unauthorized_client", "the client may not use this flow"],
  ["unsupported_grant_type", "the server does not know this flow"],
]);

/** Makes the error of a server that gives no token. Texts of the server are cut, and freed of controls and secrets. */
export function tokenError(
  config: OAuth2Common,
  url: string,
  reason: string,
): NetworkError {
  const { auth } = config;
  return new NetworkError([{
    code: "INVALID_RESPONSE",
    severity: "error",
    message: `Cannot get an OAuth 2 token from "${bare(url)}": ${
      clean(reason, secretsOfAuth(auth))
    }`,
    location: locationOf(auth.at, { place: "auth" }),
  }]);
}

/** Says what an endpoint that refused has said. */
export function refusal(result: Extract<TokenResult, { ok: false }>): string {
  const { status, error, description } = result;
  const said = [error, description].filter((it) => it !== "").join(": ");
  if (said === "") return `the server responded with ${status} without a token`;
  const hint = HINTS.get(error);
  return `the server responded with ${status}, ${said}${
    hint ? ` (${hint})` : ""
  }`;
}

/** Scheme, host and path: a query may hold secrets. */
function bare(url: string): string {
  return url.split(/[?#]/, 1)[0];
}

function clean(text: string, secrets: readonly string[]): string {
  // Before it is cut: half a secret would not be known.
  const masked = createMasker(secrets).mask(text);
  // deno-lint-ignore no-control-regex
  const out = masked.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ").trim();
  return out.length > MAX_LENGTH ? `${out.slice(0, MAX_LENGTH)}…` : out;
}
