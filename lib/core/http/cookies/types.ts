/** A cookie as a server or a script gives it. */
export interface GivenCookie {
  readonly name: string;
  readonly value: string;
  readonly domain?: string;
  /** Absent where none was written; one without a leading `/` means the default. */
  readonly path?: string;
  /** Milliseconds since the epoch; absent for a session cookie. */
  readonly expires?: number;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: string;
}

/** A cookie as a jar keeps it. */
export interface JarCookie {
  readonly name: string;
  readonly value: string;
  /** Lower case, without a leading dot. */
  readonly domain: string;
  /** Whether only this very host gets it, no subdomain. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: string;
  /** Milliseconds since the epoch; absent for a session cookie. */
  readonly expires?: number;
}

/** Where a cookie comes from or goes to. */
export interface CookiePlace {
  /** Lower-case ASCII, an IPv6 address without brackets. */
  readonly host: string;
  /** As it is on the wire, without the query. */
  readonly path: string;
  /** Whether the connection is encrypted. */
  readonly encrypted: boolean;
  /** Encrypted, or on this machine, where browsers let `Secure` cookies pass too. */
  readonly trusted: boolean;
}
