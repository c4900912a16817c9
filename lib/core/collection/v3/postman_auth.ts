import { elements, jsonTextOf, members } from "../../source/plain_value.ts";

/** How a request or a level authenticates, as the files of a collection write it. */
export type WrittenAuth = "inherit" | "none" | {
  type: string;
  [field: string]: unknown;
};

/** An auth, and what has to be said of it. */
export interface PostmanAuth {
  readonly auth?: WrittenAuth;
  readonly note?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Postman's names of fields, and OpenCollection's. */
const BEARER = { token: "token" };
const API_KEY = { key: "key", value: "value", in: "placement" };
const BASIC = { username: "username", password: "password" };
const AWS = {
  accessKey: "accessKeyId",
  secretKey: "secretAccessKey",
  sessionToken: "sessionToken",
  service: "service",
  region: "region",
};
const EDGEGRID = {
  accessToken: "accessToken",
  clientToken: "clientToken",
  clientSecret: "clientSecret",
  nonce: "nonce",
  timestamp: "timestamp",
  baseURL: "baseURL",
  headersToSign: "headersToSign",
  maxBodySize: "maxBodySize",
};
const OAUTH1 = {
  consumerKey: "consumerKey",
  consumerSecret: "consumerSecret",
  token: "accessToken",
  tokenSecret: "accessTokenSecret",
  signatureMethod: "signatureMethod",
  version: "version",
  realm: "realm",
  nonce: "nonce",
  timestamp: "timestamp",
  callback: "callbackUrl",
  verifier: "verifier",
};
const OAUTH2 = {
  grant_type: "flow",
  accessTokenUrl: "accessTokenUrl",
  refreshTokenUrl: "refreshTokenUrl",
  authUrl: "authorizationUrl",
  redirect_uri: "callbackUrl",
  callBackUrl: "callbackUrl",
  scope: "scope",
  state: "state",
  clientId: "credentials.clientId",
  clientSecret: "credentials.clientSecret",
  username: "resourceOwner.username",
  password: "resourceOwner.password",
  headerPrefix: "tokenConfig.placement.header",
  // Where a token is all there is.
  accessToken: "token",
};
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  basic: BASIC,
  digest: BASIC,
  ntlm: { ...BASIC, domain: "domain" },
  bearer: BEARER,
  apikey: API_KEY,
  awsv4: AWS,
  oauth1: { ...OAUTH1, privateKey: "privateKey.value" },
  oauth2: OAUTH2,
};
const FLOWS: Readonly<Record<string, string>> = {
  client_credentials: "client_credentials",
  password_credentials: "resource_owner_password_credentials",
  authorization_code: "authorization_code",
  authorization_code_with_pkce: "authorization_code",
  implicit: "implicit",
};

/**
 * Reads `auth` of a request, a folder or the collection. Absent: what is above
 * applies; `noauth` sets none.
 */
export function postmanAuth(value: unknown): PostmanAuth {
  const auth = members(value);
  const type = jsonTextOf(auth.type);
  return type === undefined ? {} : authOf(type, fieldsOf(auth[type]));
}

/** The field that a part of an auth is read from, by the part's keys joined with dots. */
export function authField(type: string, part: string): string | undefined {
  return Object.entries(NAMES[type] ?? {})
    .find(([, ours]) => ours === part)?.[0];
}

/** An auth by Postman's type and fields. */
export function authOf(type: string, fields: Fields): PostmanAuth {
  switch (type) {
    case "inherit":
      return { auth: "inherit" };
    case "noauth":
      return { auth: "none" };
    case "basic":
    case "ntlm":
    case "digest":
      return { auth: { type, ...renamed(fields, BASIC), ...domain(fields) } };
    case "bearer":
      return { auth: { type, token: jsonTextOf(fields.token) ?? "" } };
    case "apikey":
      return {
        auth: {
          type,
          key: jsonTextOf(fields.key) ?? "",
          value: jsonTextOf(fields.value) ?? "",
          placement: fields.in === "query" ? "query" : "header",
        },
      };
    case "awsv4":
      return { auth: { type, ...renamed(fields, AWS) } };
    case "edgegrid":
      return {
        auth: { type: "akamai-edgegrid", ...renamed(fields, EDGEGRID) },
      };
    case "oauth1":
      return oauth1(fields);
    case "oauth2":
      return oauth2(fields);
    default:
      return {
        auth: "none",
        note:
          `Brace does not sign requests with "${type}": the request goes out without auth`,
      };
  }
}

/** Version 2.1 has a list of `{key, value}`, version 2.0 a mapping. */
function fieldsOf(value: unknown): Fields {
  if (!Array.isArray(value)) return members(value);
  return Object.fromEntries(
    elements(value).map(members).map((row) =>
      [jsonTextOf(row.key) ?? "", row.value] as const
    ),
  );
}

function renamed(
  fields: Fields,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, ours] of Object.entries(names)) {
    const text = jsonTextOf(fields[name]);
    if (text !== undefined && text !== "") all[ours] = text;
  }
  return all;
}

function domain(fields: Fields): { domain?: string } {
  const text = jsonTextOf(fields.domain);
  return text ? { domain: text } : {};
}

function oauth1(fields: Fields): PostmanAuth {
  const privateKey = jsonTextOf(fields.privateKey);
  const inHeader = fields.addParamsToHeader;
  return {
    auth: {
      type: "oauth1",
      ...renamed(fields, OAUTH1),
      ...(privateKey && { privateKey: { type: "text", value: privateKey } }),
      placement: inHeader === false || inHeader === "false"
        ? "query"
        : "header",
      ...(isTrue(fields.includeBodyHash) && { includeBodyHash: true }),
    },
  };
}

function oauth2(fields: Fields): PostmanAuth {
  const text = (name: string) => jsonTextOf(fields[name]) || undefined;
  const grant = text("grant_type");
  const flow = FLOWS[grant ?? ""];
  const prefix = jsonTextOf(fields.headerPrefix)?.trim() ?? "Bearer";
  const inQuery = fields.addTokenTo === "queryParams";
  const token = text("accessToken");
  // Without where to get a token, the one in the export is all there is.
  if (!text("accessTokenUrl") && !text("authUrl") && token) {
    if (!inQuery && prefix === "Bearer") {
      return { auth: { type: "bearer", token } };
    }
    return {
      auth: {
        type: "apikey",
        ...(inQuery ? { key: "access_token", value: token } : {
          key: "Authorization",
          value: [prefix, token].filter(Boolean).join(" "),
        }),
        placement: inQuery ? "query" : "header",
      },
    };
  }
  if (flow === undefined) {
    return {
      auth: "none",
      note: grant === undefined
        ? "The export names no OAuth 2 grant: set auth, or the request goes out without"
        : `Brace has no OAuth 2 grant "${grant}": the request goes out without auth`,
    };
  }
  const credentials = filled({
    clientId: text("clientId"),
    clientSecret: text("clientSecret"),
    placement: fields.client_authentication === "body"
      ? "body"
      : "basic_auth_header",
  });
  const owner = filled({
    username: text("username"),
    password: text("password"),
  });
  return {
    auth: {
      type: "oauth2",
      ...filled({
        flow,
        accessTokenUrl: text("accessTokenUrl"),
        refreshTokenUrl: text("refreshTokenUrl"),
        authorizationUrl: text("authUrl"),
        callbackUrl: text("redirect_uri") ?? text("callBackUrl"),
        scope: text("scope"),
        state: text("state"),
      }),
      credentials,
      ...(Object.keys(owner).length > 0 && { resourceOwner: owner }),
      ...(grant === "authorization_code_with_pkce" && { pkce: {} }),
      tokenConfig: {
        placement: inQuery ? { query: "access_token" } : { header: prefix },
      },
    },
  };
}

function filled(
  fields: Record<string, string | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}
