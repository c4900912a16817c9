import { jsonTextOf, type RawJson } from "../json.ts";
import { flowNotes } from "../flow_notes.ts";
import type { FileAuth } from "../open_collection.ts";
import type { InsomniaTemplate } from "./insomnia_rows.ts";

/** Insomnia's word for a token that nothing stands before. */
const NO_PREFIX = "NO_PREFIX";

/**
 * Reads `authentication`. An empty one, or one that is switched off, takes that
 * of a folder above.
 */
export function insomniaAuthOf(
  auth: Record<string, RawJson>,
  { template, hasAuth, notes }: {
    template: InsomniaTemplate;
    hasAuth: boolean;
    notes: string[];
  },
): FileAuth | undefined {
  const type = jsonTextOf(auth.type);
  const text = (name: string) => template(jsonTextOf(auth[name]) ?? "");
  if (type === "none" && auth.disabled !== true) return "none";
  if (type === undefined || type === "none" || auth.disabled === true) {
    if (type !== undefined && type !== "none") {
      notes.push(
        `Left out the auth "${type}", which is switched off: write it under "auth" to use it`,
      );
    }
    return hasAuth ? "inherit" : undefined;
  }
  switch (type) {
    case "basic":
      if (auth.useISO88591 === true) {
        notes.push(
          "Insomnia encodes the user name and password in ISO-8859-1, Brace in UTF-8: letters such as é differ",
        );
      }
      return { type, username: text("username"), password: text("password") };
    case "digest":
    case "ntlm":
      return { type, username: text("username"), password: text("password") };
    case "bearer":
    case "singleToken":
      return withPrefix(text("prefix").trim(), text("token"));
    case "apikey":
      return apiKey(jsonTextOf(auth.addTo), text("key"), text("value"));
    case "iam":
      return {
        type: "awsv4",
        accessKeyId: text("accessKeyId"),
        secretAccessKey: text("secretAccessKey"),
        sessionToken: text("sessionToken"),
        region: text("region"),
        service: text("service"),
      };
    case "oauth1":
      return oauth1(auth, template);
    case "oauth2":
      return oauth2(auth, template, notes);
    case "netrc":
      notes.push(
        "Brace does not read the file .netrc: the request goes out without auth, write basic auth",
      );
      return undefined;
    default:
      notes.push(
        `Brace does not sign requests with "${type}": the request goes out without auth`,
      );
      return undefined;
  }
}

function withPrefix(prefix: string, token: string): FileAuth {
  if (prefix === "" || prefix === "Bearer") return { type: "bearer", token };
  return {
    type: "apikey",
    key: "Authorization",
    value: prefix === NO_PREFIX ? token : `${prefix} ${token}`,
    placement: "header",
  };
}

function apiKey(
  place: string | undefined,
  key: string,
  value: string,
): FileAuth {
  return place === "cookie"
    ? {
      type: "apikey",
      key: "Cookie",
      value: `${key}=${value}`,
      placement: "header",
    }
    : {
      type: "apikey",
      key,
      value,
      placement: place === "queryParams" ? "query" : "header",
    };
}

function oauth1(
  auth: Record<string, RawJson>,
  template: InsomniaTemplate,
): FileAuth {
  const text = (name: string) => template(jsonTextOf(auth[name]) ?? "");
  const more = (key: string, name: string) => {
    const value = text(name);
    return value === "" ? {} : { [key]: value };
  };
  const key = text("privateKey");
  return {
    type: "oauth1",
    consumerKey: text("consumerKey"),
    consumerSecret: text("consumerSecret"),
    accessToken: text("tokenKey"),
    accessTokenSecret: text("tokenSecret"),
    signatureMethod: text("signatureMethod") || "HMAC-SHA1",
    ...(key !== "" && { privateKey: { type: "text", value: key } }),
    ...more("callbackUrl", "callback"),
    ...more("verifier", "verifier"),
    ...more("timestamp", "timestamp"),
    ...more("nonce", "nonce"),
    ...more("version", "version"),
    ...more("realm", "realm"),
    ...(auth.includeBodyHash === true && { includeBodyHash: true }),
  };
}

const FLOWS: Readonly<Record<string, string>> = {
  client_credentials: "client_credentials",
  password: "resource_owner_password_credentials",
  authorization_code: "authorization_code",
  implicit: "implicit",
};

function oauth2(
  auth: Record<string, RawJson>,
  template: InsomniaTemplate,
  notes: string[],
): FileAuth | undefined {
  const text = (name: string) => {
    const value = jsonTextOf(auth[name]);
    return value ? template(value) : undefined;
  };
  const grant = jsonTextOf(auth.grantType) ?? "";
  if (!Object.hasOwn(FLOWS, grant)) {
    notes.push(
      `Brace has no OAuth 2 flow "${grant}": the request goes out without auth, choose a flow`,
    );
    return undefined;
  }
  const isBrowser = grant === "authorization_code" || grant === "implicit";
  const prefix = text("tokenPrefix");
  if (prefix === NO_PREFIX) {
    notes.push(
      'Brace writes "Bearer" before the token, Insomnia nothing: set the header Authorization in a script',
    );
  }
  const isOwnPrefix = prefix !== undefined && prefix !== "Bearer" &&
    prefix !== NO_PREFIX;
  const isIdToken = grant === "implicit" && text("responseType") === "id_token";
  const written: FileAuth = {
    type: "oauth2",
    flow: FLOWS[grant],
    accessTokenUrl: text("accessTokenUrl"),
    authorizationUrl: text("authorizationUrl"),
    callbackUrl: text("redirectUrl"),
    scope: text("scope"),
    state: text("state"),
    credentials: {
      clientId: text("clientId"),
      clientSecret: text("clientSecret"),
      placement: auth.credentialsInBody === true ? "body" : "basic_auth_header",
    },
    ...(grant === "password" && {
      resourceOwner: { username: text("username"), password: text("password") },
    }),
    ...pkceOf(grant, auth),
    ...((isOwnPrefix || isIdToken) && {
      tokenConfig: {
        ...(isIdToken && { source: "id_token" }),
        ...(isOwnPrefix && { placement: { header: prefix } }),
      },
    }),
    ...additional(text, isBrowser),
  };
  notes.push(...flowNotes(written));
  return written;
}

function pkceOf(
  grant: string,
  { usePkce, pkceMethod }: Record<string, RawJson>,
): { pkce?: Record<string, unknown> } {
  if (usePkce === true) {
    return { pkce: pkceMethod === "plain" ? { method: "plain" } : {} };
  }
  // Brace would use one.
  return grant === "authorization_code" ? { pkce: { disabled: true } } : {};
}

/** What goes along with the requests for a token. */
function additional(
  text: (name: string) => string | undefined,
  isBrowser: boolean,
): { additionalParameters?: Record<string, unknown> } {
  const rows = (placement: "query" | "body") =>
    ["audience", "resource"].flatMap((name) => {
      const value = text(name);
      return value === undefined ? [] : [{ name, value, placement }];
    });
  const origin = text("origin");
  const token = [
    ...rows("body"),
    ...(origin === undefined
      ? []
      : [{ name: "Origin", value: origin, placement: "header" }]),
  ];
  const browser = isBrowser ? rows("query") : [];
  return token.length === 0 ? {} : {
    additionalParameters: {
      ...(browser.length > 0 && { authorizationRequest: browser }),
      accessTokenRequest: token,
    },
  };
}
