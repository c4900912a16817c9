import type { Shape } from "./shape.ts";
import { placeOf } from "./shape.ts";
import { toOAuth2 } from "./to_oauth2.ts";
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
    shape: Shape;
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
  shape: Shape,
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
  shape: Shape,
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
