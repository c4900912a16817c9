/** The kinds of auth, and what the mapping of each can have in files. */
export const AUTH_KEYS = {
  none: [],
  inherit: [],
  basic: ["username", "password"],
  bearer: ["token"],
  apikey: ["key", "value", "placement"],
  digest: ["username", "password"],
  wsse: ["username", "password", "passwordDigest"],
  awsv4: [
    "accessKeyId",
    "secretAccessKey",
    "sessionToken",
    "service",
    "region",
    "profileName",
  ],
  oauth1: [
    "consumerKey",
    "consumerSecret",
    "accessToken",
    "accessTokenSecret",
    "callbackUrl",
    "verifier",
    "signatureMethod",
    "privateKey",
    "timestamp",
    "nonce",
    "version",
    "realm",
    "placement",
    "includeBodyHash",
  ],
  oauth2: [
    "flow",
    "accessTokenUrl",
    "refreshTokenUrl",
    "authorizationUrl",
    "deviceAuthorizationUrl",
    "callbackUrl",
    "credentials",
    "resourceOwner",
    "scope",
    "state",
    "pkce",
    "tokenConfig",
    "additionalParameters",
    "settings",
  ],
  ntlm: ["username", "password", "domain"],
  "akamai-edgegrid": [
    "accessToken",
    "clientToken",
    "clientSecret",
    "nonce",
    "timestamp",
    "baseURL",
    "headersToSign",
    "maxBodySize",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The kinds of auth. */
export type AuthType = keyof typeof AUTH_KEYS;

/** The kinds of auth, in the order in which messages list them. */
export const AUTH_TYPES = Object.keys(AUTH_KEYS) as readonly AuthType[];

/** How a file of another form than OpenCollection's names the fields of an auth. */
export interface OwnAuthNames {
  /** What holds the fields: a block `auth:oauth2`. */
  readonly place: string;
  /** The file's names by those of OpenCollection, the nested ones joined with dots. */
  readonly names: ReadonlyMap<string, string>;
}

/** Descriptions of the kinds of auth. */
export const AUTH_ABOUT: Readonly<Record<AuthType, string>> = {
  none: "No auth",
  inherit: "Same as the level above",
  basic: "User name and password (RFC 7617)",
  bearer: "A token in the Authorization header",
  apikey: "A key in a header or the query",
  digest: "User name and password; answers the server's challenge (RFC 7616)",
  wsse: "User name and password in the X-WSSE header",
  awsv4: "AWS Signature Version 4",
  oauth1: "OAuth 1 (RFC 5849)",
  oauth2: "OAuth 2 (RFC 6749)",
  ntlm: "User name and password over NTLM (MS-NLMP)",
  "akamai-edgegrid": "Akamai EdgeGrid (EG1-HMAC-SHA256)",
};
