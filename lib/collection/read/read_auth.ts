import type { Text } from "../../source/origin.ts";
import { AUTH_TYPES } from "../auth_types.ts";
import { AUTH_KINDS } from "../shape/auth.ts";
import { keysOf } from "../shape/keys_of.ts";
import type { Auth } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";

/** Fields that are true or false; everything else is a template. */
const FLAGS = [
  "disabled",
  "includeBodyHash",
  "autoFetchToken",
  "autoRefreshToken",
];

/** Fields that are text wherever they stand: a list or a mapping there would be read as nothing. */
const TEXTS = new Set([
  "username",
  "password",
  "token",
  "key",
  "value",
  "accessKeyId",
  "secretAccessKey",
  "sessionToken",
  "service",
  "region",
  "profileName",
  "flow",
  "accessTokenUrl",
  "refreshTokenUrl",
  "authorizationUrl",
  "deviceAuthorizationUrl",
  "callbackUrl",
  "scope",
  "state",
  "clientId",
  "clientSecret",
  "consumerKey",
  "consumerSecret",
  "accessToken",
  "accessTokenSecret",
  "signatureMethod",
]);

/** Reads `auth`: a word (`inherit`, `none`) or a mapping with a type. Absent when nothing is set. */
export function readAuth(node: YamlNode): Auth | undefined {
  if (!node.present) return undefined;
  if (typeof node.value === "string") return readWord(node, node.value);
  const written = AUTH_TYPES.find((one) => one === node.get("type").value);
  if (!node.mapping(written && keysOf(AUTH_KINDS.cases[written]))) {
    return undefined;
  }
  if (!node.get("type").present) node.missing("type", wordFor(node));
  const type = node.get("type").oneOf(AUTH_TYPES);
  if (type === undefined) return undefined;
  const fields = new Map<string, Text | boolean>();
  for (const key of node.keys()) {
    if (key !== "type") readField(node.get(key), key, key, fields);
  }
  return { type, at: node.at, fields };
}

/** How to write the type that stands under `mode`, Bruno's word in `.bru` files. */
function wordFor(node: YamlNode): string {
  const mode = AUTH_TYPES.find((one) => one === node.get("mode").value);
  return mode === undefined
    ? `write one such as "type: basic"`
    : `write "type: ${mode}" for "mode: ${mode}"`;
}

function readWord(node: YamlNode, word: string): Auth | undefined {
  if (word === "inherit" || word === "none") {
    return { type: word, at: node.at, fields: new Map() };
  }
  if (AUTH_TYPES.some((type) => type === word)) {
    node.wrongType(`a mapping with "type: ${word}"`);
  } else node.wrongWord(word, ["inherit", "none"]);
  return undefined;
}

/** Nested fields go by their path: `credentials.clientId`, `additionalParameters.accessTokenRequest.0.name`. */
function readField(
  node: YamlNode,
  key: string,
  name: string,
  fields: Map<string, Text | boolean>,
): void {
  // OAuth 2 has a mapping of that name inside its tokenConfig.
  const isText = TEXTS.has(key) || name === "placement";
  if (isText && typeof node.value === "object" && node.value !== null) {
    node.wrongType("text");
  } else if (Array.isArray(node.value)) {
    node.list().forEach((element, index) =>
      readField(element, key, `${name}.${index}`, fields)
    );
  } else if (node.isMapping()) {
    if (!node.mapping()) return;
    for (const inner of node.keys()) {
      readField(node.get(inner), inner, `${name}.${inner}`, fields);
    }
  } else if (FLAGS.includes(key)) {
    const flag = node.flag();
    if (flag !== undefined) fields.set(name, flag);
  } else if (node.present) {
    const text = node.text();
    if (text) fields.set(name, text);
  }
}
