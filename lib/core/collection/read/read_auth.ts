import type { Text } from "../../source/origin.ts";
import { AUTH_TYPES } from "../auth_types.ts";
import { AUTH_KINDS } from "../shape/auth.ts";
import { keysOf } from "../shape/keys_of.ts";
import type { Shape } from "../shape/types.ts";
import type { Auth } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";

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
  const { keys } = AUTH_KINDS.cases[type];
  for (const key of node.keys()) {
    if (key !== "type") readField(node.get(key), keys[key], key, fields);
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
