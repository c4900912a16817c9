import {
  AUTH_ABOUT,
  AUTH_KEYS,
  AUTH_TYPES,
  type AuthType,
} from "../auth_types.ts";
import { any, either, flag, list, mapping, text, word } from "./make.ts";
import type { CasesShape, MappingShape, Shape } from "./types.ts";

const ADDITIONAL = list(
  "Parameters that go along",
  mapping("A parameter that goes along", {
    name: text("Its name, a template"),
    value: text("Its value, a template"),
    placement: text("Where it goes: header, query or body"),
    disabled: flag("Leave it out"),
    enabled: flag("false leaves it out"),
  }),
);

/** Fields that are more than a text. */
const FIELDS: Readonly<Record<string, Shape>> = {
  includeBodyHash: flag("Sign a hash of the body, too"),
  privateKey: any("A key, or where it is: {type: file, value: …}"),
  headersToSign: any("Names of headers that are signed"),
  credentials: mapping("Of the client", {
    clientId: text("Id of the client, a template"),
    clientSecret: text("Secret of the client, a template"),
    placement: text("Where they go: basic_auth_header or body"),
  }),
  resourceOwner: mapping("Whom the client acts for", {
    username: text("User name, a template"),
    password: text("Password, a template"),
  }),
  pkce: mapping("Proof key of the authorization code", {
    enabled: flag("Use one (default)"),
    disabled: flag("Use none"),
    method: text("S256 (default) or plain"),
  }),
  tokenConfig: mapping("What becomes of the token", {
    id: text("Name of the token, for requests that share it"),
    source: text("access_token (default) or id_token"),
    placement: mapping("Where it goes", {
      header: text("What stands before it in the Authorization header"),
      query: text("Name of the query parameter"),
    }),
  }),
  additionalParameters: mapping("Parameters that go along", {
    authorizationRequest: ADDITIONAL,
    accessTokenRequest: ADDITIONAL,
    refreshTokenRequest: ADDITIONAL,
  }),
  settings: mapping("When tokens are fetched", {
    autoFetchToken: flag("Fetch one where there is none (default)"),
    autoRefreshToken: flag("Fetch a new one where it has expired (default)"),
  }),
};

/** The mapping of one kind of auth. */
function kind(type: AuthType): MappingShape {
  const fields = AUTH_KEYS[type].map((key) =>
    [key, FIELDS[key] ?? text(`${words(key)}, a template`)] as const
  );
  return mapping(AUTH_ABOUT[type], {
    type: word("How the request authenticates", AUTH_TYPES),
    ...Object.fromEntries(fields),
  }, { filled: ["type"] });
}

/** `accessTokenUrl` → `Access token URL`. */
function words(key: string): string {
  const text = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\burl\b/, "URL").replace(/\bid\b/, "ID");
  return text[0].toUpperCase() + text.slice(1);
}

/** The mapping of auth, by its type. */
export const AUTH_KINDS: CasesShape = {
  kind: "cases",
  about: "How the request authenticates",
  by: "type",
  cases: Object.fromEntries(AUTH_TYPES.map((type) => [type, kind(type)])),
};

/** Words in the place of a mapping. */
const AUTH_WORDS = ["inherit", "none"] as const;

/** `auth`. */
export const AUTH = either(
  "How the request authenticates: inherit, none, or a mapping with a type",
  word("inherit: as the level above; none: not at all", AUTH_WORDS),
  AUTH_KINDS,
);
