import { AuthError } from "../../source/errors.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import type { OAuth2Token } from "../types.ts";
import {
  type AuthorizationCodeConfig,
  authorizationUrl,
  isCallback,
  readCallback,
} from "./authorization.ts";
import { deviceGrant, pollStep } from "./device.ts";
import type { OAuth2Config } from "./oauth2_config.ts";
import { base64url, pkce } from "./pkce.ts";
import { tokenResult } from "./token_result.ts";
import { refusal, tokenError } from "./token_error.ts";
import type { TokenPorts } from "./token_ports.ts";
import { tokenRequest } from "./token_request.ts";

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
  const response = await ports.send(
    tokenRequest(config, {
      url,
      parameters: [["grant_type", "refresh_token"], ["refresh_token", refresh]],
      additional: config.refreshTokenParameters,
    }),
    config.auth.at,
  );
  const result = tokenResult(response, ports.now());
  if (!result.ok) throw tokenError(config, url, refusal(result));
  return { refreshToken: refresh, ...result.token };
}

async function exchange(
  config: OAuth2Config,
  ports: TokenPorts,
  parameters: readonly Pair[],
): Promise<OAuth2Token> {
  const url = config.accessTokenUrl;
  const additional = config.accessTokenParameters;
  const response = await ports.send(
    tokenRequest(config, { url, parameters, additional }),
    config.auth.at,
  );
  const result = tokenResult(response, ports.now());
  if (!result.ok) throw tokenError(config, url, refusal(result));
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
      throw tokenError(config, config.authorizationUrl, callback.reason);
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
  const response = await ports.send(
    tokenRequest(config, {
      url,
      parameters: [["scope", config.scope]],
      additional: [],
    }),
    config.auth.at,
  );
  const grant = deviceGrant(response);
  if (grant === undefined) {
    const result = tokenResult(response, ports.now());
    throw tokenError(
      config,
      url,
      result.ok || result.status === 200 && result.error === ""
        ? "the server's response has no device_code, user_code and verification_uri that can be shown"
        : refusal(result),
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
      `nobody can grant access in time: the server wants ${
        inSeconds(interval)
      } before it is asked whether somebody did, and ${
        inSeconds(left)
      } are left (raise --timeout)`,
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
      throw tokenError(config, config.accessTokenUrl, refusal(step.result));
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
  const response = await ports.send(
    tokenRequest(config, {
      url: config.accessTokenUrl,
      parameters: [
        ["grant_type", "urn:ietf:params:oauth:grant-type:device_code"],
        ["device_code", deviceCode],
      ],
      additional: config.accessTokenParameters,
      timeout,
    }),
    config.auth.at,
  );
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
