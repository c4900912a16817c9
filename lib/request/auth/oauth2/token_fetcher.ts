import { AuthError, NetworkError } from "../../../source/errors.ts";
import type { RenderedAuth } from "../../types.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import { checkAuth } from "../check_auth.ts";
import type { OAuth2Token, TokenFetcher } from "../types.ts";
import { grantToken, refreshToken } from "./grant_token.ts";
import { type OAuth2Config, oauth2Config } from "./oauth2_config.ts";
import type { TokenPorts } from "./token_ports.ts";

/** A token is renewed this long before it expires, but not before nine tenths of its life. */
const MARGIN = 30_000;

/**
 * Makes a run's token fetcher. Tokens are kept for the run by everything that
 * makes them what they are; requests at the same time share one fetch. An
 * expired token is refreshed where the server gave a refresh token, else got
 * anew. A flow in which a person failed or refused is not asked again.
 */
export function tokenFetcher(ports: TokenPorts): TokenFetcher {
  const tokens = new Map<string, Promise<OAuth2Token>>();

  function keep(
    key: string,
    config: OAuth2Config,
    getting: Promise<OAuth2Token>,
  ): Promise<OAuth2Token> {
    const kept = getting.then((token) => {
      for (const secret of secretsOfToken(token)) ports.learned?.(secret);
      return token;
    });
    tokens.set(key, kept);
    kept.catch(() => {
      if (!isInteractive(config)) tokens.delete(key);
    });
    return kept;
  }

  return async (auth) => {
    const problems = checkAuth(auth);
    if (problems.length > 0) throw new AuthError(problems);
    const config = oauth2Config(auth);
    const key = tokenKey(auth);
    const known = tokens.get(key);
    if (known === undefined) {
      return await keep(key, config, fetchNew(config, ports));
    }
    const token = await known;
    if (isFresh(token, ports.now())) return token;
    const latest = tokens.get(key);
    // Another request renews it already.
    if (latest !== undefined && latest !== known) return await latest;
    return await keep(key, config, renew(config, ports, token));
  };
}

// deno-lint-ignore require-await
async function fetchNew(
  config: OAuth2Config,
  ports: TokenPorts,
): Promise<OAuth2Token> {
  if (config.autoFetch) return grantToken(config, ports);
  throw new AuthError([authDiagnostic(config.auth, {
    code: "INVALID_FIELD",
    field: "settings.autoFetchToken",
    problem:
      `"settings.autoFetchToken" is false and no earlier request got this token (write true)`,
  })]);
}

async function renew(
  config: OAuth2Config,
  ports: TokenPorts,
  token: OAuth2Token,
): Promise<OAuth2Token> {
  if (config.autoRefresh && token.refreshToken !== undefined) {
    try {
      return await refreshToken(config, ports, token.refreshToken);
    } catch (error) {
      // A refused refresh token leaves the flow itself.
      if (!(error instanceof NetworkError) || !config.autoFetch) throw error;
    }
  }
  return await fetchNew(config, ports);
}

function isFresh(token: OAuth2Token, now: number): boolean {
  if (token.expiresAt === undefined) return true;
  const life = token.expiresAt - token.receivedAt;
  return now < token.expiresAt - Math.min(MARGIN, life / 10);
}

function isInteractive(config: OAuth2Config): boolean {
  return config.flow === "authorization_code" || config.flow === "device_code";
}

/** Everything but where the token goes and when it is got. */
function tokenKey(auth: RenderedAuth): string {
  const fields = [...auth.fields].filter(([name]) =>
    !/^(settings|tokenConfig\.(placement|source))\b/.test(name)
  );
  return JSON.stringify(fields.toSorted(([a], [b]) => a < b ? -1 : 1));
}

function secretsOfToken(token: OAuth2Token): string[] {
  return [token.accessToken, token.refreshToken, token.idToken].filter((it) =>
    it !== undefined
  );
}
