import { md5 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";

type Hash = (data: Uint8Array) => Uint8Array;

/**
 * The hashes by the object identifiers of signatures and of hashes themselves,
 * in hex. MD5 and SHA-1 give way to SHA-256 (RFC 5929, section 4.1).
 */
const HASHES: Readonly<Record<string, Hash>> = {
  // RSA with MD5, SHA-1, SHA-256, SHA-384, SHA-512, SHA-224.
  "2a864886f70d010104": sha256,
  "2a864886f70d010105": sha256,
  "2a864886f70d01010b": sha256,
  "2a864886f70d01010c": sha384,
  "2a864886f70d01010d": sha512,
  "2a864886f70d01010e": sha224,
  // ECDSA with SHA-1, SHA-224, SHA-256, SHA-384, SHA-512.
  "2a8648ce3d0401": sha256,
  "2a8648ce3d040301": sha224,
  "2a8648ce3d040302": sha256,
  "2a8648ce3d040303": sha384,
  "2a8648ce3d040304": sha512,
  // SHA-1, SHA-256, SHA-384, SHA-512, SHA-224, as RSASSA-PSS names them.
  "2b0e03021a": sha256,
  "608648016503040201": sha256,
  "608648016503040202": sha384,
  "608648016503040203": sha512,
  "608648016503040204": sha224,
};

/** RSASSA-PSS, whose hash is one of its parameters. */
const PSS = "2a864886f70d01010a";

const SEQUENCE = 0x30;
const OBJECT_IDENTIFIER = 0x06;
/** The first parameter of RSASSA-PSS. */
const HASH_PARAMETER = 0xa0;

/**
 * The MD5 hash of the channel bindings that tie an authentication to the TLS
 * connection with this certificate (DER): `tls-server-end-point` of RFC 5929,
 * in the structure of GSS-API ([MS-NLMP], 2.2.2.1). Undefined where the
 * signature of the certificate names no hash that is known: RFC 5929 defines no
 * binding for Ed25519.
 */
export function channelBinding(
  certificate: Uint8Array,
): Uint8Array | undefined {
  const hash = signatureHash(certificate);
  return hash && bindingsHash(hash(certificate));
}

/** The hash of the structure for the hash of a certificate. */
export function bindingsHash(certificateHash: Uint8Array): Uint8Array {
  const type = new TextEncoder().encode("tls-server-end-point:");
  // The types and lengths of the addresses of both sides, which are all empty.
  const addresses = 16;
  const length = type.length + certificateHash.length;
  const bytes = new Uint8Array(addresses + 4 + length);
  new DataView(bytes.buffer).setUint32(addresses, length, true);
  bytes.set(type, addresses + 4);
  bytes.set(certificateHash, addresses + 4 + type.length);
  return md5(bytes);
}

/** The hash that the signature of a certificate is made with. */
function signatureHash(certificate: Uint8Array): Hash | undefined {
  const [whole] = elements(certificate);
  const [, algorithm] = elements(contentOf(whole, SEQUENCE));
  const [name, parameters] = elements(contentOf(algorithm, SEQUENCE));
  const identifier = contentOf(name, OBJECT_IDENTIFIER).toHex();
  if (identifier !== PSS) return HASHES[identifier];
  const [first] = elements(contentOf(parameters, SEQUENCE));
  // The default is SHA-1.
  if (first?.tag !== HASH_PARAMETER) return sha256;
  const [hash] = elements(first.content);
  const [hashName] = elements(contentOf(hash, SEQUENCE));
  return HASHES[contentOf(hashName, OBJECT_IDENTIFIER).toHex()];
}

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
}

const NOTHING = new Uint8Array();

function contentOf(element: Element | undefined, tag: number): Uint8Array {
  return element?.tag === tag ? element.content : NOTHING;
}

/** The elements of DER that stand side by side, as far as they are whole. */
function elements(bytes: Uint8Array): Element[] {
  const found: Element[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const tag = bytes[at];
    let length = bytes[at + 1];
    at += 2;
    if (length >= 0x80) {
      const octets = bytes.subarray(at, at + (length & 0x7f));
      length = octets.reduce((sum, octet) => sum * 256 + octet, 0);
      at += octets.length;
    }
    if (at + length > bytes.length) break;
    found.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
}
