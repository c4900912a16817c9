import {
  type AuthField,
  BRU_AUTH_FIELDS,
} from "../../../core/collection/bru/blocks.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileAuth } from "../open_collection.ts";
import { valueAt, writeBlocks } from "./bru_blocks.ts";
import { block, pair, type Say, shownName } from "./bru_text.ts";

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
  const defaults = say.keepsWords ? {} : defaultsOf(auth);
  const own = [...Object.keys(auth), ...Object.keys(defaults)].filter((key) =>
    key !== "type"
  );
  const fields = BRU_AUTH_FIELDS.get(auth.type) ??
    own.map((key): AuthField => [key, [key]]);
  if (!say.keepsWords) sayAuth(auth, say);
  const lines = fields.flatMap(([name, path, form]) => {
    const own = valueAt(auth, path);
    const other = valueAt(defaults, path);
    // Empty, it is the default, too.
    const text = written(own === "" ? other ?? own : own ?? other, form);
    return text === undefined ? [] : pair(name, text, say);
  });
  if (auth.type !== "oauth2") return { [name]: [block(name, lines)] };
  const placement = members(valueAt(auth, ["tokenConfig", "placement"]));
  const isSaid = placement.query !== undefined ||
    placement.header !== undefined;
  lines.push(
    ...placementLines(
      isSaid || say.keepsWords ? placement : { header: "Bearer" },
      say,
    ),
  );
  const more = writeBlocks("auth", { parts: withPlaces(auth) }, say);
  return { [name]: [block(name, lines), ...more] };
}

/** Bruno has a block for each place: a parameter without one goes where Brace sends it. */
function withPlaces(auth: Exclude<FileAuth, string>): Record<string, RawJson> {
  const lists = Object.entries(members(auth.additionalParameters)).map((
    [request, rows],
  ) => [
    request,
    elements(rows).map(members).map((row) => ({
      ...row,
      placement: /^(?:header|query|body)$/.test(jsonTextOf(row.placement) ?? "")
        ? row.placement
        : request === "authorizationRequest"
        ? "query"
        : "body",
    })),
  ]);
  return lists.length === 0
    ? auth
    : { ...auth, additionalParameters: Object.fromEntries(lists) };
}

/** What Brace does where a field is missing and Bruno does something else, or cannot read the file. */
function defaultsOf(auth: Exclude<FileAuth, string>): Record<string, RawJson> {
  switch (auth.type) {
    case "apikey":
      return { placement: "header" };
    case "ntlm":
      return { domain: "" };
    case "oauth2":
      return {
        ...(jsonTextOf(auth.flow) === "authorization_code" && { pkce: {} }),
        ...(jsonTextOf(auth.flow) !== "implicit" &&
          { settings: { autoRefreshToken: true } }),
      };
    default:
      return {};
  }
}

/** The flows of OAuth 2 that Bruno has. */
const FLOWS =
  /^(?:client_credentials|authorization_code|implicit|password|resource_owner_password(?:_credentials)?)$/;

/** Says what of an auth Bruno does otherwise, and no field of it can change. */
function sayAuth(auth: Exclude<FileAuth, string>, say: Say): void {
  if (auth.type === "wsse" && jsonTextOf(auth.passwordDigest) !== "hex") {
    say(
      "Bruno sends the digest and the nonce of wsse as hexadecimal text, which other servers refuse",
    );
  }
  const isOpen = (key: string) => jsonTextOf(auth[key])?.includes("{{");
  if (auth.type === "digest" && ["username", "password"].some(isOpen)) {
    say(
      "bru run sends the placeholders of digest as their text: write the values into the file",
    );
  }
  if (auth.type !== "oauth2") return;
  const flow = jsonTextOf(auth.flow) ?? "";
  if (flow !== "" && !FLOWS.test(flow)) {
    say(
      `The flow "${
        shownName(flow)
      }" of OAuth 2 is one that Bruno does not have`,
    );
  }
  if (jsonTextOf(valueAt(auth, ["pkce", "method"])) === "plain") {
    say('The method "plain" of PKCE is left out: Bruno sends "S256"');
  }
}

/** The text of a field. */
function written(value: RawJson, form: AuthField[2]): string | undefined {
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

function placementLines(
  placement: Record<string, RawJson>,
  say: Say,
): string[] {
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
