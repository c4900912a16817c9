import { elements, jsonTextOf, members } from "../../source/plain_value.ts";
import type { PostmanAuth, PostmanFields, WrittenAuth } from "./auth_types.ts";

const FLOWS: Readonly<Record<string, string>> = {
  client_credentials: "client_credentials",
  password_credentials: "resource_owner_password_credentials",
  authorization_code: "authorization_code",
  authorization_code_with_pkce: "authorization_code",
  implicit: "implicit",
};

/** OAuth 2 by Postman's fields. */
export function oauth2(fields: PostmanFields): PostmanAuth {
  const text = (name: string) => jsonTextOf(fields[name]) || undefined;
  const grant = text("grant_type");
  const flow = FLOWS[grant ?? ""];
  const prefix = jsonTextOf(fields.headerPrefix)?.trim() ?? "Bearer";
  const inQuery = fields.addTokenTo === "queryParams";
  const token = text("accessToken");
  const saysHow = flow !== undefined &&
    Boolean(text("accessTokenUrl") || text("authUrl"));
  // Postman sends the token that it has. One in the export may be old: where
  // Brace can get another, only a placeholder is worth more.
  const canAsk = saysHow && flow !== "implicit";
  if (token && (!canAsk || token.includes("{{"))) {
    return {
      auth: sentToken(token, { prefix, inQuery }),
      ...(saysHow && {
        leftOut:
          `Left out the OAuth 2 grant "${grant}": Postman sends "accessToken" as it is`,
      }),
    };
  }
  if (flow === undefined) {
    return {
      auth: "none",
      notes: [
        grant === undefined
          ? "The export names no OAuth 2 grant: set auth, or Brace sends the request without it"
          : `Brace has no OAuth 2 grant "${grant}": the request goes out without auth`,
      ],
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
      ...pkceOf(grant, fields),
      ...additionalParameters(fields),
      tokenConfig: {
        placement: inQuery ? { query: "access_token" } : { header: prefix },
      },
    },
    ...(token && {
      notes: [
        `Brace gets a token by the grant "${grant}" and does not send the one in "accessToken": to send that one, write it as auth of the type "bearer"`,
      ],
    }),
  };
}

/** Postman has a grant of its own with PKCE. */
function pkceOf(grant: string | undefined, fields: PostmanFields) {
  switch (grant) {
    case "authorization_code_with_pkce":
      return {
        pkce: fields.challengeAlgorithm === "plain" ? { method: "plain" } : {},
      };
    case "authorization_code":
      // Brace would use it.
      return { pkce: { disabled: true } };
    default:
      return {};
  }
}

/** A token that goes out as it is. */
function sentToken(
  token: string,
  { prefix, inQuery }: { prefix: string; inQuery: boolean },
): WrittenAuth {
  if (!inQuery && prefix === "Bearer") return { type: "bearer", token };
  return {
    type: "apikey",
    ...(inQuery ? { key: "access_token", value: token } : {
      key: "Authorization",
      value: [prefix, token].filter(Boolean).join(" "),
    }),
    placement: inQuery ? "query" : "header",
  };
}

/** Where a parameter goes that goes along. */
const PLACES: Readonly<Record<string, string>> = {
  request_header: "header",
  request_url: "query",
  request_body: "body",
};

function additionalParameters(fields: PostmanFields) {
  const lists = Object.entries({
    authorizationRequest: fields.authRequestParams,
    accessTokenRequest: fields.tokenRequestParams,
    refreshTokenRequest: fields.refreshRequestParams,
  }).map(([request, value]) =>
    [
      request,
      elements(value).map(members).filter(({ key }) => jsonTextOf(key))
        .map((row) => ({
          name: jsonTextOf(row.key),
          value: jsonTextOf(row.value) ?? "",
          placement: PLACES[jsonTextOf(row.send_as) ?? ""] ??
            (request === "authorizationRequest" ? "query" : "body"),
          ...(row.enabled === false && { disabled: true }),
        })),
    ] as const
  ).filter(([, rows]) => rows.length > 0);
  return lists.length > 0 && {
    additionalParameters: Object.fromEntries(lists),
  };
}

function filled(
  fields: Record<string, string | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
}
