import { AuthError, NetworkError } from "../../source/errors.ts";
import { authDiagnostic } from "../auth_field.ts";
import type { OAuth2Token } from "../types.ts";
import { deviceGrant, pollStep, tokenResult } from "./token_result.ts";
import type { OAuth2Config, TokenPorts } from "./oauth2_config.ts";
import {
  namedTokenRequest,
  serverText,
  tokenError,
  tokenRefusal,
} from "./token_error.ts";
import {
  base64url,
  type Pkce,
  pkce,
  tokenRequest,
  type TokenRequestInput,
} from "./token_request.ts";
import type { Response } from "../../http/response.ts";
import { setQuery } from "../percent.ts";
import { wayOut } from "../../source/way_out.ts";

/** The config of the authorization code flow. */
export type AuthorizationCodeConfig = Extract<
  OAuth2Config,
  { flow: "authorization_code" }
>;

/** What the server sent the browser back with. */
type Callback =
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
    : { ok: false, reason: "the callback has no code" };
}

function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark));
}

type Pair = readonly [name: string, value: string];
type DeviceConfig = Extract<OAuth2Config, { flow: "device_code" }>;

/**
 * Gets a new token by the config's flow.
 *
 * @throws {AuthError} The flow needs a person and nobody is there.
 * @throws {NetworkError} The server gives none.
 */
export function grantToken(
  config: OAuth2Config,
  ports: TokenPorts,
): Promise<OAuth2Token> {
  const { flow } = config;
  switch (flow) {
    case "client_credentials":
      return exchange(config, ports, [
        ["grant_type", "client_credentials"],
        ["scope", config.scope],
      ]);
    case "password":
      return exchange(config, ports, [
        ["grant_type", "password"],
        ["username", config.username],
        ["password", config.password],
        ["scope", config.scope],
      ]);
    case "authorization_code":
      return byAuthorizationCode(config, ports);
    case "device_code":
      return byDevice(config, ports);
    default:
      return flow satisfies never;
  }
}

/**
 * Gets a token for a refresh token (RFC 6749, 6); the old refresh token stays
 * good where the server sends no new one.
 *
 * @throws {NetworkError} The server gives none.
 */
export async function refreshToken(
  config: OAuth2Config,
  ports: TokenPorts,
  refresh: string,
): Promise<OAuth2Token> {
  const url = config.refreshTokenUrl;
  const response = await ask(config, ports, {
    url,
    parameters: [["grant_type", "refresh_token"], ["refresh_token", refresh]],
    additional: config.refreshTokenParameters,
  });
  const result = tokenResult(response, ports.now());
  if (!result.ok) throw tokenError(config, url, tokenRefusal(result, config));
  return { refreshToken: refresh, ...result.token };
}

/** Sends a request for a token; where it fails, the message says what for. */
async function ask(
  config: OAuth2Config,
  ports: TokenPorts,
  input: TokenRequestInput,
): Promise<Response> {
  try {
    return await ports.send(tokenRequest(config, input), config.auth.at);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    throw namedTokenRequest(input.url, error);
  }
}

async function exchange(
  config: OAuth2Config,
  ports: TokenPorts,
  parameters: readonly Pair[],
): Promise<OAuth2Token> {
  const url = config.accessTokenUrl;
  const additional = config.accessTokenParameters;
  const response = await ask(config, ports, { url, parameters, additional });
  const result = tokenResult(response, ports.now());
  if (!result.ok) throw tokenError(config, url, tokenRefusal(result, config));
  return result.token;
}

async function byAuthorizationCode(
  config: AuthorizationCodeConfig,
  ports: TokenPorts,
): Promise<OAuth2Token> {
  const { visit, listen } = ports;
  if (!visit || !listen) throw nobody(config);
  const proof = config.pkce && await pkce(ports.random(32), config.pkce);
  const state = config.state || base64url(ports.random(16));
  const listener = await listen.call(
    ports,
    config.callbackUrl,
    (url) => isCallback(url, state),
  );
  // The browser may come back before anyone waits for it.
  listener.callback.catch(() => {});
  try {
    const { redirectUri } = listener;
    const session = { redirectUri, state, ...(proof ? { pkce: proof } : {}) };
    await visit.call(ports, { url: authorizationUrl(config, session) });
    const callback = readCallback(await listener.callback);
    if (!callback.ok) {
      throw tokenError(
        config,
        config.authorizationUrl,
        serverText(callback.reason, config),
      );
    }
    return await exchange(config, ports, [
      ["grant_type", "authorization_code"],
      ["code", callback.code],
      ["redirect_uri", redirectUri],
      ["code_verifier", proof?.verifier ?? ""],
    ]);
  } finally {
    await listener.close();
  }
}

async function byDevice(
  config: DeviceConfig,
  ports: TokenPorts,
): Promise<OAuth2Token> {
  if (!ports.visit) throw nobody(config);
  const url = config.deviceAuthorizationUrl;
  const started = ports.elapsed();
  const response = await ask(config, ports, {
    url,
    parameters: [["scope", config.scope]],
    additional: [],
  });
  const grant = deviceGrant(response);
  if (grant === undefined) {
    const result = tokenResult(response, ports.now());
    throw tokenError(
      config,
      url,
      result.ok || result.status === 200 && result.error === ""
        ? "the server's response has no device_code, user_code and verification_uri that can be shown"
        : tokenRefusal(result, config),
    );
  }
  let { interval } = grant;
  const endFrom = (granted: number) =>
    Math.min(granted + grant.lifetime, started + (ports.patience ?? Infinity));
  const asked = ports.elapsed();
  const left = endFrom(asked) - asked;
  if (interval >= left) {
    throw tokenError(
      config,
      url,
      `there is no time to grant access: the server wants ${
        inSeconds(interval)
      } between two checks, and ${inSeconds(left)} are left`,
      [wayOut("raise-limit", "timeout")],
    );
  }
  await ports.visit({
    url: grant.verificationUriComplete ?? grant.verificationUri,
    userCode: grant.userCode,
  });
  const end = endFrom(ports.elapsed());
  while (ports.elapsed() + interval < end) {
    await ports.wait(interval);
    const timeout = Math.max(1, end - ports.elapsed());
    const step = pollStep(
      await poll(config, ports, { deviceCode: grant.deviceCode, timeout }),
      interval,
    );
    if (step.kind === "done") return step.token;
    if (step.kind === "failed") {
      throw tokenError(
        config,
        config.accessTokenUrl,
        tokenRefusal(step.result, config),
      );
    }
    interval = step.interval;
  }
  throw tokenError(config, url, "nobody granted access in time");
}

function inSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}

async function poll(
  config: DeviceConfig,
  ports: TokenPorts,
  { deviceCode, timeout }: {
    readonly deviceCode: string;
    /** Milliseconds. */
    readonly timeout: number;
  },
) {
  const response = await ask(config, ports, {
    url: config.accessTokenUrl,
    parameters: [
      ["grant_type", "urn:ietf:params:oauth:grant-type:device_code"],
      ["device_code", deviceCode],
    ],
    additional: config.accessTokenParameters,
    timeout,
  });
  return tokenResult(response, ports.now());
}

function nobody(config: OAuth2Config): AuthError {
  return new AuthError([authDiagnostic(config.auth, {
    code: "UNSUPPORTED",
    field: "flow",
    problem:
      `the flow "${config.flow}" needs a person at a terminal (run it there, or use flow: client_credentials)`,
  })]);
}
