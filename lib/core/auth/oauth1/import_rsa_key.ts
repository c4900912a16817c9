import type { HashName } from "../hash.ts";

const PEM =
  /-----BEGIN (RSA PRIVATE|PRIVATE|ENCRYPTED PRIVATE) KEY-----([\s\S]*?)-----END/;
/** version 0 and the algorithm identifier rsaEncryption, in DER. */
const PKCS8_HEAD = Uint8Array.fromHex("020100300d06092a864886f70d0101010500");

/**
 * Reads a PEM private key (PKCS #8, or PKCS #1 as older tools write it) for
 * signing. Line breaks may be written as `\n`, as environment variables do. Returns why not where it is
 * no such key; never quotes it.
 */
export async function importRsaKey(
  pem: string,
  hash: HashName,
): Promise<CryptoKey | string> {
  const match = PEM.exec(pem.replaceAll("\\n", "\n"));
  if (match === null) return "not a PEM private key";
  if (match[1].startsWith("ENCRYPTED") || match[2].includes("ENCRYPTED")) {
    return "an encrypted key, which Brace cannot open (decrypt it with openssl pkey)";
  }
  let der: Uint8Array<ArrayBuffer>;
  try {
    der = Uint8Array.fromBase64(match[2]);
  } catch {
    return "a PEM private key with broken base64";
  }
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash };
  // Some tools write the older label above the newer form: what fits decides.
  for (const form of [der, wrapPkcs1(der)]) {
    try {
      return await crypto.subtle.importKey("pkcs8", form, algorithm, false, [
        "sign",
      ]);
    } catch {
      // The other form, or none.
    }
  }
  return "not an RSA private key";
}

function wrapPkcs1(der: Uint8Array): Uint8Array<ArrayBuffer> {
  const key = element(0x04, der);
  const inside = new Uint8Array(PKCS8_HEAD.length + key.length);
  inside.set(PKCS8_HEAD);
  inside.set(key, PKCS8_HEAD.length);
  return element(0x30, inside);
}

/** One DER element: tag, length in its shortest form, content. */
function element(tag: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const digits: number[] = [];
  for (let n = content.length; n > 0; n >>= 8) digits.unshift(n & 0xff);
  const length = content.length < 0x80
    ? [content.length]
    : [0x80 | digits.length, ...digits];
  const out = new Uint8Array(1 + length.length + content.length);
  out.set([tag, ...length]);
  out.set(content, 1 + length.length);
  return out;
}
