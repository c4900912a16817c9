import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileAuth } from "../open_collection.ts";
import { type Say, shownName } from "./bru_text.ts";

/** Auth in Postman's words. */
export function toPostmanAuth(
  auth: FileAuth | undefined,
  place: "request" | "level",
  say: Say,
) {
  // In Postman a request without auth takes the one above it.
  if (auth === undefined) {
    return place === "request" ? { auth: { type: "noauth" } } : {};
  }
  if (auth === "none") return { auth: { type: "noauth" } };
  if (typeof auth === "string") return {};
  const list = (fields: Record<string, RawJson>) =>
    Object.entries(fields).filter(([, value]) => value !== undefined).map(
      ([key, value]) => ({
        key,
        value,
        type: Array.isArray(value) ? "any" : typeof value,
      }),
    );
  const as = (type: string, fields: Record<string, RawJson>) => ({
    auth: { type, [type]: list(fields) },
  });
  const { type } = auth;
  switch (type) {
    case "none":
      return { auth: { type: "noauth" } };
    case "basic":
    case "digest":
    case "ntlm":
      return as(type, {
        username: auth.username,
        password: auth.password,
        domain: auth.domain,
      });
    case "bearer":
      return as(type, { token: auth.token });
    case "apikey":
      return as(type, {
        key: auth.key,
        value: auth.value,
        in: auth.placement || undefined,
      });
    case "awsv4":
      return as(type, {
        accessKey: auth.accessKeyId,
        secretKey: auth.secretAccessKey,
        sessionToken: auth.sessionToken,
        region: auth.region,
        service: auth.service,
      });
    case "akamai-edgegrid": {
      const { type: _, headersToSign: names, ...fields } = auth;
      return as("edgegrid", {
        ...fields as Record<string, RawJson>,
        headersToSign: Array.isArray(names) ? names.join(",") : names,
      });
    }
    case "oauth1": {
      const key = members(auth.privateKey);
      if (key.type === "file") {
        say(
          "The file of the private key is left out: Postman has the text of a key only",
        );
      }
      return as(type, {
        consumerKey: auth.consumerKey,
        consumerSecret: auth.consumerSecret,
        token: auth.accessToken,
        tokenSecret: auth.accessTokenSecret,
        signatureMethod: auth.signatureMethod,
        privateKey: key.type === "file" ? undefined : key.value,
        version: auth.version ?? "1.0",
        realm: auth.realm,
        callback: auth.callbackUrl,
        verifier: auth.verifier,
        nonce: auth.nonce,
        timestamp: auth.timestamp,
        includeBodyHash: auth.includeBodyHash,
        addParamsToHeader: (auth.placement || "header") === "header",
      });
    }
    case "oauth2":
      return as(type, oauth2Fields(auth, say));
    default:
      say(
        `The auth "${
          shownName(type)
        }" is left out: it has no place in Postman's format`,
      );
      return { auth: { type: "noauth" } };
  }
}

function oauth2Fields(
  auth: Record<string, unknown>,
  say: Say,
): Record<string, RawJson> {
  const credentials = members(auth.credentials);
  const owner = members(auth.resourceOwner);
  const placement = members(members(auth.tokenConfig).placement);
  const flow = jsonTextOf(auth.flow) ?? "";
  const along = members(auth.additionalParameters);
  const parameters = (request: string) => sentAlong(along[request]);
  const inQuery = jsonTextOf(placement.query) || "access_token";
  if (placement.query !== undefined && inQuery !== "access_token") {
    say(
      `Postman sends the token of OAuth 2 as "access_token", not as "${
        shownName(inQuery)
      }"`,
    );
  }
  return {
    grant_type: flow.startsWith("resource_owner") || flow === "password"
      ? "password_credentials"
      : flow === "authorization_code" && hasPkce(auth)
      ? "authorization_code_with_pkce"
      : flow,
    challengeAlgorithm: members(auth.pkce).method,
    accessTokenUrl: auth.accessTokenUrl,
    refreshTokenUrl: auth.refreshTokenUrl,
    authUrl: auth.authorizationUrl,
    redirect_uri: auth.callbackUrl,
    scope: auth.scope,
    state: auth.state,
    clientId: credentials.clientId,
    clientSecret: credentials.clientSecret,
    // Brace sends the client in the body where nothing says how.
    client_authentication: credentials.placement === "basic_auth_header"
      ? "header"
      : "body",
    username: owner.username,
    password: owner.password,
    addTokenTo: placement.query === undefined ? "header" : "queryParams",
    headerPrefix: placement.header,
    authRequestParams: parameters("authorizationRequest"),
    tokenRequestParams: parameters("accessTokenRequest"),
    refreshRequestParams: parameters("refreshTokenRequest"),
  };
}

/** PKCE is on unless it is switched off. */
function hasPkce(auth: Record<string, unknown>): boolean {
  const { disabled, enabled } = members(auth.pkce);
  return jsonTextOf(disabled) !== "true" && jsonTextOf(enabled) !== "false";
}

/** Parameters that go along. */
function sentAlong(rows: RawJson): RawJson {
  const all = elements(rows).map(members).map((row) => ({
    key: jsonTextOf(row.name) ?? "",
    value: jsonTextOf(row.value) ?? "",
    enabled: row.disabled !== true && row.enabled !== false,
    ...(row.placement !== undefined && {
      send_as: SENT_AS[jsonTextOf(row.placement) ?? ""] ?? "request_body",
    }),
  }));
  return all.length > 0 ? all : undefined;
}

const SENT_AS: Readonly<Record<string, string>> = {
  header: "request_header",
  query: "request_url",
  body: "request_body",
};
