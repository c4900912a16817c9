import type { AuthType } from "../collection/types.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";
import { splitUrl } from "../http/wire_url.ts";

/** What Brace knows about the fields of one kind of auth. */
export interface AuthFields {
  /** Must be there and not empty. */
  readonly required: readonly string[];
  /** Go into a header as they are. */
  readonly header: readonly string[];
  /** Take one of a few words; missing or empty means the default. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

/** The OAuth 2 flows by the names that collections use, and what they mean. */
export const OAUTH2_FLOWS = {
  client_credentials: "client_credentials",
  resource_owner_password_credentials: "password",
  // What Bruno writes, and the grant's own name.
  resource_owner_password: "password",
  password: "password",
  authorization_code: "authorization_code",
  implicit: "implicit",
  device_code: "device_code",
} as const;

/** The OAuth 1 signature methods. */
export const OAUTH1_METHODS = [
  "HMAC-SHA1",
  "HMAC-SHA256",
  "HMAC-SHA512",
  "RSA-SHA1",
  "RSA-SHA256",
  "RSA-SHA512",
  "PLAINTEXT",
] as const;

const NO_FIELDS: AuthFields = {
  required: [],
  header: [],
  choices: {},
};

/** The table of fields, by their OpenCollection names. */
export const AUTH_FIELDS: Readonly<Record<AuthType, AuthFields>> = {
  none: NO_FIELDS,
  inherit: NO_FIELDS,
  basic: NO_FIELDS,
  bearer: {
    ...NO_FIELDS,
    header: ["token"],
  },
  apikey: {
    ...NO_FIELDS,
    required: ["key"],
    choices: { placement: ["header", "query"] },
  },
  digest: { ...NO_FIELDS, required: ["username"] },
  wsse: {
    required: ["username", "password"],
    header: ["username"],
    choices: { passwordDigest: ["base64", "hex"] },
  },
  awsv4: {
    ...NO_FIELDS,
    required: ["service", "region"],
    header: ["accessKeyId", "sessionToken", "service", "region"],
  },
  oauth1: {
    required: ["consumerKey"],
    header: ["realm"],
    choices: {
      signatureMethod: OAUTH1_METHODS,
      placement: ["header", "query", "body"],
      "privateKey.type": ["text", "file"],
    },
  },
  oauth2: {
    required: ["flow"],
    header: ["tokenConfig.placement.header"],
    choices: {
      flow: Object.keys(OAUTH2_FLOWS),
      "credentials.placement": ["basic_auth_header", "body"],
      "pkce.method": ["S256", "plain"],
      "tokenConfig.source": ["access_token", "id_token"],
    },
  },
  ntlm: { ...NO_FIELDS, required: ["username"] },
  "akamai-edgegrid": {
    ...NO_FIELDS,
    required: ["accessToken", "clientToken", "clientSecret"],
    header: ["accessToken", "clientToken", "nonce"],
  },
};

/** The fields that hold URLs which Brace itself sends tokens' requests to: their hosts must be declared. */
export const TOKEN_URL_FIELDS = [
  "accessTokenUrl",
  "refreshTokenUrl",
  "deviceAuthorizationUrl",
] as const;

/**
 * An http or https URL in wire form, without fragment; undefined for another
 * text and for one with a user name, which the sender refuses.
 */
export function webUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text)) {
    return undefined;
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  return url.href;
}

/** An address of this machine that OAuth 2's callback can go to (RFC 8252, 7.3); undefined for another text. */
export function loopbackUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const loopback = ["127.0.0.1", "localhost", "[::1]"];
  return url?.protocol === "http:" && loopback.includes(url.hostname)
    ? url
    : undefined;
}

/** The names of the headers that EdgeGrid signs, in its order: a list, or a text with commas. */
export function headersToSign(auth: RenderedAuth): string[] {
  const listed = [...auth.fields].filter(([name]) =>
    /^headersToSign(?:\.\d+)?$/.test(name)
  );
  return listed.flatMap(([, value]) => String(value).split(","))
    .map((name) => name.trim()).filter((name) => name !== "");
}

/** Scheme and host of EdgeGrid's `baseURL`, which may lack the scheme; undefined where it is empty or none. */
export function baseOf(
  text: string,
  protocol: string,
): { readonly protocol: string; readonly authority: string } | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || /[\s@\\]/.test(trimmed)) return undefined;
  return splitUrl(
    /^https?:\/\//i.test(trimmed) ? trimmed : `${protocol}//${trimmed}`,
  );
}
