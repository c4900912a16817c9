import { elements, type Json, jsonTextOf, members } from "../json.ts";
import type { FileAuth } from "../open_collection.ts";
import { block, pair, rowsBlock, type Say } from "./bru_text.ts";

const OAUTH1: Readonly<Record<string, string>> = {
  consumerKey: "consumer_key",
  consumerSecret: "consumer_secret",
  accessToken: "access_token",
  accessTokenSecret: "token_secret",
  callbackUrl: "callback_url",
  verifier: "verifier",
  signatureMethod: "signature_method",
  timestamp: "timestamp",
  nonce: "nonce",
  version: "version",
  realm: "realm",
  placement: "placement",
  includeBodyHash: "include_body_hash",
};

const OAUTH2: readonly (readonly [path: string, name: string])[] = [
  ["accessTokenUrl", "access_token_url"],
  ["refreshTokenUrl", "refresh_token_url"],
  ["authorizationUrl", "authorization_url"],
  ["callbackUrl", "callback_url"],
  ["scope", "scope"],
  ["state", "state"],
  ["credentials.clientId", "client_id"],
  ["credentials.clientSecret", "client_secret"],
  ["credentials.placement", "credentials_placement"],
  ["resourceOwner.username", "username"],
  ["resourceOwner.password", "password"],
  ["tokenConfig.id", "credentials_id"],
  ["tokenConfig.source", "token_source"],
  ["settings.autoFetchToken", "auto_fetch_token"],
  ["settings.autoRefreshToken", "auto_refresh_token"],
];

/** The word for a request's auth in `.bru` files. */
export function authWord(auth: FileAuth | undefined): string {
  if (auth === undefined) return "none";
  return typeof auth === "string" ? auth : auth.type;
}

/** The blocks that say how a request authenticates. */
export function authBlocks(auth: FileAuth | undefined, say: Say): string[] {
  if (auth === undefined || typeof auth === "string" || auth.type === "none") {
    return [];
  }
  const name = `auth:${auth.type}`;
  if (auth.type === "oauth2") return oauth2Blocks(auth, say);
  const lines = Object.entries(auth).flatMap(([key, value]) => {
    if (key === "type") return [];
    if (auth.type === "oauth1" && key === "privateKey") {
      const { type, value: text } = members(value);
      const written = jsonTextOf(text) ?? jsonTextOf(value) ?? "";
      const content = type === "file" ? `@file(${written})` : written;
      return pair("private_key", content, say);
    }
    if (auth.type === "apikey" && key === "placement") {
      return pair(key, value === "query" ? "queryparams" : String(value), say);
    }
    const written = jsonTextOf(value);
    const known = auth.type === "oauth1" ? OAUTH1[key] ?? key : key;
    return written === undefined ? [] : pair(known, written, say);
  });
  return [block(name, lines)];
}

function oauth2Blocks(auth: Record<string, unknown>, say: Say): string[] {
  const at = (path: string): Json =>
    path.split(".").reduce<Json>((value, key) => members(value)[key], auth);
  const flow = jsonTextOf(auth.flow) ?? "";
  const lines = [
    ...pair(
      "grant_type",
      flow.startsWith("resource_owner") ? "password" : flow,
      say,
    ),
    ...OAUTH2.flatMap(([path, name]) => {
      const value = jsonTextOf(at(path));
      return value === undefined ? [] : pair(name, value, say);
    }),
    ...(auth.pkce === undefined
      ? []
      : pair("pkce", String(members(auth.pkce).disabled !== true), say)),
    ...placementLines(members(at("tokenConfig.placement")), say),
  ];
  const additional = members(auth.additionalParameters);
  const lists = [
    ["authorizationRequest", "auth_req"],
    ["accessTokenRequest", "access_token_req"],
    ["refreshTokenRequest", "refresh_token_req"],
  ].flatMap(([key, request]) =>
    [["header", "headers"], ["query", "queryparams"], ["body", "body"]].flatMap(
      ([placement, part]) =>
        rowsBlock(
          `auth:oauth2:additional_params:${request}:${part}`,
          elements(additional[key]).filter((row) =>
            members(row).placement === placement
          ),
          say,
        ),
    )
  );
  return [block("auth:oauth2", lines), ...lists];
}

function placementLines(placement: Record<string, Json>, say: Say): string[] {
  if (placement.query !== undefined) {
    return [
      ...pair("token_placement", "url", say),
      ...pair("token_query_key", jsonTextOf(placement.query) ?? "", say),
    ];
  }
  return placement.header === undefined ? [] : [
    ...pair("token_placement", "header", say),
    ...pair("token_header_prefix", jsonTextOf(placement.header) ?? "", say),
  ];
}
