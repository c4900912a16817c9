import { setQuery } from "../query.ts";
import type { OAuth2Config } from "./oauth2_config.ts";
import type { Pkce } from "./pkce.ts";

/** The config of the authorization code flow. */
export type AuthorizationCodeConfig = Extract<
  OAuth2Config,
  { flow: "authorization_code" }
>;

/** What the server sent the browser back with. */
export type Callback =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly reason: string };

/**
 * The URL at which a person grants access (RFC 6749, 4.1.1; RFC 7636, 4.3).
 * What the collection's URL has in its query stays.
 */
export function authorizationUrl(
  config: AuthorizationCodeConfig,
  session: {
    readonly redirectUri: string;
    readonly state: string;
    readonly pkce?: Pkce;
  },
): string {
  const { pkce } = session;
  const pairs: [string, string][] = [
    ["response_type", "code"],
    ["client_id", config.clientId],
    ["redirect_uri", session.redirectUri],
    ["scope", config.scope],
    ["state", session.state],
    ["code_challenge", pkce?.challenge ?? ""],
    ["code_challenge_method", pkce?.method ?? ""],
  ];
  return setQuery(config.authorizationUrl, [
    ...pairs.filter(([, value]) => value !== ""),
    // A browser sends neither headers nor a body of ours.
    ...config.authorizationParameters.map(({ name, value }) =>
      [name, value] as const
    ),
  ]);
}

/** Whether a URL is the callback of a session: one with another state is someone else's, whatever else it says. */
export function isCallback(url: string, state: string): boolean {
  return queryOf(url).get("state") === state;
}

/** Reads the URL of a callback. */
export function readCallback(url: string): Callback {
  const query = queryOf(url);
  const error = query.get("error");
  if (error !== null) {
    const described = [error, query.get("error_description") ?? ""];
    return { ok: false, reason: described.filter((it) => it).join(": ") };
  }
  const code = query.get("code");
  return code
    ? { ok: true, code }
    : { ok: false, reason: "the callback brings no code" };
}

function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark));
}
