import { AUTH_KEYS, type AuthType, type OwnAuthNames } from "../auth_types.ts";
import type { StrayName } from "../yaml/describe_yaml_error.ts";
import { type AuthField, BRU_AUTH_FIELDS, STREAM_BLOCKS } from "./blocks.ts";

/** Fields of OAuth 2 that several lines decide together. */
export const TOKEN_PLACEMENT = [
  "token_placement",
  "token_header_prefix",
  "token_query_key",
];

/** Bruno has no flow for devices. Brace reads the address, and does not write it. */
const DEVICE: AuthField = [
  "deviceAuthorizationUrl",
  ["deviceAuthorizationUrl"],
];

/** The fields that a kind of auth is read from; none of an unknown one. */
export function authFields(type: string): readonly AuthField[] {
  if (!Object.hasOwn(AUTH_KEYS, type)) return [];
  const fields = BRU_AUTH_FIELDS.get(type) ??
    AUTH_KEYS[type as AuthType].map((key) => [key, [key]] as const);
  return type === "oauth2" ? [...fields, DEVICE] : fields;
}

/** How a `.bru` file names the fields of a kind of auth, where that differs. */
export function authNames(type: AuthType): OwnAuthNames {
  const names = authFields(type).flatMap(([name, path, form]) => {
    const own = path.join(".");
    // The key itself, or the path of its file, is the only text of the line.
    const all = form === "key" ? [own, `${own}.value`] : [own];
    return all.filter((it) => it !== name).map((it) => [it, name] as const);
  });
  return { place: `auth:${type}`, names: new Map(names) };
}

/**
 * The key of a name that is unknown in a block of auth: one of no field, which
 * the reader warns about. The name itself may be the other form's.
 */
export function strayKey(type: string, name: string): string {
  return BRU_AUTH_FIELDS.has(type) ? `auth:${type}.${name}` : name;
}

/** The name that is in a key of {@linkcode strayKey} or of a protocol's block, and what is known beside it. */
export function strayName(key: string): StrayName | undefined {
  const [, block = "", name = ""] = /^([^.]*)\.(.*)$/s.exec(key) ?? [];
  const type = /^auth:(.*)$/.exec(block)?.[1];
  const fields: readonly AuthField[] = type === undefined
    ? STREAM_BLOCKS.get(block)?.keys.map(([here, there]) => [here, [there]]) ??
      []
    : authFields(type);
  if (fields.length === 0) return undefined;
  // The words of YAML.
  const meant = fields.find(([, path]) => path.join(".") === name) ??
    fields.find(([, path]) => path.at(-1) === name);
  return {
    name,
    known: [
      ...fields.map(([name]) => name),
      ...(type === "oauth2" ? TOKEN_PLACEMENT : []),
    ],
    ...(meant && { meant: meant[0] }),
  };
}
