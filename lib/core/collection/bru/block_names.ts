/** What a `.bru` file can be; its place in the collection says which. */
export type BruKind = "request" | "level" | "environment";

/** Blocks whose content is text, as it stands. */
const TEXT_BLOCKS: readonly string[] = [
  "body",
  "body:json",
  "body:text",
  "body:xml",
  "body:sparql",
  "body:graphql",
  "body:graphql:vars",
  "script:pre-request",
  "script:post-response",
  "tests",
  "docs",
  "example",
];

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

/** Blocks that name the request's method, or the protocol. */
export const TARGET_BLOCKS: readonly string[] = [
  ...METHOD_BLOCKS,
  "http",
  "grpc",
  "ws",
];

const SHARED = [
  "meta",
  "headers",
  "query",
  "vars:pre-request",
  "vars:post-response",
  "auth:awsv4",
  "auth:basic",
  "auth:bearer",
  "auth:digest",
  "auth:ntlm",
  "auth:oauth1",
  "auth:oauth2",
  "auth:wsse",
  "auth:apikey",
  "auth:akamai-edgegrid",
  ...["auth_req", "access_token_req", "refresh_token_req"].flatMap((request) =>
    ["headers", "queryparams", "body"].map((part) =>
      `auth:oauth2:additional_params:${request}:${part}`
    )
  ),
];

/** Blocks with lines `name: value`, by the kind of file that has them. */
const DICTIONARIES: Readonly<Record<BruKind, readonly string[]>> = {
  request: [
    ...SHARED,
    ...TARGET_BLOCKS,
    "metadata",
    "app",
    "params:query",
    "params:path",
    "assert",
    "settings",
    "body:form-urlencoded",
    "body:multipart-form",
    "body:file",
    "body:grpc",
    "body:ws",
  ],
  level: [...SHARED, "auth"],
  environment: ["vars", "vars:secret"],
};

const ALL_DICTIONARIES: ReadonlySet<string> = new Set(
  Object.values(DICTIONARIES).flat(),
);

/** The names of the blocks that a file of a kind can have. */
export function blockNames(kind: BruKind): readonly string[] {
  return kind === "environment"
    ? DICTIONARIES[kind]
    : [...DICTIONARIES[kind], ...TEXT_BLOCKS];
}

/** True for a block with lines `name: value` in any kind of file. */
export function isDictionary(name: string): boolean {
  return ALL_DICTIONARIES.has(name) || isVault(name);
}

/** The block for the secrets of a vault, whose name ends with that of the vault. */
export function isVault(name: string): boolean {
  return name.startsWith("vars:externalsecrets:");
}
