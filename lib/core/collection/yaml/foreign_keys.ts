/** A key that a mapping does not know. */
export interface StrayKey {
  readonly key: string;
  readonly value: unknown;
  /** The known key above it. */
  readonly after: string | undefined;
  /** The keys that its mapping knows. */
  readonly known: readonly string[];
}

/** A key that one of another program stands for. */
export interface Meaning {
  readonly key: string;
  /** What it is written with, such as `type: tests`. */
  readonly beside?: string;
}

/** What keys of Bruno's blocks, of Postman, Insomnia, OpenAPI and others mean, at whatever level. */
const ROWS: readonly (readonly [
  key: string,
  beside: string | undefined,
  foreign: string,
])[] = [
  [
    "scripts",
    "type: before-request",
    "before-request beforeRequest script:pre-request pre-request preRequest pre_request prerequest preRequestScript pre-request-script",
  ],
  [
    "scripts",
    "type: after-response",
    "after-response afterResponse script:post-response post-response postResponse post_response afterResponseScript post-response-script",
  ],
  ["scripts", "type: tests", "tests test"],
  ["scripts", undefined, "script event events"],
  [
    "params",
    "type: path",
    "params:path pathParams pathParameters path_params",
  ],
  [
    "params",
    undefined,
    "query queryParams queryParameters query_params parameters params:query",
  ],
  ["environments", undefined, "environment servers"],
  [
    "variables",
    undefined,
    "vars vars:pre-request vars:secret variable env environment values servers baseUrl baseURL base_url",
  ],
  [
    "actions",
    undefined,
    "vars:post-response capture captures extract",
  ],
  ["assertions", undefined, "assert asserts expect expects checks validate"],
  ["info", undefined, "meta"],
  ...["get", "post", "put", "patch", "delete", "head"].map((
    method,
  ) => ["http", `method: ${method.toUpperCase()}`, method] as const),
  ["http", undefined, "request"],
  ["body", "type: json", "body:json json"],
  ["body", "type: text", "body:text"],
  ["body", "type: xml", "body:xml xml"],
  ["body", "type: sparql", "body:sparql"],
  [
    "body",
    "type: form-urlencoded",
    "body:form-urlencoded form urlencoded formUrlEncoded",
  ],
  [
    "body",
    "type: multipart-form",
    "body:multipart-form formdata formData multipart",
  ],
  ["body", "type: file", "body:file"],
  [
    "body",
    undefined,
    "body:graphql body:graphql:vars requestBody payload data",
  ],
  ["message", undefined, "body:ws body:grpc"],
  ...["basic", "bearer", "apikey", "digest", "wsse", "awsv4", "oauth2", "ntlm"]
    .map((type) => ["auth", `type: ${type}`, `auth:${type}`] as const),
  ["auth", undefined, "authentication authorization security"],
  ["examples", undefined, "example response responses"],
  ["docs", undefined, "documentation readme"],
  ["name", undefined, "title operationId"],
  ["description", undefined, "summary"],
  ["seq", undefined, "order sequence sortKey"],
  ["settings", undefined, "protocolProfileBehavior options"],
  ["retry", undefined, "retries"],
  ["repeatUntil", undefined, "repeat poll until"],
  ["setup", undefined, "before beforeAll"],
  ["teardown", undefined, "after afterAll"],
  ["items", undefined, "item requests folders"],
  ["clientCertificates", undefined, "certificates certs clientCerts"],
  ["protobuf", undefined, "proto protos"],
];

const MEANINGS = new Map<string, Meaning[]>();
for (const [key, beside, foreign] of ROWS) {
  for (const word of foreign.split(" ")) {
    const meaning = { key, ...(beside !== undefined && { beside }) };
    const known = MEANINGS.get(word);
    if (known) known.push(meaning);
    else MEANINGS.set(word, [meaning]);
  }
}

/** What keys of a row, a body or auth mean; elsewhere they may mean anything. */
const IN_PLACE: Readonly<Record<string, string>> = {
  key: "name",
  mode: "type",
  phase: "type",
  listen: "type",
  exec: "code",
  script: "code",
  path: "expression",
  left: "expression",
  property: "expression",
  op: "operator",
  comparison: "operator",
  expected: "value",
  right: "value",
  raw: "data",
  json: "data",
  content: "data",
  user: "username",
  login: "username",
  pass: "password",
  passwd: "password",
  pwd: "password",
  grant_type: "flow",
  grantType: "flow",
  redirect_uri: "callbackUrl",
  redirectUri: "callbackUrl",
};

/** What a key of another program means, the likeliest first. */
export function meaningsOf(key: string): readonly Meaning[] {
  return MEANINGS.get(key) ?? [];
}

/** The key of a mapping's own that one of another program stands for. */
export function ownMeaning(
  key: string,
  known: readonly string[],
): string | undefined {
  const meant = Object.hasOwn(IN_PLACE, key) ? IN_PLACE[key] : undefined;
  return meant !== undefined && known.includes(meant) ? meant : undefined;
}
