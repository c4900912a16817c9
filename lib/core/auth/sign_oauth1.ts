import { AuthError } from "../source/errors.ts";
import type { OutgoingHop, Signature } from "../http/engine.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";
import {
  authDiagnostic,
  flagField,
  quotedString,
  textField,
} from "./auth_field.ts";
import { hash, type HashName, hmac, isStreamed, toBytes } from "./hash.ts";
import { headersOf } from "../http/header_of.ts";
import {
  type FormPair,
  formPairs,
  percentEncode,
  queryPairs,
  setQuery,
} from "./percent.ts";
import type { AuthPorts } from "./types.ts";
import { splitUrl } from "../http/wire_url.ts";
import type { OAUTH1_METHODS } from "./fields.ts";

type Pair = readonly [name: string, value: string];

const FORM = "application/x-www-form-urlencoded";

/**
 * Signs a request by OAuth 1.0 (RFC 5849): the parameters go into the
 * Authorization header, the query, or a form body. A hop that has no body any
 * more, as after a redirect, takes the header instead of the body.
 *
 * @throws {AuthError} The private key is not one, the body is not a form, or a body
 * to be hashed is streamed.
 */
export async function signOAuth1(
  hop: OutgoingHop,
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<Signature> {
  const type = headersOf(hop.headers, "content-type")[0] ?? "";
  const isForm = type.split(";", 1)[0].trim().toLowerCase() === FORM;
  const form = isForm && hop.body
    ? new TextDecoder().decode(hop.body)
    : undefined;
  const placement = textField(auth, "placement") || "header";
  if (placement === "body" && form === undefined && hasBody(hop)) {
    throw problem(
      auth,
      "placement",
      `"placement" is body, which needs a form-urlencoded body (write placement: header)`,
    );
  }
  const method =
    (textField(auth, "signatureMethod") || "HMAC-SHA1") as OAuth1Method;
  const parameters = await protocolParameters(hop, auth, {
    ports,
    method,
    isForm,
  });
  const signature = await oauth1Signature(
    method,
    baseString({ method: hop.method, url: hop.url, form, parameters }),
    {
      consumerSecret: textField(auth, "consumerSecret"),
      tokenSecret: textField(auth, "accessTokenSecret"),
      privateKey: method.startsWith("RSA-")
        ? await privateKey(auth, ports)
        : "",
    },
  );
  if ("problem" in signature) {
    throw problem(
      auth,
      "privateKey.value",
      `"privateKey" holds ${signature.problem}`,
    );
  }
  const all: Pair[] = [...parameters, ["oauth_signature", signature.value]];
  if (placement === "query") return { url: setQuery(hop.url, all) };
  if (placement === "body" && form !== undefined) return inBody(form, all);
  return { headers: [["Authorization", header(auth, all)]] };
}

async function protocolParameters(
  hop: OutgoingHop,
  auth: RenderedAuth,
  options: { ports: AuthPorts; method: OAuth1Method; isForm: boolean },
): Promise<Pair[]> {
  const { ports, method, isForm } = options;
  const seconds = Math.floor(ports.now() / 1000);
  // Written as empty it is left out, which RFC 5849 allows; missing it is 1.0.
  const version = auth.fields.has("version")
    ? textField(auth, "version")
    : "1.0";
  const pairs: Pair[] = [
    ["oauth_consumer_key", textField(auth, "consumerKey")],
    ["oauth_token", textField(auth, "accessToken")],
    ["oauth_signature_method", method],
    ["oauth_timestamp", textField(auth, "timestamp") || String(seconds)],
    ["oauth_nonce", textField(auth, "nonce") || ports.random(16).toHex()],
    ["oauth_version", version],
    ["oauth_callback", textField(auth, "callbackUrl")],
    ["oauth_verifier", textField(auth, "verifier")],
  ];
  const hashName = hashOfMethod(method);
  if (flagField(auth, "includeBodyHash") && hashName && !isForm) {
    if (isStreamed(hop)) {
      throw problem(
        auth,
        "includeBodyHash",
        `"includeBodyHash" needs the whole body, which is streamed from a file (write includeBodyHash: false)`,
      );
    }
    const hashed = await hash(hashName, hop.body ?? "");
    pairs.push(["oauth_body_hash", hashed.toBase64()]);
  }
  return pairs.filter(([, value]) => value !== "");
}

async function privateKey(
  auth: RenderedAuth,
  ports: AuthPorts,
): Promise<string> {
  const value = textField(auth, "privateKey.value");
  if (textField(auth, "privateKey.type") !== "file") return value;
  if (ports.readText) return await ports.readText(value, auth.at);
  throw problem(
    auth,
    "privateKey.value",
    `"privateKey" is a file, and files are not read here (write privateKey.type: text)`,
  );
}

function header(auth: RenderedAuth, pairs: readonly Pair[]): string {
  const realm = textField(auth, "realm");
  return "OAuth " + [
    ...(realm === "" ? [] : [`realm=${quotedString(realm)}`]),
    ...pairs.map(([name, value]) => `${name}="${percentEncode(value)}"`),
  ].join(", ");
}

function inBody(form: string, pairs: readonly Pair[]): Signature {
  const added = pairs.map(([name, value]) => `${name}=${percentEncode(value)}`);
  const text = [...(form === "" ? [] : [form]), ...added].join("&");
  const body = new TextEncoder().encode(text);
  return { body, headers: [["Content-Length", String(body.length)]] };
}

function hasBody(hop: OutgoingHop): boolean {
  return isStreamed(hop) || (hop.body?.length ?? 0) > 0;
}

function problem(
  auth: RenderedAuth,
  field: string,
  text: string,
): AuthError {
  return new AuthError([
    authDiagnostic(auth, { code: "INVALID_FIELD", field, problem: text }),
  ]);
}

/** What OAuth 1 signs. */
interface BaseStringInput {
  readonly method: string;
  /** In wire form. */
  readonly url: string;
  /** The body, where it is a form. */
  readonly form?: string;
  /** Protocol parameters, without realm and signature. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Makes the signature base string (RFC 5849, 3.4.1). */
export function baseString(input: BaseStringInput): string {
  const url = splitUrl(input.url);
  const scheme = url?.socketPath === undefined ? url?.protocol : "http:";
  const path = url?.target.split("?", 1)[0];
  const pairs: FormPair[] = [
    ...formPairs(queryPairs(input.url) ?? ""),
    ...formPairs(input.form ?? ""),
    ...input.parameters.map(([name, value]): FormPair => [
      new TextEncoder().encode(name),
      new TextEncoder().encode(value),
    ]),
  ];
  return [
    input.method.toUpperCase(),
    percentEncode(`${scheme}//${url?.authority}${path}`),
    percentEncode(normalise(pairs)),
  ].join("&");
}

/** Encodes the pairs and sorts them by name, then value. */
function normalise(pairs: readonly FormPair[]): string {
  return pairs
    .map(([name, value]) => [percentEncode(name), percentEncode(value)])
    // Encoded text is ASCII, so that comparing characters compares bytes.
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join("="))
    .join("&");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** An OAuth 1 signature method. */
export type OAuth1Method = typeof OAUTH1_METHODS[number];

/** What OAuth 1 signs with. */
interface OAuth1Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret: string;
  /** PEM, for the RSA methods. */
  readonly privateKey: string;
}

/** The hash of a method; undefined for PLAINTEXT, which has none. */
function hashOfMethod(method: OAuth1Method): HashName | undefined {
  switch (method) {
    case "HMAC-SHA1":
    case "RSA-SHA1":
      return "SHA-1";
    case "HMAC-SHA256":
    case "RSA-SHA256":
      return "SHA-256";
    case "HMAC-SHA512":
    case "RSA-SHA512":
      return "SHA-512";
    case "PLAINTEXT":
      return undefined;
    default:
      return method satisfies never;
  }
}

/** Signs a base string (RFC 5849, 3.4); `problem` says why the private key cannot. */
export async function oauth1Signature(
  method: OAuth1Method,
  text: string,
  secrets: OAuth1Secrets,
): Promise<{ readonly value: string } | { readonly problem: string }> {
  const shared = [secrets.consumerSecret, secrets.tokenSecret].map((secret) =>
    percentEncode(secret)
  ).join("&");
  const hash = hashOfMethod(method);
  if (hash === undefined) return { value: shared };
  if (method.startsWith("HMAC-")) {
    return { value: (await hmac(hash, shared, text)).toBase64() };
  }
  const key = await importRsaKey(secrets.privateKey, hash);
  if (typeof key === "string") return { problem: key };
  const signed = await crypto.subtle.sign(key.algorithm, key, toBytes(text));
  return { value: new Uint8Array(signed).toBase64() };
}

const PEM =
  /-----BEGIN (RSA PRIVATE|PRIVATE|ENCRYPTED PRIVATE) KEY-----([\s\S]*?)-----END/;
/** version 0 and the algorithm identifier rsaEncryption, in DER. */
const PKCS8_HEAD = Uint8Array.fromHex("020100300d06092a864886f70d0101010500");

/**
 * Reads a PEM private key (PKCS #8, or PKCS #1 as older tools write it) for
 * signing. Line breaks may be written as `\n`, as environment variables do. Returns why not where it is
 * no such key; never quotes it.
 */
async function importRsaKey(
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
