import type { OutgoingHop, Signature } from "../../http/engine.ts";
import { splitUrl } from "../../http/wire_url.ts";
import { hash, hmac, isStreamed } from "../hash.ts";
import { headersOf, withHeaders } from "../../http/header_of.ts";
import type { AwsCredentials } from "../types.ts";
import { formPairs, percentDecode, percentEncode } from "../percent.ts";

/** Parameters of a SigV4 signature other than the credentials. */
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

/** The query as SigV4 sees it: decoded, encoded again in AWS's one way, sorted by name, then value. */
export function canonicalQuery(query: string): string {
  return formPairs(query)
    .map(([name, value]) => [percentEncode(name), percentEncode(value)])
    // Encoded text is ASCII, so that comparing characters compares bytes.
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The path as SigV4 sees it. For S3 each object key is taken as it is: no dot
 * segments and slashes are folded, and what is encoded on the wire is encoded
 * once. Every other service folds them and encodes what is on the wire a second time.
 */
export function canonicalPath(path: string, s3: boolean): string {
  return s3
    ? percentEncode(percentDecode(path, { plusIsSpace: false }), "/")
    : percentEncode(fold(path), "/");
}

function fold(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  const directory = kept.length > 0 && /\/\.{0,2}$/.test(path);
  return `/${kept.join("/")}${directory ? "/" : ""}`;
}

/** Headers that a proxy or the sender may change on the way, so that signing them would break the signature. */
const UNSIGNED = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-amzn-trace-id",
  "x-forwarded-for",
]);

/** The signed headers as SigV4 sees them. */
interface CanonicalHeaders {
  /** A line each, sorted: lower-case name, colon, value; values of one name joined by commas. */
  readonly lines: string;
  /** The names, joined by semicolons. */
  readonly names: string;
}

/** Puts the headers that are signed into SigV4's form. */
function canonicalHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): CanonicalHeaders {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.trim().toLowerCase();
    if (UNSIGNED.has(key)) continue;
    const list = values.get(key) ?? [];
    list.push(value.trim().replace(/ +/g, " "));
    values.set(key, list);
  }
  const names = [...values.keys()].toSorted();
  return {
    lines: names.map((name) => `${name}:${values.get(name)!.join(",")}\n`)
      .join(""),
    names: names.join(";"),
  };
}
