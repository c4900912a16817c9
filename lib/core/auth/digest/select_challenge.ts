import type { Challenge } from "./parse_challenges.ts";
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
    // A list without a quality that is known cannot be used.
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
          const { md5 } = await import("@noble/hashes/legacy.js");
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
          const { sha512_256 } = await import("@noble/hashes/sha2.js");
          return sha512_256(toBytes(data)).toHex();
        },
      };
    default:
      return undefined;
  }
}
