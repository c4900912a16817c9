import { elements, isMapping, type Json, members, textOf } from "../json.ts";
import type {
  FileAuth,
  FileDefaults,
  FileRequest,
  FileScript,
} from "../open_collection.ts";
import { block, pair, textBlock } from "./bru_text.ts";

/** Bodies by OpenCollection's types, and the words for them in `.bru` files. */
const BODY_WORDS: Readonly<Record<string, string>> = {
  "form-urlencoded": "formUrlEncoded",
  "multipart-form": "multipartForm",
};

const OAUTH1: Readonly<Record<string, string>> = {
  consumerKey: "consumer_key",
  consumerSecret: "consumer_secret",
  accessToken: "access_token",
  accessTokenSecret: "token_secret",
  callbackUrl: "callback_url",
  verifier: "verifier",
  signatureMethod: "signature_method",
  timestamp: "timestamp",
  nonce: "nonce",
  version: "version",
  realm: "realm",
  placement: "placement",
  includeBodyHash: "include_body_hash",
};

const OAUTH2: readonly (readonly [path: string, name: string])[] = [
  ["accessTokenUrl", "access_token_url"],
  ["refreshTokenUrl", "refresh_token_url"],
  ["authorizationUrl", "authorization_url"],
  ["callbackUrl", "callback_url"],
  ["scope", "scope"],
  ["state", "state"],
  ["credentials.clientId", "client_id"],
  ["credentials.clientSecret", "client_secret"],
  ["credentials.placement", "credentials_placement"],
  ["resourceOwner.username", "username"],
  ["resourceOwner.password", "password"],
  ["tokenConfig.id", "credentials_id"],
  ["tokenConfig.source", "token_source"],
  ["settings.autoFetchToken", "auto_fetch_token"],
  ["settings.autoRefreshToken", "auto_refresh_token"],
];

const METHODS = /^(?:GET|POST|PUT|DELETE|PATCH|OPTIONS|HEAD|CONNECT|TRACE)$/;

/** A request as a `.bru` file. */
export function bruRequest(request: FileRequest): string {
  const { info, http, graphql, runtime, settings, docs } = request;
  const details = http ?? graphql ?? { url: "" };
  const method = textOf(details.method)?.toUpperCase() ||
    (graphql ? "POST" : "GET");
  const body = http?.body;
  const word = graphql ? "graphql" : body ? bodyWord(body.type) : "none";
  const auth = details.auth;
  const tags = elements(info.tags).map(textOf);
  const blocks = [
    block("meta", [
      pair("name", oneLine(info.name)),
      pair("type", graphql ? "graphql" : "http"),
      ...(info.seq === undefined ? [] : [pair("seq", String(info.seq))]),
      ...(tags.length === 0
        ? []
        : [`tags: [\n${tags.map((tag) => `  ${tag}\n`).join("")}]`]),
    ]),
    block(METHODS.test(method) ? method.toLowerCase() : "http", [
      ...(METHODS.test(method) ? [] : [pair("method", method)]),
      pair("url", textOf(details.url) ?? ""),
      pair("body", word),
      pair("auth", authWord(auth)),
    ]),
    ...rowsBlock(
      "params:query",
      elements(details.params).filter(ofType("query")),
    ),
    ...rowsBlock(
      "params:path",
      elements(details.params).filter(ofType("path")),
    ),
    ...rowsBlock("headers", details.headers),
    ...authBlocks(auth),
    ...bodyBlocks(body),
    ...graphqlBlocks(graphql?.body),
    ...sharedBlocks({
      variables: runtime?.variables,
      actions: runtime?.actions,
      scripts: runtime?.scripts,
    }),
    ...assertBlock(runtime?.assertions),
    ...(settings && Object.keys(settings).length > 0
      ? [
        block(
          "settings",
          Object.entries(settings).flatMap(([key, value]) =>
            textOf(value) === undefined ? [] : [pair(key, textOf(value) ?? "")]
          ),
        ),
      ]
      : []),
    ...docsBlock(docs),
  ];
  return blocks.join("\n");
}

/** `collection.bru` and `folder.bru`: what a level hands down. */
export function bruLevel(
  defaults: FileDefaults | undefined,
  { name, seq, docs }: { name?: string; seq?: number; docs?: string },
): string {
  const auth = defaults?.auth;
  const blocks = [
    ...(name === undefined ? [] : [block("meta", [
      pair("name", oneLine(name)),
      ...(seq === undefined ? [] : [pair("seq", String(seq))]),
    ])]),
    ...rowsBlock("headers", defaults?.headers),
    ...(auth === undefined
      ? []
      : [block("auth", [pair("mode", authWord(auth))]), ...authBlocks(auth)]),
    ...sharedBlocks({
      variables: defaults?.variables,
      actions: defaults?.actions,
      scripts: defaults?.scripts,
    }),
    ...docsBlock(docs),
  ];
  return blocks.join("\n");
}

/** A file of `environments/`. */
export function bruEnvironment(variables: readonly Json[]): string {
  const rows = variables.map(members);
  const isHidden = (row: Record<string, Json>) =>
    row.secret === true && (textOf(row.value) ?? "") === "";
  const plain = rows.filter((row) => !isHidden(row));
  const secret = rows.filter(isHidden).map((row) =>
    `${row.disabled === true ? "~" : ""}${textOf(row.name)}`
  );
  return [
    block("vars", plain.flatMap(variableLines)),
    ...(secret.length > 0
      ? [`vars:secret [\n${secret.map((name) => `  ${name}`).join(",\n")}\n]\n`]
      : []),
  ].join("");
}

function sharedBlocks(
  { variables, actions, scripts }: {
    variables: Json;
    actions: Json;
    scripts: readonly FileScript[] | undefined;
  },
): string[] {
  const code = (type: FileScript["type"]) =>
    elements(scripts).map(members).filter((one) => one.type === type)
      .map((one) => textOf(one.code) ?? "").join("\n\n");
  const set = elements(actions).map(members).filter((one) =>
    one.type === "set-variable"
  );
  return [
    ...(elements(variables).length > 0
      ? [
        block(
          "vars:pre-request",
          elements(variables).map(members).flatMap(variableLines),
        ),
      ]
      : []),
    ...(set.length > 0
      ? [block(
        "vars:post-response",
        set.map((one) =>
          pair(
            (members(one.variable).scope === "request" ? "@" : "") +
              (textOf(members(one.variable).name) ?? ""),
            textOf(members(one.selector).expression) ?? "",
            { disabled: one.disabled === true },
          )
        ),
      )]
      : []),
    ...text("script:pre-request", code("before-request")),
    ...text("script:post-response", code("after-response")),
    ...text("tests", code("tests")),
  ];
}

/** A typed value has its type as an annotation above it. */
function variableLines(row: Record<string, Json>): string[] {
  const { value } = row;
  const disabled = row.disabled === true;
  const name = textOf(row.name) ?? "";
  if (typeof value === "string" || value === undefined || value === null) {
    return [pair(name, value ?? "", { disabled })];
  }
  const typed = members(value);
  const isTyped = typeof typed.type === "string" && "data" in typed;
  const type = isTyped ? String(typed.type) : typeof value;
  const data = isTyped
    ? textOf(typed.data) ?? JSON.stringify(typed.data)
    : typeof value === "object"
    ? JSON.stringify(value, null, 2)
    : String(value);
  return type === "string"
    ? [pair(name, data, { disabled })]
    : [`@${type}`, pair(name, data, { disabled })];
}

function assertBlock(value: Json): string[] {
  const rows = elements(value).map(members);
  if (rows.length === 0) return [];
  return [block(
    "assert",
    rows.map((row) => {
      const right = textOf(row.value);
      return `${row.disabled === true ? "~" : ""}${textOf(row.expression)}: ${
        textOf(row.operator)
      }${right === undefined ? "" : ` ${right}`}`;
    }),
  )];
}

function rowsBlock(name: string, value: Json): string[] {
  const rows = elements(value).map(members);
  if (rows.length === 0) return [];
  return [
    block(
      name,
      rows.map((row) =>
        pair(textOf(row.name) ?? "", textOf(row.value) ?? "", {
          disabled: row.disabled === true || row.enabled === false,
        })
      ),
    ),
  ];
}

function bodyBlocks(value: Json): string[] {
  const body = selected(value);
  const type = textOf(body.type);
  switch (type) {
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return text(`body:${type}`, textOf(body.data) ?? "");
    case "form-urlencoded":
      return rowsBlock(`body:${type}`, body.data);
    case "multipart-form":
      return [
        block(
          `body:${type}`,
          elements(body.data).map(members).map((row) => {
            const files = Array.isArray(row.value)
              ? row.value.map(textOf)
              : [textOf(row.value)];
            const contentType = textOf(row.contentType);
            return pair(
              textOf(row.name) ?? "",
              row.type === "file"
                ? `@file(${files.join("|")})`
                : textOf(row.value) ?? "",
              {
                disabled: row.disabled === true,
                ...(contentType && { suffix: `@contentType(${contentType})` }),
              },
            );
          }),
        ),
      ];
    case "file":
      return [
        block(
          `body:${type}`,
          elements(body.data).map(members).map((row) => {
            const contentType = textOf(row.contentType);
            return pair("file", `@file(${textOf(row.filePath)})`, {
              disabled: row.selected === false,
              ...(contentType && { suffix: `@contentType(${contentType})` }),
            });
          }),
        ),
      ];
    default:
      return [];
  }
}

function graphqlBlocks(value: Json): string[] {
  if (!isMapping(value)) return [];
  return [
    ...text("body:graphql", textOf(value.query) ?? ""),
    ...text("body:graphql:vars", textOf(value.variables) ?? ""),
  ];
}

/** Of several variants the selected one. */
function selected(value: Json): Record<string, Json> {
  if (!Array.isArray(value)) return members(value);
  const variants = value.map(members);
  const one = variants.find((variant) => variant.selected === true) ??
    variants[0];
  return members(one?.body);
}

function bodyWord(type: string): string {
  return BODY_WORDS[type] ?? type;
}

function authWord(auth: FileAuth | undefined): string {
  if (auth === undefined) return "none";
  return typeof auth === "string" ? auth : auth.type;
}

function authBlocks(auth: FileAuth | undefined): string[] {
  if (auth === undefined || typeof auth === "string" || auth.type === "none") {
    return [];
  }
  const name = `auth:${auth.type}`;
  if (auth.type === "oauth2") return oauth2Blocks(auth);
  const lines = Object.entries(auth).flatMap(([key, value]) => {
    if (key === "type") return [];
    if (auth.type === "oauth1" && key === "privateKey") {
      const { type, value: content } = members(value);
      const written = textOf(content) ?? textOf(value) ?? "";
      return [
        pair("private_key", type === "file" ? `@file(${written})` : written),
      ];
    }
    if (auth.type === "apikey" && key === "placement") {
      return [pair(key, value === "query" ? "queryparams" : String(value))];
    }
    const written = textOf(value);
    const known = auth.type === "oauth1" ? OAUTH1[key] ?? key : key;
    return written === undefined ? [] : [pair(known, written)];
  });
  return [block(name, lines)];
}

function oauth2Blocks(auth: Record<string, unknown>): string[] {
  const at = (path: string): Json =>
    path.split(".").reduce<Json>((value, key) => members(value)[key], auth);
  const flow = textOf(auth.flow) ?? "";
  const lines = [
    pair("grant_type", flow.startsWith("resource_owner") ? "password" : flow),
    ...OAUTH2.flatMap(([path, name]) => {
      const value = textOf(at(path));
      return value === undefined ? [] : [pair(name, value)];
    }),
    ...(auth.pkce === undefined
      ? []
      : [pair("pkce", String(members(auth.pkce).disabled !== true))]),
    ...placementLines(members(at("tokenConfig.placement"))),
  ];
  const additional = members(auth.additionalParameters);
  const lists = [
    ["authorizationRequest", "auth_req"],
    ["accessTokenRequest", "access_token_req"],
    ["refreshTokenRequest", "refresh_token_req"],
  ].flatMap(([key, request]) =>
    [["header", "headers"], ["query", "queryparams"], ["body", "body"]].flatMap(
      ([placement, part]) =>
        rowsBlock(
          `auth:oauth2:additional_params:${request}:${part}`,
          elements(additional[key]).filter((row) =>
            members(row).placement === placement
          ),
        ),
    )
  );
  return [block("auth:oauth2", lines), ...lists];
}

function placementLines(placement: Record<string, Json>): string[] {
  if (placement.query !== undefined) {
    return [
      pair("token_placement", "url"),
      pair("token_query_key", textOf(placement.query) ?? ""),
    ];
  }
  return placement.header === undefined ? [] : [
    pair("token_placement", "header"),
    pair("token_header_prefix", textOf(placement.header) ?? ""),
  ];
}

function ofType(type: "query" | "path") {
  return (row: Json) => (members(row).type ?? "query") === type;
}

function docsBlock(docs: Json): string[] {
  return text("docs", textOf(docs) ?? "");
}

function text(name: string, content: string): string[] {
  return content === "" ? [] : [textBlock(name, content.replace(/\n$/, ""))];
}

function oneLine(name: string): string {
  return name.replace(/\s+/g, " ");
}
