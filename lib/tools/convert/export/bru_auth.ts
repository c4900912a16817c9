import {
  type AuthField,
  BRU_AUTH_FIELDS,
} from "../../../core/collection/bru/blocks.ts";
import { type Json, jsonTextOf, members } from "../json.ts";
import type { FileAuth } from "../open_collection.ts";
import { valueAt, writeBlocks } from "./bru_blocks.ts";
import { block, pair, type Say } from "./bru_text.ts";

/** The word for a request's auth in `.bru` files. */
export function authWord(auth: FileAuth | undefined): string {
  if (auth === undefined) return "none";
  return typeof auth === "string" ? auth : auth.type;
}

/** The blocks that say how a request authenticates, by the name of the first. */
export function authBlocks(
  auth: FileAuth | undefined,
  say: Say,
): Record<string, string[]> {
  if (auth === undefined || typeof auth === "string" || auth.type === "none") {
    return {};
  }
  const name = `auth:${auth.type}`;
  const own = Object.keys(auth).filter((key) => key !== "type");
  const fields = BRU_AUTH_FIELDS.get(auth.type) ??
    own.map((key): AuthField => [key, [key]]);
  const lines = fields.flatMap(([name, path, form]) => {
    const text = written(valueAt(auth, path), form);
    return text === undefined ? [] : pair(name, text, say);
  });
  if (auth.type !== "oauth2") return { [name]: [block(name, lines)] };
  const placement = valueAt(auth, ["tokenConfig", "placement"]);
  lines.push(...placementLines(members(placement), say));
  const more = writeBlocks("auth", { parts: auth }, say);
  return { [name]: [block(name, lines), ...more] };
}

/** The text of a field. */
function written(value: Json, form: AuthField[2]): string | undefined {
  if (value === undefined) return undefined;
  const { type, value: key, disabled } = members(value);
  if (form === "switch") return String(disabled !== true);
  if (form === "key") {
    const text = jsonTextOf(key) ?? jsonTextOf(value) ?? "";
    return type === "file" ? `@file(${text})` : text;
  }
  const text = jsonTextOf(value);
  return text !== undefined && form?.slice(1).includes(text) ? form[0] : text;
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
