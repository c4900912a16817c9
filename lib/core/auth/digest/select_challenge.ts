import { hash, toBytes } from "../hash.ts";

/** A Digest challenge that Brace supports. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque?: string;
  /** As the server wrote it, to be sent back; absent: it wrote none, which means MD5. */
  readonly algorithmName?: string;
  readonly algorithm: DigestAlgorithm;
  /** Qualities on offer, lower case; empty: the server speaks RFC 2069. */
  readonly qop: readonly string[];
  readonly userhash: boolean;
  /** The nonce was too old, the credentials were right. */
  readonly stale: boolean;
}

/**
 * Picks the first Digest challenge that Brace supports, the server's order
 * being its preference (RFC 7616, 3.7); undefined where there is none.
 */
export function selectChallenge(
  challenges: readonly Challenge[],
): DigestChallenge | undefined {
  for (const { scheme, parameters } of challenges) {
    const realm = parameters.get("realm");
    const nonce = parameters.get("nonce");
    const algorithmName = parameters.get("algorithm");
    const algorithm = digestAlgorithm(algorithmName ?? "MD5");
    if (
      scheme !== "digest" || realm === undefined || !nonce || !algorithm
    ) continue;
    const written = parameters.get("qop");
    const qop = (written ?? "").toLowerCase().split(/[\s,]+/).filter((q) =>
      q === "auth" || q === "auth-int"
    );
    // The server insists on a quality of protection that Brace does not know.
    if (written !== undefined && written.trim() !== "" && qop.length === 0) {
      continue;
    }
    const opaque = parameters.get("opaque");
    return {
      realm,
      nonce,
      ...(opaque === undefined ? {} : { opaque }),
      ...(algorithmName === undefined ? {} : { algorithmName }),
      algorithm,
      qop,
      userhash: isTrue(parameters.get("userhash")),
      stale: isTrue(parameters.get("stale")),
    };
  }
  return undefined;
}

function isTrue(text: string | undefined): boolean {
  return text?.trim().toLowerCase() === "true";
}

/** How a Digest algorithm's name hashes. */
interface DigestAlgorithm {
  /** Whether A1 is bound to the session's first nonces (`-sess`). */
  readonly session: boolean;
  /** The hash in lower-case hexadecimal; a text counts as UTF-8. */
  hash(data: string | Uint8Array): Promise<string>;
}

/**
 * The algorithm of a name, in any case; undefined for one that Brace does not
 * know. MD5 and SHA-512/256, which Web Crypto lacks, come from a library that is loaded only
 * when a server asks for them.
 */
function digestAlgorithm(name: string): DigestAlgorithm | undefined {
  const upper = name.toUpperCase();
  const session = upper.endsWith("-SESS");
  switch (session ? upper.slice(0, -"-SESS".length) : upper) {
    case "MD5":
      return {
        session,
        async hash(data) {
          const { md5 } = await import("./hashes.ts");
          return md5(toBytes(data)).toHex();
        },
      };
    case "SHA-256":
      return {
        session,
        hash: async (data) => (await hash("SHA-256", data)).toHex(),
      };
    case "SHA-512-256":
      return {
        session,
        async hash(data) {
          const { sha512_256 } = await import("./hashes.ts");
          return sha512_256(toBytes(data)).toHex();
        },
      };
    default:
      return undefined;
  }
}

/** One challenge of a WWW-Authenticate header. */
interface Challenge {
  /** Lower case. */
  readonly scheme: string;
  /** By lower-case name; of repeated ones the first. Quotes and escapes are taken off. */
  readonly parameters: ReadonlyMap<string, string>;
  /** What stands in the place of parameters. */
  readonly token?: string;
}

const SKIP = /[\s,]+/y;
const SPACE = /[ \t]+/y;
const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const EQUALS = /[ \t]*=[ \t]*/y;
const TOKEN68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y;
const UNQUOTED = /[^\s,]*/y;

/**
 * Reads the challenges of WWW-Authenticate values (RFC 9110, 11.6.1), several
 * in one value and several values alike. What is malformed is skipped, an
 * unclosed quote ends with the value; never throws, linear in the length.
 *
 * @example
 * ```ts
 * import { parseChallenges } from "./select_challenge.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const [first, second] = parseChallenges(['Negotiate, Digest realm="a, \\"b\\"", qop=auth']);
 * assertEquals(first.scheme, "negotiate");
 * assertEquals(second.parameters.get("realm"), 'a, "b"');
 * ```
 */
export function parseChallenges(values: readonly string[]): Challenge[] {
  return values.flatMap((value) => new Scanner(value).challenges());
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  challenges(): Challenge[] {
    const found: Challenge[] = [];
    let parameters: Map<string, string> | undefined;
    while (this.#at < this.#text.length) {
      if (this.#take(SKIP) !== undefined) continue;
      const name = this.#take(TOKEN)?.toLowerCase();
      if (name === undefined) {
        this.#at++;
      } else if (this.#take(EQUALS) === undefined) {
        // A token without "=" opens the next challenge.
        parameters = new Map();
        const token = this.#take(SPACE) && this.#take(TOKEN68);
        found.push({ scheme: name, parameters, ...(token && { token }) });
      } else {
        const value = this.#value();
        if (parameters && !parameters.has(name)) parameters.set(name, value);
      }
    }
    return found;
  }

  #value(): string {
    if (this.#text[this.#at] !== '"') return this.#take(UNQUOTED)!;
    let out = "";
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      let char = this.#text[this.#at];
      if (char === '"') {
        this.#at++;
        return out;
      }
      if (char === "\\") char = this.#text[++this.#at] ?? "";
      out += char;
    }
    return out;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#at = pattern.lastIndex;
    return match[0];
  }
}
