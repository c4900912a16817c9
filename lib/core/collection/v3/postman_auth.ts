import { hasSignedForm } from "./signed_form.ts";
import { elements, jsonTextOf, members } from "../../source/plain_value.ts";
import type { AuthType, OwnAuthNames } from "../auth_types.ts";
import type { PostmanAuth, PostmanFields } from "./auth_types.ts";
import { oauth2 } from "./postman_oauth2.ts";

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

/** Postman's types of auth that Brace has. */
export const POSTMAN_AUTH_TYPES: readonly string[] = [
  "inherit",
  "noauth",
  ...Object.keys(NAMES),
  "edgegrid",
];

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

/** How a file of Postman's names the fields of a kind of auth, where that differs. */
export function ownAuthNames(type: AuthType): OwnAuthNames {
  const names = new Map<string, string>();
  for (const [name, ours] of Object.entries(NAMES[type] ?? {})) {
    if (name !== ours && !names.has(ours)) names.set(ours, name);
  }
  return { place: "auth.credentials", names };
}

/** PostmanFields that Brace has nothing for, where they say something. */
const LOST: Readonly<Record<string, readonly string[]>> = {
  awsv4: ["addAuthDataToQuery"],
  oauth1: ["addEmptyParamsToSign", "disableHeaderEncoding"],
  oauth2: ["audience", "resource"],
  ntlm: ["workstation"],
};

/** An auth by Postman's type and fields. */
export function authOf(type: string, fields: PostmanFields): PostmanAuth {
  const { auth, notes = [], leftOut } = ownAuth(type, fields);
  const known = typeof auth === "object" ? LOST[auth.type] ?? [] : [];
  const lost = known.filter((it) =>
    !["", "false"].includes(jsonTextOf(fields[it]) ?? "")
  ).map((it) => `"${it}"`).join(" and ");
  const said = lost === "" ? notes : [
    `Brace has no ${lost} of "${type}": the request goes out without`,
    ...notes,
  ];
  return {
    ...(auth !== undefined && { auth }),
    ...(said.length > 0 && { notes: said }),
    ...(leftOut !== undefined && { leftOut }),
  };
}

function ownAuth(type: string, fields: PostmanFields): PostmanAuth {
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
      return { auth: { type, ...renamed(withScope(fields), AWS) } };
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
        notes: [
          `Brace does not sign requests with "${type}": the request goes out without auth`,
        ],
      };
  }
}

/** The fields with what Postman signs for where they do not say it, whatever the host is. */
function withScope(fields: PostmanFields): PostmanFields {
  return {
    ...fields,
    service: jsonTextOf(fields.service) || "execute-api",
    region: jsonTextOf(fields.region) || "us-east-1",
  };
}

/** Version 2.1 has a list of `{key, value}`, version 2.0 a mapping. */
function fieldsOf(value: unknown): PostmanFields {
  if (!Array.isArray(value)) return members(value);
  return Object.fromEntries(
    elements(value).map(members).map((row) =>
      [jsonTextOf(row.key) ?? "", row.value] as const
    ),
  );
}

function renamed(
  fields: PostmanFields,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, ours] of Object.entries(names)) {
    const text = jsonTextOf(fields[name]);
    if (text !== undefined && text !== "") all[ours] = text;
  }
  return all;
}

function domain(fields: PostmanFields): { domain?: string } {
  const text = jsonTextOf(fields.domain);
  return text ? { domain: text } : {};
}

function oauth1(fields: PostmanFields): PostmanAuth {
  const privateKey = jsonTextOf(fields.privateKey);
  const inHeader = fields.addParamsToHeader;
  return {
    auth: {
      type: "oauth1",
      ...renamed(fields, OAUTH1),
      // Absent, Postman sends none; Brace sends 1.0.
      version: jsonTextOf(fields.version) ?? "",
      ...(privateKey && { privateKey: { type: "text", value: privateKey } }),
      // Postman signs in the URL unless the export says otherwise.
      placement: !inHeader || inHeader === "false" ? "query" : "header",
      ...(isTrue(fields.includeBodyHash) && { includeBodyHash: true }),
    },
  };
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

/** Whether Postman puts the parameters of an OAuth 1 that would go into the URL into the request's form. */
export function isSignedInForm(
  auth: unknown,
  method: unknown,
  body: unknown,
): boolean {
  const { type, placement } = members(auth);
  return type === "oauth1" && placement === "query" &&
    hasSignedForm(jsonTextOf(method) ?? "", members(body).type);
}
