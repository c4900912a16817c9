/** Bytes of a token and of a key: 256 bits. */
const LENGTH = 32;

/** Where the page is served, and nowhere else. */
export const HOSTNAME = "127.0.0.1";

/**
 * Decides who is heard. The page exchanges a token from its address, once, for
 * a key, which it sends with every request. There are no cookies: they know no
 * port, so another server on this machine would get them.
 */
export class Guard {
  readonly #host: string;
  readonly #tokens = new Set<string>();
  readonly #keys = new Set<string>();

  /** @param port The port that the page is served on. */
  constructor(port: number) {
    this.#host = `${HOSTNAME}:${port}`;
  }

  /** A new address, for one page. */
  address(): string {
    const token = random();
    this.#tokens.add(token);
    return `http://${this.#host}/#${token}`;
  }

  /** The key for a token, which is then used up; undefined for any other text. */
  exchange(token: string): string | undefined {
    const found = among(this.#tokens, token);
    if (found === undefined) return undefined;
    this.#tokens.delete(found);
    const key = random();
    this.#keys.add(key);
    return key;
  }

  /** Whether a request names this server: a name that only points here is another. */
  isForUs({ headers }: Request): boolean {
    return headers.get("host") === this.#host;
  }

  /** Whether a request comes from the page, as far as the browser says where from. */
  isFromPage({ headers }: Request): boolean {
    const origin = headers.get("origin");
    const site = headers.get("sec-fetch-site");
    return (origin === null || origin === `http://${this.#host}`) &&
      (site === null || site === "same-origin");
  }

  /** Whether a request has the key of a session. */
  hasKey({ headers }: Request): boolean {
    const [, key] =
      /^Bearer ([\w-]+)$/.exec(headers.get("authorization") ?? "") ??
        [];
    return key !== undefined && among(this.#keys, key) !== undefined;
  }
}

function random(): string {
  return crypto.getRandomValues(new Uint8Array(LENGTH))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The equal one of several texts; how long the search takes tells nothing about them. */
function among(known: ReadonlySet<string>, text: string): string | undefined {
  let found: string | undefined;
  for (const one of known) if (isEqual(one, text)) found = one;
  return found;
}

function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) {
    difference |= a.charCodeAt(at) ^ (b.charCodeAt(at) | 0);
  }
  return difference === 0;
}
