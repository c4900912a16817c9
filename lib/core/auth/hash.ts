import type { OutgoingHop } from "../http/engine.ts";
import { headersOf } from "../http/header_of.ts";
/** The hashes of Web Crypto that auth uses. */
export type HashName = "SHA-1" | "SHA-256" | "SHA-512";

/** Hashes a text (as UTF-8) or bytes. */
export async function hash(
  name: HashName,
  data: string | Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest(name, toBytes(data)));
}

/** HMAC of a text (as UTF-8) or bytes; the key must not be empty. */
export async function hmac(
  name: HashName,
  key: string | Uint8Array,
  data: string | Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: "HMAC", hash: name };
  const imported = await crypto.subtle.importKey(
    "raw",
    toBytes(key),
    algorithm,
    false,
    ["sign"],
  );
  return new Uint8Array(
    await crypto.subtle.sign("HMAC", imported, toBytes(data)),
  );
}

/** Bytes as Web Crypto's types want them; only shared memory would differ, which bodies never are. */
export function toBytes(data: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof data === "string"
    ? new TextEncoder().encode(data)
    : data as Uint8Array<ArrayBuffer>;
}

/** Whether a hop has a body that is streamed, so that its bytes cannot be hashed beforehand. */
export function isStreamed(hop: OutgoingHop): boolean {
  if (hop.body !== undefined) return false;
  const lengths = headersOf(hop.headers, "content-length");
  return headersOf(hop.headers, "transfer-encoding").length > 0 ||
    lengths.some((length) => length.trim() !== "0");
}
