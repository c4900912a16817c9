import { AuthError } from "../../../source/errors.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import type { OAuth2Token } from "../types.ts";
import {
  type AuthorizationCodeConfig,
  authorizationUrl,
  readCallback,
} from "./authorization.ts";
import { deviceGrant, pollStep } from "./device.ts";
import type { OAuth2Config } from "./oauth2_config.ts";
import { base64url, pkce } from "./pkce.ts";
import { tokenAnswer } from "./token_answer.ts";
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
  const answer = tokenAnswer(response, ports.now());
  if (!answer.ok) throw tokenError(config, url, refusal(answer));
  return { refreshToken: refresh, ...answer.token };
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
  const answer = tokenAnswer(response, ports.now());
  if (!answer.ok) throw tokenError(config, url, refusal(answer));
  return answer.token;
}

async function byAuthorizationCode(
  config: AuthorizationCodeConfig,
  ports: TokenPorts,
): Promise<OAuth2Token> {
  const { visit, listen } = ports;
  if (!visit || !listen) throw nobody(config);
  const proof = config.pkce && await pkce(ports.random(32), config.pkce);
  const state = config.state || base64url(ports.random(16));
  const listener = await listen.call(ports, config.callbackUrl);
  // The browser may come back before anyone waits for it.
  listener.answer.catch(() => {});
  try {
    const { redirectUri } = listener;
    const session = { redirectUri, state, ...(proof ? { pkce: proof } : {}) };
    await visit.call(ports, { url: authorizationUrl(config, session) });
    const callback = readCallback(await listener.answer, state);
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
  const response = await ports.send(
    tokenRequest(config, {
      url,
      parameters: [["scope", config.scope]],
      additional: [],
    }),
    config.auth.at,
  );
  const grant = deviceGrant(response, ports.now());
  if (grant === undefined) {
    const answer = tokenAnswer(response, ports.now());
    throw tokenError(
      config,
      url,
      answer.ok ? "the server's answer is no device grant" : refusal(answer),
    );
  }
  await ports.visit({
    url: grant.verificationUriComplete ?? grant.verificationUri,
    userCode: grant.userCode,
  });
  let { interval } = grant;
  while (ports.now() + interval < grant.expiresAt) {
    await ports.wait(interval);
    const step = pollStep(
      await poll(config, ports, grant.deviceCode),
      interval,
    );
    if (step.kind === "done") return step.token;
    if (step.kind === "failed") {
      throw tokenError(config, config.accessTokenUrl, refusal(step.answer));
    }
    interval = step.interval;
  }
  throw tokenError(config, url, "nobody granted access in time");
}

async function poll(
  config: DeviceConfig,
  ports: TokenPorts,
  deviceCode: string,
) {
  const response = await ports.send(
    tokenRequest(config, {
      url: config.accessTokenUrl,
      parameters: [
        ["grant_type", "urn:ietf:params:oauth:grant-type:device_code"],
        ["device_code", deviceCode],
      ],
      additional: config.accessTokenParameters,
    }),
    config.auth.at,
  );
  return tokenAnswer(response, ports.now());
}

function nobody(config: OAuth2Config): AuthError {
  return new AuthError([authDiagnostic(config.auth, {
    code: "UNSUPPORTED",
    field: "flow",
    problem:
      `the flow "${config.flow}" needs a person at a terminal (run it there, or use flow: client_credentials)`,
  })]);
}
