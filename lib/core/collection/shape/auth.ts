import { keyPlaces } from "./key_places.ts";
import {
  AUTH_ABOUT,
  AUTH_KEYS,
  AUTH_TYPES,
  type AuthType,
} from "../auth_types.ts";
import type { Text } from "../../source/origin.ts";
import type { Auth } from "../types.ts";
import { once } from "../../source/once.ts";
import type { YamlNode } from "../yaml/node.ts";
import {
  type CasesShape,
  keysOf,
  type MappingShape,
  type Offers,
  type Shape,
} from "./types.ts";
import {
  any,
  either,
  flag,
  list,
  mapping,
  readBy,
  text,
  word,
} from "./make.ts";

/** A key of some kind of auth. */
type AuthKey = typeof AUTH_KEYS[AuthType][number];

const additional = () =>
  list(
    "Additional parameters",
    mapping("An additional parameter", {
      name: text("Name, a template"),
      value: text("Value, a template"),
      placement: text("Place: header, query or body", {
        header: "Into a header",
        query: "Into the query",
        body: "Into the body",
      }),
      disabled: flag("Leave it out"),
      enabled: flag("false leaves it out, like disabled: true"),
    }),
  );

/** Fields that are more than a text. */
const fieldShapes = once((): Readonly<Partial<Record<AuthKey, Shape>>> => ({
  includeBodyHash: flag("Also sign a hash of the body"),
  privateKey: mapping("Private key: the key itself, or its file", {
    type: text("Form of the value: text (default) or file", {
      text: "The key itself",
      file: "The path of its file",
    }),
    value: text("The key as PEM, or the path of its file, a template"),
  }),
  headersToSign: any("Names of the headers to sign"),
  credentials: mapping("Credentials of the client", {
    clientId: text("Client ID, a template"),
    clientSecret: text("Client secret, a template"),
    placement: text("Place: basic_auth_header or body", {
      basic_auth_header: "Into the Authorization header",
      body: "Into the body",
    }),
  }),
  resourceOwner: mapping("User that the client acts for", {
    username: text("User name, a template"),
    password: text("Password, a template"),
  }),
  pkce: mapping("Proof key for the authorization code (PKCE)", {
    enabled: flag("Use a proof key (default)"),
    disabled: flag("Use none"),
    method: text("S256 (default) or plain", {
      S256: "A hash of the verifier",
      plain: "The verifier as it is",
    }),
  }),
  tokenConfig: mapping("Use of the token", {
    id: text("Name of the token, to share it between requests"),
    source: text("access_token (default) or id_token", {
      access_token: "The access token",
      id_token: "The ID token",
    }),
    placement: mapping("Place of the token", {
      header: text("Prefix of the token in the Authorization header"),
      query: text("Name of the query parameter"),
    }),
  }),
  additionalParameters: mapping("Additional parameters", {
    authorizationRequest: additional(),
    accessTokenRequest: additional(),
    refreshTokenRequest: additional(),
  }),
  settings: mapping("Fetching of tokens", {
    autoFetchToken: flag("Fetch a missing token (default)"),
    autoRefreshToken: flag(
      "Fetch a new token when the old one expires (default)",
    ),
  }),
}));

/** Words for the texts of some kinds of auth. */
const OFFERS: Readonly<
  Partial<Record<AuthType, Readonly<Partial<Record<AuthKey, Offers>>>>>
> = {
  apikey: {
    placement: { header: "Into a header", query: "Into the query" },
  },
  wsse: {
    passwordDigest: {
      base64: "The digest in Base64",
      hex: "The digest in hexadecimal digits, in Base64",
    },
  },
  oauth1: {
    signatureMethod: {
      "HMAC-SHA1": "With a shared secret (default)",
      "HMAC-SHA256": "With a shared secret",
      "HMAC-SHA512": "With a shared secret",
      "RSA-SHA1": "With a private key",
      "RSA-SHA256": "With a private key",
      "RSA-SHA512": "With a private key",
      PLAINTEXT: "The secrets themselves",
    },
    placement: {
      header: "Into the Authorization header",
      query: "Into the query",
      body: "Into the form",
    },
  },
  oauth2: {
    flow: {
      client_credentials: "The client acts for itself",
      resource_owner_password_credentials:
        "The client has the user's name and password",
      authorization_code: "The user gives permission in a browser",
      device_code: "The user gives permission on another device",
    },
  },
};

/** The mapping of one kind of auth. */
function kind(type: AuthType): MappingShape {
  const keys: readonly AuthKey[] = AUTH_KEYS[type];
  const fields = keys.map((key) =>
    [
      key,
      fieldShapes()[key] ??
        text(`${words(key)}, a template`, OFFERS[type]?.[key]),
    ] as const
  );
  return mapping(AUTH_ABOUT[type], {
    type: word("Authentication of the request", AUTH_TYPES, AUTH_ABOUT),
    ...Object.fromEntries(fields),
  }, { filled: ["type"] });
}

/** `accessTokenUrl` → `Access token URL`, `baseURL` → `Base URL`. */
function words(key: string): string {
  const text = key
    .replace(/[A-Z]+(?![a-z])/g, (word) => ` ${word}`)
    .replace(/(?<! |[A-Z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\burl\b/, "URL").replace(/\bid\b/, "ID");
  return text[0].toUpperCase() + text.slice(1);
}

/** The mappings are made for the first request that authenticates. */
const cases = once(() =>
  Object.fromEntries(AUTH_TYPES.map((type) => [type, kind(type)]))
);

/** Where a key belongs that stands beside the mappings of auth, by its type. */
const places = once(() =>
  Object.fromEntries(
    AUTH_TYPES.map((type) => [type, keyPlaces(AUTH_KINDS.cases[type].keys)]),
  )
);

/** The mapping of auth, by its type. */
export const AUTH_KINDS: CasesShape = {
  kind: "cases",
  about: "Authentication of the request",
  by: "type",
  get cases() {
    return cases();
  },
};

/** Words in the place of a mapping. */
const AUTH_WORDS = ["inherit", "none"] as const;

/** `auth`; nothing is read where nothing is set. */
export const AUTH = readBy(
  either(
    "Authentication of the request: inherit, none, or a mapping with a type",
    word(
      "inherit: same as the level above; none: no authentication",
      AUTH_WORDS,
      {
        inherit: AUTH_ABOUT.inherit,
        none: AUTH_ABOUT.none,
      },
    ),
    AUTH_KINDS,
  ),
  readAuth,
  () => undefined,
);

/** Reads `auth`: a word (`inherit`, `none`) or a mapping with a type. Absent when nothing is set. */
function readAuth(node: YamlNode): Auth | undefined {
  if (!node.present) return undefined;
  if (typeof node.value === "string") return readWord(node, node.value);
  const written = AUTH_TYPES.find((one) => one === node.get("type").value);
  const known = written && keysOf(AUTH_KINDS.cases[written]);
  if (!node.mapping(known, written && places()[written])) return undefined;
  if (!node.get("type").present) node.missing("type", wordFor(node));
  const type = node.get("type").oneOf(AUTH_TYPES);
  if (type === undefined) return undefined;
  const fields = new Map<string, Text | boolean>();
  const { keys } = AUTH_KINDS.cases[type];
  for (const key of node.keys()) {
    // Warned about as ignored: its path may be that of a field.
    if (key === "type" || !Object.hasOwn(keys, key)) continue;
    readField(node.get(key), keys[key], key, fields);
  }
  const { document } = node;
  const isLacking = fields.size === 0 && document.lacksAuth?.() === true;
  const own = document.authNames?.(type);
  return {
    type,
    at: node.at,
    fields,
    ...(isLacking && { isLacking }),
    ...(own && { own }),
  };
}

/** How to write the type that stands under `mode`, Bruno's word in `.bru` files. */
function wordFor(node: YamlNode): string {
  const mode = AUTH_TYPES.find((one) => one === node.get("mode").value);
  return mode === undefined
    ? `write one such as "type: basic"`
    : `write "type: ${mode}" for "mode: ${mode}"`;
}

function readWord(node: YamlNode, word: string): Auth | undefined {
  const known = AUTH_WORDS.find((one) => one === word);
  if (known !== undefined) {
    return { type: known, at: node.at, fields: new Map() };
  }
  if (AUTH_TYPES.some((type) => type === word)) {
    node.wrongType(`a mapping with "type: ${word}"`);
  } else node.wrongWord(word, AUTH_WORDS);
  return undefined;
}

/** Nested fields go by their path: `credentials.clientId`, `additionalParameters.accessTokenRequest.0.name`. */
function readField(
  node: YamlNode,
  shape: Shape | undefined,
  name: string,
  fields: Map<string, Text | boolean>,
): void {
  if (shape?.kind === "flag") {
    const flag = node.flag();
    if (flag !== undefined) fields.set(name, flag);
  } else if (Array.isArray(node.value) && shape?.kind !== "text") {
    const of = shape?.kind === "list" ? shape.of : undefined;
    node.list().forEach((element, index) =>
      readField(element, of, `${name}.${index}`, fields)
    );
  } else if (node.isMapping() && shape?.kind !== "text") {
    const known = shape?.kind === "mapping" ? shape : undefined;
    if (!node.mapping(known && keysOf(known))) return;
    for (const key of node.keys()) {
      if (known && !Object.hasOwn(known.keys, key)) continue;
      readField(node.get(key), known?.keys[key], `${name}.${key}`, fields);
    }
  } else if (typeof node.value === "object" && node.value !== null) {
    // A list or a mapping would be read as nothing.
    node.wrongType("text");
  } else if (node.present) {
    const text = node.text();
    if (text) fields.set(name, text);
  }
}
