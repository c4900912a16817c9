import type { OutgoingHop, Signature } from "../../http/engine.ts";
import { splitUrl } from "../../http/wire_url.ts";
import { hash, hmac } from "../hash.ts";
import { headersOf, withHeaders } from "../../http/header_of.ts";
import { isStreamed } from "../is_streamed.ts";
import type { AwsCredentials } from "../types.ts";
import { canonicalHeaders } from "./canonical_headers.ts";
import { canonicalPath } from "./canonical_path.ts";
import { canonicalQuery } from "./canonical_query.ts";

/** What SigV4 signs with besides the credentials. */
export interface AwsScope {
  readonly service: string;
  readonly region: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const CONTENT_HASH = "x-amz-content-sha256";
const UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";

/**
 * Signs a request for AWS (Signature Version 4, in headers). The body's hash
 * is signed; a body that is streamed goes unsigned, which S3 accepts over
 * https. A written `X-Amz-Content-Sha256` is kept and signed as the body's hash.
 */
export async function signAws(
  hop: OutgoingHop,
  credentials: AwsCredentials,
  scope: AwsScope,
): Promise<Signature> {
  const url = splitUrl(hop.url);
  const [path, query = ""] = splitTarget(url?.target ?? "/");
  const s3 = /^s3(-|express|$)/i.test(scope.service);
  const stamp = new Date(scope.now).toISOString().replace(/[:-]|\.\d{3}/g, "");
  const written = headersOf(hop.headers, CONTENT_HASH)[0];
  const payload = written ?? await payloadHash(hop);

  const added: [string, string][] = [["X-Amz-Date", stamp]];
  if (credentials.sessionToken) {
    added.push(["X-Amz-Security-Token", credentials.sessionToken]);
  }
  if (s3 || payload === UNSIGNED_PAYLOAD) {
    added.push(["X-Amz-Content-Sha256", payload]);
  }
  const hosts = headersOf(hop.headers, "host").length > 0
    ? []
    : [["Host", url?.authority ?? ""] as const];
  const headers = canonicalHeaders(
    withHeaders([...hosts, ...hop.headers], added),
  );
  const canonical = [
    hop.method,
    canonicalPath(path, s3),
    canonicalQuery(query),
    headers.lines,
    headers.names,
    payload,
  ].join("\n");

  const day = stamp.slice(0, 8);
  const range = `${day}/${scope.region}/${scope.service}/aws4_request`;
  const toSign = [
    ALGORITHM,
    stamp,
    range,
    (await hash("SHA-256", canonical)).toHex(),
  ].join("\n");
  const key = await signingKey(credentials.secretAccessKey, day, scope);
  const signature = (await hmac("SHA-256", key, toSign)).toHex();
  added.push([
    "Authorization",
    `${ALGORITHM} Credential=${credentials.accessKeyId}/${range}, ` +
    `SignedHeaders=${headers.names}, Signature=${signature}`,
  ]);
  return { headers: added };
}

async function payloadHash(hop: OutgoingHop): Promise<string> {
  if (isStreamed(hop)) return UNSIGNED_PAYLOAD;
  return (await hash("SHA-256", hop.body ?? "")).toHex();
}

async function signingKey(
  secret: string,
  day: string,
  scope: AwsScope,
): Promise<Uint8Array> {
  let key: string | Uint8Array = `AWS4${secret}`;
  for (const part of [day, scope.region, scope.service, "aws4_request"]) {
    key = await hmac("SHA-256", key, part);
  }
  return key as Uint8Array;
}

function splitTarget(target: string): [path: string, query?: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)];
}
