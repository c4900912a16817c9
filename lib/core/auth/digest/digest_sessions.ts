import type { DigestChallenge } from "./select_challenge.ts";

/** A challenge in use. */
export interface DigestSession {
  readonly challenge: DigestChallenge;
  /** The client's nonce for `-sess`, which binds A1 to it. */
  readonly cnonce: string;
  /** How often the nonce was used. */
  count: number;
}

/**
 * The Digest challenges that a run has met, by origin and credentials.
 * Later requests reuse the nonce with a higher count, which saves the round
 * trip and the second sending of a body. One for each run.
 */
export class DigestSessions {
  readonly #sessions = new Map<string, DigestSession>();

  /** The session for these credentials at this origin. */
  get(key: DigestSessionKey): DigestSession | undefined {
    return this.#sessions.get(keyOf(key));
  }

  /** Starts a session from a fresh challenge; an earlier one makes way. */
  start(
    key: DigestSessionKey,
    challenge: DigestChallenge,
    cnonce: string,
  ): DigestSession {
    const session = { challenge, cnonce, count: 0 };
    this.#sessions.set(keyOf(key), session);
    return session;
  }

  /** Forgets a session whose credentials were refused. */
  end(key: DigestSessionKey): void {
    this.#sessions.delete(keyOf(key));
  }
}

/** Identifies a session. */
export interface DigestSessionKey {
  readonly origin: string;
  readonly username: string;
  readonly password: string;
}

function keyOf(key: DigestSessionKey): string {
  return JSON.stringify([key.origin, key.username, key.password]);
}
