import type { OwnTimeout } from "../http/timeout_of.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";
import type { DigestSessions } from "./digest/digest_sessions.ts";

/** What applying auth needs of the outside. */
export interface AuthPorts {
  /** Milliseconds since the epoch. */
  now(): number;
  /** So many unpredictable bytes. */
  random(length: number): Uint8Array;
  /** Gets OAuth 2 tokens; absent: `oauth2` is refused. */
  readonly tokens?: TokenSource;
  /** Digest nonces of this run, so that later requests need no second round trip. */
  readonly digests?: DigestSessions;
  /** Reads a text file that a field names, by the policy for files; absent: refused. */
  readText?(path: string, at: Origin): Promise<string>;
  /** The credentials of an AWS profile, undefined where there is none; absent: profiles are refused. */
  awsProfile?(name: string, at: Origin): Promise<AwsCredentials | undefined>;
  /** The request's time limit, which holds for the request for its token, too. */
  readonly limit?: OwnTimeout;
  /** Takes warnings, such as a challenge that Brace does not support. */
  warn?(diagnostic: Diagnostic): void;
}

/** Where OAuth 2 tokens come from. */
export interface TokenSource {
  /**
   * The token that a request's auth asks for, from a cache where it is still
   * good. `limit` is that of the request.
   *
   * @throws {AuthError} The auth is wrong, or needs a person and nobody is there.
   * @throws {NetworkError} The server gives no token.
   */
  get(auth: RenderedAuth, limit?: OwnTimeout): Promise<OAuth2Token>;
  /**
   * Another token for one that was refused, which may have been revoked.
   * Undefined where only a person could get one, where the collection's
   * settings forbid it, and for a token that was got a moment ago.
   *
   * @throws {NetworkError} The server gives no token.
   */
  replace(
    auth: RenderedAuth,
    refused: OAuth2Token,
    limit?: OwnTimeout,
  ): Promise<OAuth2Token | undefined>;
}

/** What a token endpoint gave. */
export interface OAuth2Token {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly idToken?: string;
  /** Milliseconds since the epoch; absent: the server did not say. */
  readonly expiresAt?: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** What signs for AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}
