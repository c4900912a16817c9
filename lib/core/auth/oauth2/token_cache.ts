import { AuthError, NetworkError } from "../../source/errors.ts";
import type { RenderedAuth } from "../../http/rendered_request.ts";
import type { OwnTimeout } from "../../http/timeout_of.ts";
import { authDiagnostic } from "../auth_field.ts";
import { checkAuth } from "../check_auth.ts";
import type { OAuth2Token, TokenSource } from "../types.ts";
import { grantToken, refreshToken } from "./grant_token.ts";
import {
  type OAuth2Config,
  oauth2Config,
  type TokenPorts,
} from "./oauth2_config.ts";

/** A token is renewed this long before it expires, but not before nine tenths of its life. */
const MARGIN = 30_000;

/**
 * The tokens of a run. Requests with the same OAuth configuration share a token,
 * and wait together while it is fetched. An expired token is refreshed if the
 * server gave a refresh token, otherwise fetched again. If a person refused or
 * failed to log in, Brace does not ask again.
 */
export class TokenCache implements TokenSource {
  readonly #tokens = new Map<string, Promise<OAuth2Token>>();
  /** Tokens that more than one request was given. */
  readonly #shared = new WeakSet<OAuth2Token>();

  /** Makes an empty cache. */
  constructor(readonly ports: TokenPorts) {}

  async get(auth: RenderedAuth, limit?: OwnTimeout): Promise<OAuth2Token> {
    const problems = checkAuth(auth);
    if (problems.length > 0) throw new AuthError(problems);
    const config = oauth2Config(auth, limit);
    const key = tokenKey(auth);
    const known = this.#tokens.get(key);
    if (known === undefined) {
      const getting = fetchNew(config, this.ports);
      return await this.#keep(key, getting, isInteractive(config));
    }
    const token = await known;
    if (isFresh(token, this.ports.now())) {
      this.#shared.add(token);
      return token;
    }
    const latest = this.#tokens.get(key);
    // Another request renews it already.
    if (latest !== undefined && latest !== known) return await latest;
    const getting = renew(config, this.ports, token);
    return await this.#keep(key, getting, isInteractive(config));
  }

  async replace(
    auth: RenderedAuth,
    refused: OAuth2Token,
    limit?: OwnTimeout,
  ): Promise<OAuth2Token | undefined> {
    // One that was got for this very request was not revoked.
    if (!this.#shared.has(refused)) return undefined;
    const config = oauth2Config(auth, limit);
    const key = tokenKey(auth);
    const known = this.#tokens.get(key);
    // Another request has replaced it already.
    if (known !== undefined && await known !== refused) return await known;
    const latest = this.#tokens.get(key);
    if (latest !== undefined && latest !== known) return await latest;
    const getting = renewAlone(config, this.ports, refused);
    return getting && await this.#keep(key, getting, known);
  }

  /** Keeps what is on its way; if it fails: that failure, what was before, or nothing. */
  async #keep(
    key: string,
    getting: Promise<OAuth2Token>,
    failed: boolean | Promise<OAuth2Token> | undefined,
  ): Promise<OAuth2Token> {
    this.#tokens.set(key, getting);
    try {
      const token = await getting;
      for (const it of secretsOfToken(token)) this.ports.learned?.(it);
      return token;
    } catch (error) {
      if (typeof failed === "object") this.#tokens.set(key, failed);
      else if (failed !== true) this.#tokens.delete(key);
      throw error;
    }
  }
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

/** Renews a token where that takes no person; undefined where it takes one, or the collection forbids it. */
function renewAlone(
  config: OAuth2Config,
  ports: TokenPorts,
  token: OAuth2Token,
): Promise<OAuth2Token> | undefined {
  if (!isInteractive(config)) {
    const may = config.autoFetch ||
      config.autoRefresh && token.refreshToken !== undefined;
    return may ? renew(config, ports, token) : undefined;
  }
  return config.autoRefresh && token.refreshToken !== undefined
    ? refreshToken(config, ports, token.refreshToken)
    : undefined;
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
