import { locationOf, type WayOut } from "../../source/diagnostic.ts";
import { NetworkError } from "../../source/errors.ts";
import { createMasker } from "../../secrets/masker.ts";
import { secretsOfAuth } from "../../secrets/secrets_of_auth.ts";
import type { OAuth2Common } from "./oauth2_config.ts";
import { formEncode, isByHeader } from "./token_request.ts";
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

/** What the status of a server says that gives no code of RFC 6749. */
const HINTS_OF_STATUS: ReadonlyMap<number, string> = new Map([
  [401, "check the values in the auth"],
  [404, "check the URL"],
]);

/** Makes the error of a server that gives no token. */
export function tokenError(
  config: OAuth2Common,
  url: string,
  reason: string,
  waysOut?: readonly WayOut[],
): NetworkError {
  const { auth } = config;
  return new NetworkError([{
    code: "INVALID_RESPONSE",
    severity: "error",
    message: messageOf(url, reason),
    location: locationOf(auth.at, { place: "auth" }),
    ...(waysOut && { waysOut }),
  }]);
}

/** The error of a request for a token, which says that it was that. */
export function namedTokenRequest(
  url: string,
  { diagnostics, unsent, cause }: NetworkError,
): NetworkError {
  return new NetworkError(
    diagnostics.map((it) => ({
      ...it,
      message: messageOf(
        url,
        it.message.replace(/^./, (first) => first.toLowerCase()),
      ),
    })),
    { unsent, cause },
  );
}

function messageOf(url: string, reason: string): string {
  return `Cannot get an OAuth 2 token from "${bare(url)}": ${reason}`;
}

/** Says what an endpoint that refused has said. */
export function tokenRefusal(
  { status, error, description }: Extract<TokenResult, { ok: false }>,
  config: OAuth2Common,
): string {
  const said = serverText(
    [error, description].filter((it) => it !== "").join(": "),
    config,
  );
  const answer = said === ""
    ? `the server responded with ${status} without a token`
    : `the server responded with ${status}, ${said}`;
  const isClient = error === "invalid_client" || status === 401;
  const hint = (isClient ? encodedHint(config) : undefined) ??
    HINTS.get(error) ??
    (error === "" ? HINTS_OF_STATUS.get(status) : undefined);
  return hint === undefined ? answer : `${answer} (${hint})`;
}

/** Many servers compare the encoded text with the secret. */
function encodedHint(config: OAuth2Common): string | undefined {
  const encoded = (["clientId", "clientSecret"] as const).filter((name) =>
    formEncode(config[name]) !== config[name]
  ).join(" and ");
  return encoded === "" || !isByHeader(config)
    ? undefined
    : `the header has credentials: ${encoded} percent-encoded, as RFC 6749 asks; for a server that does not decode them, set their placement to body`;
}

/** Scheme, host and path: a query may hold secrets. */
function bare(url: string): string {
  return url.split(/[?#]/, 1)[0];
}

/** A text of the server for a message: cut, and freed of controls and secrets. */
export function serverText(text: string, { auth }: OAuth2Common): string {
  // Before it is cut: half a secret would not be known.
  const masked = createMasker(secretsOfAuth(auth)).mask(text);
  // deno-lint-ignore no-control-regex
  const out = masked.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ").trim();
  return out.length > MAX_LENGTH ? `${out.slice(0, MAX_LENGTH)}…` : out;
}
