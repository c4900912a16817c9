import { AuthError } from "../../source/errors.ts";
import type { OutgoingHop, Signature } from "../../http/engine.ts";
import type { RenderedAuth } from "../../http/rendered_request.ts";
import { authDiagnostic } from "../auth_diagnostic.ts";
import { flagField, textField } from "../auth_field.ts";
import { hash } from "../hash.ts";
import { headersOf } from "../../http/header_of.ts";
import { isStreamed } from "../is_streamed.ts";
import { percentEncode } from "../percent_encode.ts";
import { setQuery } from "../query.ts";
import { quotedString } from "../quoted_string.ts";
import type { AuthPorts } from "../types.ts";
import { baseString } from "./base_string.ts";
import {
  hashOfMethod,
  type OAuth1Method,
  oauth1Signature,
} from "./oauth1_signature.ts";

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
