import { AuthError } from "../source/errors.ts";
import { headersOf } from "../http/header_of.ts";
import type { OutgoingHop, Signature } from "../http/engine.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";
import { splitUrl } from "../http/wire_url.ts";
import { authDiagnostic, textField } from "./auth_field.ts";
import { hash, hmac, isStreamed } from "./hash.ts";
import { baseOf, headersToSign } from "./fields.ts";
import type { AuthPorts } from "./types.ts";

const ALGORITHM = "EG1-HMAC-SHA256";
/** Bytes of a body that are hashed where the auth does not say. */
const BODY_SIZE = 131_072;

/**
 * Signs a request for Akamai's APIs (EdgeGrid, EG1-HMAC-SHA256): method,
 * scheme, host, path and query, the headers that the auth lists, and the hash
 * of a POST's body. `baseURL` takes the place of the scheme and the host that
 * are signed; where the request goes does not change.
 *
 * @throws {AuthError} The body of a POST is streamed from a file.
 */
export async function signEdgeGrid(
  hop: OutgoingHop,
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<Signature> {
  const field = (name: string) => textField(auth, name);
  const timestamp = field("timestamp") || stampOf(ports.now());
  const nonce = field("nonce") || uuid(ports.random(16));
  const url = splitUrl(hop.url);
  const base = baseOf(field("baseURL"), url?.protocol ?? "https:");
  const header = `${ALGORITHM} client_token=${field("clientToken")};` +
    `access_token=${
      field("accessToken")
    };timestamp=${timestamp};nonce=${nonce};`;
  const toSign = [
    hop.method.toUpperCase(),
    (base?.protocol ?? url?.protocol ?? "").replace(":", ""),
    base?.authority ?? url?.authority ?? "",
    url?.target ?? "/",
    signedHeaders(hop, headersToSign(auth)),
    await bodyHash(hop, auth),
    header,
  ].join("\t");
  const key = await hmac("SHA-256", field("clientSecret"), timestamp);
  const signature = await hmac("SHA-256", key.toBase64(), toSign);
  return {
    headers: [["Authorization", `${header}signature=${signature.toBase64()}`]],
  };
}

/** `YYYYMMDDTHH:mm:ss+0000`. */
function stampOf(now: number): string {
  const [day, time] = new Date(now).toISOString().split(/[T.]/);
  return `${day.replaceAll("-", "")}T${time}+0000`;
}

/** A UUID of version 4. */
function uuid(bytes: Uint8Array): string {
  bytes[6] = bytes[6] & 0x0f | 0x40;
  bytes[8] = bytes[8] & 0x3f | 0x80;
  const hex = bytes.toHex();
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]]
    .map(([from, to]) => hex.slice(from, to)).join("-");
}

/** `name:value` of those that the request has, each with its blanks folded. */
function signedHeaders(hop: OutgoingHop, names: readonly string[]): string {
  return names.flatMap((name) => {
    const values = headersOf(hop.headers, name.toLowerCase());
    if (values.length === 0) return [];
    const folded = values.join(",").trim().replace(/\s+/g, " ");
    return [`${name.toLowerCase()}:${folded}`];
  }).join("\t");
}

/** Base64 of the hash of a POST's body, or of its beginning; empty where there is none. */
async function bodyHash(
  hop: OutgoingHop,
  auth: RenderedAuth,
): Promise<string> {
  if (hop.method.toUpperCase() !== "POST") return "";
  if (isStreamed(hop)) {
    throw new AuthError([authDiagnostic(auth, {
      code: "UNSUPPORTED",
      problem:
        "the signature needs the whole body, which is streamed from a file (send it as text)",
    })]);
  }
  const { body } = hop;
  if (body === undefined || body.length === 0) return "";
  const size = Number(textField(auth, "maxBodySize") || BODY_SIZE);
  return (await hash("SHA-256", body.subarray(0, size))).toBase64();
}
