import { hash, toBytes } from "../hash.ts";

/** How a Digest algorithm's name hashes. */
export interface DigestAlgorithm {
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
export function digestAlgorithm(name: string): DigestAlgorithm | undefined {
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
