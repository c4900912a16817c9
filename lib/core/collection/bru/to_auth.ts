import { type BruShape, placeOf } from "./shape.ts";
import type { BruBlock, BruPair, BruValue } from "./types.ts";

/** OAuth 1's names in `.bru` files, and those of OpenCollection. */
const OAUTH1: Readonly<Record<string, string>> = {
  consumer_key: "consumerKey",
  consumer_secret: "consumerSecret",
  access_token: "accessToken",
  token_secret: "accessTokenSecret",
  callback_url: "callbackUrl",
  verifier: "verifier",
  signature_method: "signatureMethod",
  timestamp: "timestamp",
  nonce: "nonce",
  version: "version",
  realm: "realm",
  placement: "placement",
  include_body_hash: "includeBodyHash",
};

/**
 * Sets `auth` by the mode that a request or a level names; the fields are in
 * the block `auth:MODE`. No mode sets nothing; nor does `none` on a level, as
 * Bruno looks further up there.
 */
export function setAuth(
  container: Record<string, unknown>,
  mode: BruPair | undefined,
  { blocks, shape, isLevel = false }: {
    blocks: readonly BruBlock[];
    shape: BruShape;
    isLevel?: boolean;
  },
): void {
  const word = mode?.value.text ?? "";
  if (!mode || word === "" || word === "none" && isLevel) return;
  if (word === "inherit" || word === "none") {
    shape.set(container, "auth", word, placeOf(mode));
    return;
  }
  const block = blocks.findLast((one) => one.name === `auth:${word}`);
  const auth = shape.set(container, "auth", {}, {
    key: block?.nameAt ?? mode.nameAt,
  });
  shape.set(auth, "type", word, placeOf(mode));
  if (word === "oauth2") toOAuth2(auth, block, { blocks, shape });
  else for (const pair of block?.pairs ?? []) setField(auth, word, pair, shape);
}

function setField(
  auth: Record<string, unknown>,
  mode: string,
  pair: BruPair,
  shape: BruShape,
): void {
  // Of lines of one name Bruno takes the first.
  const name = mode === "oauth1" ? OAUTH1[pair.name] ?? pair.name : pair.name;
  if (Object.hasOwn(auth, name) || pair.value.text === "") return;
  if (mode === "apikey" && name === "placement") {
    const word = pair.value.text === "queryparams" ? "query" : pair.value.text;
    shape.set(auth, name, word, placeOf(pair));
  } else if (mode === "oauth1" && name === "private_key") {
    setPrivateKey(auth, pair, shape);
  } else shape.setText(auth, name, pair);
}

function setPrivateKey(
  auth: Record<string, unknown>,
  pair: BruPair,
  shape: BruShape,
): void {
  const file = fileIn(pair.value);
  const key = shape.set(auth, "privateKey", {}, placeOf(pair));
  shape.set(key, "type", file ? "file" : "text", placeOf(pair));
  const value = file ?? pair.value;
  shape.set(key, "value", value.text, { key: pair.nameAt, value });
}

/** The path in `@file(path)`; undefined for any other text. */
export function fileIn(value: BruValue): BruValue | undefined {
  const { text, form, start, end } = value;
  if (form !== "line" || !text.startsWith("@file(") || !text.endsWith(")")) {
    return undefined;
  }
  return { form, text: text.slice(6, -1), start: start + 6, end: end - 1 };
}

/** Names in `.bru` files, and the paths of OpenCollection's fields. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  access_token_url: ["accessTokenUrl"],
  refresh_token_url: ["refreshTokenUrl"],
  authorization_url: ["authorizationUrl"],
  callback_url: ["callbackUrl"],
  scope: ["scope"],
  state: ["state"],
  client_id: ["credentials", "clientId"],
  client_secret: ["credentials", "clientSecret"],
  credentials_placement: ["credentials", "placement"],
  username: ["resourceOwner", "username"],
  password: ["resourceOwner", "password"],
  credentials_id: ["tokenConfig", "id"],
  token_source: ["tokenConfig", "source"],
  auto_fetch_token: ["settings", "autoFetchToken"],
  auto_refresh_token: ["settings", "autoRefreshToken"],
};

/** Fields of a placement or a switch that several lines decide together. */
const TOGETHER = [
  "grant_type",
  "pkce",
  "token_placement",
  "token_header_prefix",
  "token_query_key",
];

/** Additional parameters: their block, OpenCollection's list, and where they go. */
const ADDITIONAL: readonly (readonly [string, string, string])[] = [
  ["auth_req:headers", "authorizationRequest", "header"],
  ["auth_req:queryparams", "authorizationRequest", "query"],
  ["access_token_req:headers", "accessTokenRequest", "header"],
  ["access_token_req:queryparams", "accessTokenRequest", "query"],
  ["access_token_req:body", "accessTokenRequest", "body"],
  ["refresh_token_req:headers", "refreshTokenRequest", "header"],
  ["refresh_token_req:queryparams", "refreshTokenRequest", "query"],
  ["refresh_token_req:body", "refreshTokenRequest", "body"],
];

/** Sets the fields of OAuth 2 from the blocks of a file. */
function toOAuth2(
  auth: Record<string, unknown>,
  block: BruBlock | undefined,
  { blocks, shape }: { blocks: readonly BruBlock[]; shape: BruShape },
): void {
  const pairs = new Map<string, BruPair>();
  for (const pair of block?.pairs ?? []) {
    if (!pairs.has(pair.name)) pairs.set(pair.name, pair);
  }
  for (const [name, pair] of pairs) {
    const { value } = pair;
    if (value.text === "" || TOGETHER.includes(name)) continue;
    // A name that is unknown here is shown to the reader, which warns about it.
    setAt(auth, FIELDS[name] ?? [name], pair, shape);
  }
  const flow = pairs.get("grant_type");
  if (flow?.value.text) {
    const word = flow.value.text === "password"
      ? "resource_owner_password_credentials"
      : flow.value.text;
    shape.set(auth, "flow", word, placeOf(flow));
  }
  const pkce = pairs.get("pkce");
  if (pkce) {
    shape.set(
      auth,
      "pkce",
      pkce.value.text === "true" ? {} : { disabled: true },
      placeOf(pkce),
    );
  }
  setPlacement(auth, pairs, shape);
  setAdditional(auth, blocks, shape);
}

/** Where the token goes: with a prefix into a header, or into the query. */
function setPlacement(
  auth: Record<string, unknown>,
  pairs: ReadonlyMap<string, BruPair>,
  shape: BruShape,
): void {
  const inQuery = pairs.get("token_placement")?.value.text === "url";
  const name = pairs.get(inQuery ? "token_query_key" : "token_header_prefix");
  const pair = name ?? pairs.get("token_placement");
  if (!pair) return;
  const config = inside(auth, "tokenConfig", pair, shape);
  const placement = inside(config, "placement", pair, shape);
  const text = name?.value.text ?? (inQuery ? "access_token" : "");
  shape.set(placement, inQuery ? "query" : "header", text, placeOf(pair));
}

function setAdditional(
  auth: Record<string, unknown>,
  blocks: readonly BruBlock[],
  shape: BruShape,
): void {
  for (const [suffix, list, placement] of ADDITIONAL) {
    for (const block of blocks) {
      if (block.name !== `auth:oauth2:additional_params:${suffix}`) continue;
      for (const pair of block.pairs) {
        if (pair.disabled || pair.name === "") continue;
        const all = inside(auth, "additionalParameters", pair, shape);
        const rows = Array.isArray(all[list])
          ? all[list]
          : shape.set(all, list, [], placeOf(pair));
        const row = shape.add(rows, placeOf(pair));
        shape.set(row, "name", pair.name, placeOf(pair));
        shape.setText(row, "value", pair);
        row.placement = placement;
      }
    }
  }
}

function setAt(
  container: Record<string, unknown>,
  path: readonly string[],
  pair: BruPair,
  shape: BruShape,
): void {
  let target = container;
  for (const key of path.slice(0, -1)) {
    target = inside(target, key, pair, shape);
  }
  shape.setText(target, path[path.length - 1], pair);
}

/** The mapping under a key, made where it is missing. */
function inside(
  container: Record<string, unknown>,
  key: string,
  pair: BruPair,
  shape: BruShape,
): Record<string, unknown> {
  const known = container[key];
  return typeof known === "object" && known !== null
    ? known as Record<string, unknown>
    : shape.set(container, key, {}, { key: pair.nameAt });
}
