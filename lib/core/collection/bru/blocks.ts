/** What a `.bru` file can be; its place in the collection says which. */
export type BruKind = "request" | "level" | "environment";

/** How lines of a block become the mappings of a list. */
export type LineForm =
  | "rows"
  | "parameters"
  | "variables"
  | "secrets"
  | "actions"
  | "assertions"
  | "parts"
  | "files";

/** What a block holds: lines for a list, the members of a mapping, a text, or a script. */
export type BruForm = LineForm | "fields" | "text" | "script";

/** Keys of the OpenCollection form; `details` is the mapping named by the protocol. */
type Path = readonly string[];

/**
 * A row of the table: where a block stands in the OpenCollection form, by the
 * kinds of file that have it. No keys: its place depends on what another block
 * says, or nothing takes it.
 */
export interface BruRow extends Partial<Readonly<Record<BruKind, Path>>> {
  readonly form: BruForm;
  /** Where it stands in the mapping of OAuth 2. */
  readonly auth?: Path;
  /** What else its mappings have there. */
  readonly also?: Readonly<Record<string, string>>;
  /** Members that an export writes. Others are read, but not written. */
  readonly members?: readonly string[];
  /** Members that Brace ignores. */
  readonly unread?: readonly string[];
  /** True for a word of the language's first version, which is only read. */
  readonly old?: true;
}

/** Blocks that give the request's method by their name; `http` has it in a line. */
export const METHOD_BLOCKS: readonly string[] = [
  "get",
  "post",
  "put",
  "delete",
  "patch",
  "options",
  "head",
  "connect",
  "trace",
];

/** The protocols of messages: their blocks, and how OpenCollection calls them and the keys in them. */
export const STREAM_BLOCKS: ReadonlyMap<string, {
  readonly type: "websocket" | "grpc";
  readonly keys: readonly (readonly [here: string, there: string])[];
}> = new Map([
  ["ws", { type: "websocket", keys: [["url", "url"]] }],
  ["grpc", {
    type: "grpc",
    keys: [
      ["url", "url"],
      ["method", "method"],
      ["methodType", "methodType"],
      ["protoPath", "protoFilePath"],
    ],
  }],
]);

/** Blocks that name the request's method, or the protocol. */
export const TARGET_BLOCKS: readonly string[] = [
  ...METHOD_BLOCKS,
  "http",
  "grpc",
  "ws",
];

const NOWHERE: BruRow = { form: "fields", request: [] };
const AUTH: BruRow = { form: "fields", request: [], level: [] };
const TEXT: BruRow = { form: "text", request: [], level: [] };
const PARAMS = ["details", "params"];

/** The lists of additional parameters, and where their blocks send them. */
const ADDITIONAL: readonly (readonly [string, BruRow])[] = [
  ["auth_req", "authorizationRequest"],
  ["access_token_req", "accessTokenRequest"],
  ["refresh_token_req", "refreshTokenRequest"],
].flatMap(([request, list]) =>
  [["headers", "header"], ["queryparams", "query"], ["body", "body"]].map(
    ([part, placement]) =>
      [`auth:oauth2:additional_params:${request}:${part}`, {
        form: "parameters" as const,
        request: [],
        level: [],
        auth: ["additionalParameters", list],
        also: { placement },
      }] as const,
  )
);

/** The blocks of `.bru` files, in the order in which they are written. */
export const BLOCKS: ReadonlyMap<string, BruRow> = new Map<string, BruRow>([
  ["meta", {
    form: "fields",
    request: ["info"],
    level: ["info"],
    unread: ["type"],
  }],
  ...TARGET_BLOCKS.map((name) => [name, NOWHERE] as const),
  ["query", {
    form: "rows",
    request: PARAMS,
    level: [],
    also: { type: "query" },
    old: true,
  }],
  ["params:query", { form: "rows", request: PARAMS, also: { type: "query" } }],
  ["params:path", { form: "rows", request: PARAMS, also: { type: "path" } }],
  ["headers", {
    form: "rows",
    request: ["details", "headers"],
    level: ["request", "headers"],
  }],
  ["metadata", { form: "rows", request: ["details", "metadata"] }],
  ["auth", { form: "fields", level: [] }],
  ["auth:awsv4", AUTH],
  ["auth:basic", AUTH],
  ["auth:bearer", AUTH],
  ["auth:digest", AUTH],
  ["auth:ntlm", AUTH],
  ["auth:oauth1", AUTH],
  ["auth:oauth2", AUTH],
  ["auth:wsse", AUTH],
  ["auth:apikey", AUTH],
  ["auth:akamai-edgegrid", AUTH],
  ...ADDITIONAL,
  ["body", { ...TEXT, old: true }],
  ["body:json", TEXT],
  ["body:text", TEXT],
  ["body:xml", TEXT],
  ["body:sparql", TEXT],
  ["body:graphql", TEXT],
  ["body:graphql:vars", TEXT],
  ["body:form-urlencoded", { form: "rows", request: [] }],
  ["body:multipart-form", { form: "parts", request: [] }],
  ["body:file", { form: "files", request: [] }],
  ["body:grpc", NOWHERE],
  ["body:ws", NOWHERE],
  ["vars:pre-request", {
    form: "variables",
    request: ["runtime", "variables"],
    level: ["request", "variables"],
  }],
  ["vars:post-response", {
    form: "actions",
    request: ["runtime", "actions"],
    level: ["request", "actions"],
  }],
  ["assert", { form: "assertions", request: ["runtime", "assertions"] }],
  ["script:pre-request", script("before-request")],
  ["script:post-response", script("after-response")],
  ["tests", script("tests")],
  ["settings", {
    form: "fields",
    request: ["settings"],
    members: [
      "encodeUrl",
      "timeout",
      "followRedirects",
      "maxRedirects",
      "forwardAuthorizationHeader",
      "keepAliveInterval",
    ],
  }],
  ["docs", { form: "text", request: ["docs"], level: ["docs"] }],
  ["example", TEXT],
  ["app", NOWHERE],
  ["vars", { form: "variables", environment: ["variables"] }],
  ["vars:secret", { form: "secrets", environment: ["variables"] }],
]);

/**
 * What is meant by names that look more like another block's, and by the words
 * of YAML. Where a kind of file has several of the blocks, any can be meant.
 */
export const BLOCK_ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ["script:post-request", ["script:post-response"]],
  ["vars:post-request", ["vars:post-response"]],
  ["info", ["meta"]],
  ["assertions", ["assert"]],
  ["actions", ["vars:post-response"]],
  // Requests and environments have another one.
  ["variables", ["vars:pre-request", "vars"]],
  ["vars", ["vars:pre-request"]],
  ["params", ["params:query", "params:path"]],
  ["before-request", ["script:pre-request"]],
  ["pre-request", ["script:pre-request"]],
  ["after-response", ["script:post-response"]],
  ["post-response", ["script:post-response"]],
  ["script", ["script:pre-request", "script:post-response"]],
  ["scripts", ["script:pre-request", "script:post-response"]],
]);

function script(type: string): BruRow {
  return {
    form: "script",
    request: ["runtime", "scripts"],
    level: ["request", "scripts"],
    also: { type },
  };
}

/** Bodies that a request's first block has another word for than their block and OpenCollection. */
export const BODY_WORDS: readonly (readonly [word: string, type: string])[] = [
  ["formUrlEncoded", "form-urlencoded"],
  ["multipartForm", "multipart-form"],
];

/** The words for bodies in a request's first block. */
export const BODY_MODES: readonly string[] = [
  "none",
  "json",
  "text",
  "xml",
  "sparql",
  ...BODY_WORDS.map(([word]) => word),
  "file",
  "graphql",
];

/**
 * A field of auth: its name here, its keys in OpenCollection, and what else than
 * a text it is: a key or the file it is in, a switch, a text of which one word
 * differs (the first of those there is read).
 */
export type AuthField = readonly [
  name: string,
  path: Path,
  form?:
    | "key"
    | "switch"
    | readonly [here: string, there: string, ...others: string[]],
];

/** Fields by the type of auth; those of other types have the same names in both. */
export const BRU_AUTH_FIELDS: ReadonlyMap<string, readonly AuthField[]> =
  new Map<
    string,
    readonly AuthField[]
  >([
    ["apikey", [
      ["key", ["key"]],
      ["value", ["value"]],
      ["placement", ["placement"], ["queryparams", "query"]],
    ]],
    ["oauth1", [
      ["consumer_key", ["consumerKey"]],
      ["consumer_secret", ["consumerSecret"]],
      ["access_token", ["accessToken"]],
      ["token_secret", ["accessTokenSecret"]],
      ["callback_url", ["callbackUrl"]],
      ["verifier", ["verifier"]],
      ["signature_method", ["signatureMethod"]],
      ["private_key", ["privateKey"], "key"],
      ["timestamp", ["timestamp"]],
      ["nonce", ["nonce"]],
      ["version", ["version"]],
      ["realm", ["realm"]],
      ["placement", ["placement"]],
      ["include_body_hash", ["includeBodyHash"]],
    ]],
    ["oauth2", [
      ["grant_type", ["flow"], [
        "password",
        "resource_owner_password_credentials",
        "resource_owner_password",
      ]],
      ["access_token_url", ["accessTokenUrl"]],
      ["refresh_token_url", ["refreshTokenUrl"]],
      ["authorization_url", ["authorizationUrl"]],
      ["callback_url", ["callbackUrl"]],
      ["scope", ["scope"]],
      ["state", ["state"]],
      ["client_id", ["credentials", "clientId"]],
      ["client_secret", ["credentials", "clientSecret"]],
      ["credentials_placement", ["credentials", "placement"]],
      ["username", ["resourceOwner", "username"]],
      ["password", ["resourceOwner", "password"]],
      ["credentials_id", ["tokenConfig", "id"]],
      ["token_source", ["tokenConfig", "source"]],
      ["auto_fetch_token", ["settings", "autoFetchToken"]],
      ["auto_refresh_token", ["settings", "autoRefreshToken"]],
      ["pkce", ["pkce"], "switch"],
    ]],
  ]);

/** True for a block with lines `name: value` in any kind of file. */
export function isDictionary(name: string): boolean {
  const form = BLOCKS.get(name)?.form ?? "text";
  return form !== "text" && form !== "script" || isVault(name);
}

/**
 * Finds a line that begins a block of today's language, with nothing before
 * its name. Words of the first version do not count: `query {` begins a text
 * of GraphQL, too.
 */
export function blockStartIn(text: string): string | undefined {
  for (
    const [line, name] of text.matchAll(/^([a-z][\w:-]*)[ \t]*\{[ \t]*$/gm)
  ) {
    const row = BLOCKS.get(name);
    if (isVault(name) || row && !row.old) return line.trimEnd();
  }
  return undefined;
}

/** What the names of blocks for secrets of a store begin with. */
const STORE = "vars:externalsecrets:";

/** The block for the secrets of a store, whose name ends with the store's kind. */
export function isVault(name: string): boolean {
  return name.startsWith(STORE);
}

/** The kind of store that a block is for. */
export function storeOf(name: string): string {
  return name.slice(STORE.length);
}

/** By the kind of secret store: the field that each value of its block fills. */
export const STORE_FIELDS: ReadonlyMap<string, string> = new Map([
  ["hashicorp-vault-server", "path"],
  ["aws-secrets-manager", "secretName"],
  ["azure-key-vault", "vaultName"],
  ["gcp-secrets-manager", "projectId"],
]);
