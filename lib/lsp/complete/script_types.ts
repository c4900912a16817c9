import { EXPECT_DOCS } from "./expect_docs.ts";
import { type DocRow, GLOBAL_DOCS, SCRIPT_DOCS } from "./script_docs.ts";

/** The file that tells editors what scripts know, in a collection's folder. */
export const TYPES_FILE = "brace.d.ts";

/** What stands behind the names of members: their types. */
type Types = Readonly<Record<string, string>>;

/** The members of one scope's variables. */
function scope(suffix: string): Types {
  const set = suffix === "EnvVar"
    ? "(name: string, value: BraceValue, options?: { persist?: boolean }): void"
    : "(name: string, value: BraceValue): void";
  return {
    [`get${suffix}`]: "(name: string): any",
    [`set${suffix}`]: set,
    [`has${suffix}`]: "(name: string): boolean",
    [`delete${suffix}`]: "(name: string): void",
    [`getAll${suffix}s`]: "(): Record<string, any>",
    [`deleteAll${suffix}s`]: "(): void",
  };
}

const VISIT =
  "(run: (item: BraceItem, index: number) => unknown, self?: unknown)";

const LIST: Types = {
  get: "(name: string): any",
  one: "(name: string): BraceItem | undefined",
  all: "(): BraceItem[]",
  idx: "(index: number): BraceItem | undefined",
  count: "(): number",
  has: "(name: string | BraceItem, value?: unknown): boolean",
  indexOf: "(item: string | BraceItem): number",
  find: `${VISIT}: BraceItem | undefined`,
  filter: `${VISIT}: BraceItem[]`,
  forEach: `${VISIT}: void`,
  each: `${VISIT}: void`,
  map: "<T>(run: (item: BraceItem, index: number) => T, self?: unknown): T[]",
  reduce:
    "<T>(run: (result: T, item: BraceItem, index: number) => T, start?: T): T",
  toObject: "(): Record<string, any>",
  toString: "(): string",
  toJSON: "(): any",
};

const ITEM = "(item: BraceGivenItem, value?: unknown): void";
const ITEMS = "(items: string | Iterable<BraceGivenItem> | BraceList): void";

const CHANGES: Types = {
  add: ITEM,
  set: ITEM,
  append: ITEM,
  upsert: ITEM,
  delete: "(name: string): void",
  remove: "(name: string): void",
  clear: "(): void",
  populate: ITEMS,
  repopulate: ITEMS,
  assimilate:
    "(items: string | Iterable<BraceGivenItem> | BraceList, prune?: boolean): void",
};

const RESPONSE =
  "Promise<{ status: number; statusText: string; headers: Record<string, any>; data: any; body: any; duration: number; size: number; [name: string]: any }>";
const RESULTS = "(): Promise<any[] & { summary: any }>";
const HEADERS = "Record<string, any>";
const SIZE =
  "{ readonly header: number; readonly headers: number; readonly body: number; readonly total: number }";

/** The types of the members of the script API, by their owners in the docs. */
export const SCRIPT_TYPES: Readonly<Record<string, Types>> = {
  client: {
    ...scope("Var"),
    ...scope("EnvVar"),
    ...scope("GlobalEnvVar"),
    ...scope("CollectionVar"),
    ...scope("FolderVar"),
    ...scope("RequestVar"),
    getProcessEnv: "(name: string): string | undefined",
    getSecretVar: "(name: string): any",
    interpolate: "<T>(textOrObject: T): T",
    getEnvName: "(): string | undefined",
    getCollectionName: "(): string",
    cwd: "(): string",
    isSafeMode: "(): boolean",
    sleep: "(ms: number): Promise<void>",
    getTestResults: RESULTS,
    getAssertionResults: RESULTS,
    setNextRequest: "(nameOrNull: string | null): void",
    runRequest: `(path: string): ${RESPONSE}`,
    sendRequest:
      `(config: string | { url: string; method?: string; headers?: Record<string, unknown>; header?: never; params?: Record<string, unknown>; data?: unknown; timeout?: number; maxRedirects?: number; auth?: { username: string; password: string }; validateStatus?: ((status: number) => boolean) | null; [name: string]: unknown }, callback?: (error: any, response: any) => unknown): ${RESPONSE}`,
    runner: ": BraceRunner",
    cookies: ": BraceCookies",
    visualize: "(type: string, data: unknown): void",
    disableParsingResponseJson: "(): void",
  },
  "client.runner": {
    skipRequest: "(): void",
    stopExecution: "(): void",
    setNextRequest: "(nameOrNull: string | null): void",
    iterationIndex: ": number",
    totalIterations: ": number",
    iterationData:
      ": Record<string, any> & { get(name: string): any; has(name: string): boolean }",
  },
  "client.cookies": { ...LIST, ...CHANGES, jar: "(): BraceCookieJar" },
  "client.cookies.jar()": {
    getCookie: "(url: string, name: string): Promise<BraceItem | null>",
    getCookies: "(url: string): Promise<BraceItem[]>",
    hasCookie: "(url: string, name: string): Promise<boolean>",
    setCookie:
      "(url: string, nameOrCookie: BraceGivenItem, value?: unknown): Promise<void>",
    setCookies:
      "(url: string, cookies: Iterable<BraceGivenItem>): Promise<void>",
    deleteCookie: "(url: string, name: string): Promise<void>",
    deleteCookies: "(url: string): Promise<void>",
    clear: "(): Promise<void>",
  },
  req: {
    url: ": string",
    method: ": string",
    timeout: ": number | undefined",
    headers: `: ${HEADERS}`,
    body: ": any",
    getUrl: "(): string",
    setUrl: "(url: string): void",
    getMethod: "(): string",
    setMethod: "(method: string): void",
    getTimeout: "(): number | undefined",
    setTimeout: "(ms: number): void",
    setMaxRedirects: "(count: number): void",
    getHost: "(): string",
    getPath: "(): string",
    getQueryString: "(): string",
    getHeader: "(name: string): any",
    getHeaders: `(): ${HEADERS}`,
    setHeader: "(name: string, value: unknown): void",
    setHeaders: "(headers: Record<string, unknown>): void",
    deleteHeader: "(name: string): void",
    deleteHeaders: "(names: readonly string[]): void",
    headerList: ": BraceEditableList",
    getBody: "(options?: { raw?: boolean }): any",
    setBody: "(value: unknown): void",
    messages: ": BraceMessage[]",
    name: ": string",
    getName: "(): string",
    tags: ": string[]",
    getTags: "(): string[]",
    pathParams: ": BracePathParams",
    getPathParams: "(): BracePathParams",
    authMode: ": string",
    getAuthMode: "(): string",
    resolved:
      `: { readonly url: string; readonly method: string; readonly headers: ${HEADERS}; readonly body: any }`,
    onFail: "(run: (error: any) => unknown): void",
    disableParsingResponseJson: "(): void",
    getExecutionMode: '(): "runner"',
    getExecutionPlatform: '(): "cli"',
  },
  "req.headerList": { ...LIST, ...CHANGES },
  res: {
    status: ": number",
    getStatus: "(): number",
    statusText: ": string",
    getStatusText: "(): string",
    responseTime: ": number",
    getResponseTime: "(): number",
    url: ": string",
    getUrl: "(): string",
    size: `: ${SIZE}`,
    getSize: `(): ${SIZE}`,
    headers: `: ${HEADERS}`,
    getHeaders: `(): ${HEADERS}`,
    getHeader: "(name: string): any",
    headerList: ": BraceList",
    body: ": any",
    getBody: "(): any",
    text: ": string",
    getText: "(): string",
    getDataBuffer: "(): any",
    jsonPath:
      ": { (path: string): any[]; find(path: string): { readonly values: any[]; readonly value: any } }",
    messages: ": BraceStreamMessage[]",
    sent: ": BraceStreamMessage[]",
    firstMessageTime: ": number | undefined",
    closed: ": any",
    trailers: ": Record<string, string | string[]>",
    details: ": any",
    setBody: "(value: unknown): void",
  },
  "res.headerList": LIST,
};

/** The names of the interfaces, by their owners in the docs. */
export const INTERFACES: Readonly<Record<string, string>> = {
  client: "BraceClient",
  "client.runner": "BraceRunner",
  "client.cookies": "BraceCookies",
  "client.cookies.jar()": "BraceCookieJar",
  req: "BraceRequest",
  "req.headerList": "BraceEditableList",
  res: "BraceResponse",
  "res.headerList": "BraceList",
};

/** Words of chai that the docs do not explain: other names of the rest, and what few need. */
const MORE_CHAINS =
  "arguments Arguments itself extensible finite frozen iterable numeric callable exists but does still also ok sealed undefined"
    .split(" ");
const MORE_METHODS =
  "Throw approximately change changes closeTo contains contain decrease decreases eq equals eqls eql gt gte haveOwnProperty haveOwnPropertyDescriptor include includes increase increases instanceOf key length lengthOf lt lte matches ownProperty ownPropertyDescriptor respondsTo satisfies throws greaterThanOrEqual lessThanOrEqual by containSubset"
    .split(" ");

/** The types of the script API, as a declaration file: `brace.d.ts`. */
export function scriptTypes(): string {
  const owners = Object.entries(INTERFACES).map(([owner, name]) =>
    `interface ${name} {\n${owner === "res" ? `${RES_CALL}\n` : ""}${
      members(SCRIPT_DOCS[owner], SCRIPT_TYPES[owner]).join("\n")
    }\n}\n`
  );
  return `${HEADER}\n${owners.join("\n")}\n${assertion()}\n${globals()}`;
}

const RES_CALL =
  `  /** Reads values inside the body: \`res("order.items[0].name")\`. */
  (path: string, ...filters: unknown[]): any;`;

// A repository's linters and formatters leave generated files alone.
const HEADER = `/// <reference lib="esnext" />
/* eslint-disable */
// deno-lint-ignore-file
// deno-fmt-ignore-file

// What Brace's scripts know, for editors: completion and types in .js and .ts
// files. Brace does not read this file. A file that an editor does not connect
// with it can name it: /// <reference path="./brace.d.ts" />

/** What a variable can hold. */
type BraceValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly BraceValue[]
  | { readonly [name: string]: any };

/** A header or a cookie; cookies have their attributes, too. */
interface BraceItem {
  key: string;
  name?: string;
  value: any;
  disabled?: boolean;
  [attribute: string]: any;
}

/** The same as scripts may write it: \`"Name: value"\`, or its members. */
type BraceGivenItem =
  | string
  | { key?: string; name?: string; value?: unknown; [attribute: string]: unknown };

/** A message that a request sends over its stream. */
interface BraceMessage {
  title?: string;
  type?: string;
  data: any;
}

/** A message of a stream. */
interface BraceStreamMessage {
  readonly index: number;
  readonly direction: "sent" | "received";
  readonly type: string;
  readonly data: any;
  readonly text: string;
  readonly at: number;
  /** Of server-sent events. */
  readonly event: string;
  /** Of server-sent events that have one. */
  readonly id: string;
}

/** The path parameters of a request. */
type BracePathParams = any[] & {
  toObject(): Record<string, any>;
  get(name: string): any;
  has(name: string): boolean;
};
`;

/** The lines of members, with what the docs say. */
function members(rows: readonly DocRow[], types: Types): string[] {
  return rows.flatMap(({ members, about }) =>
    members.map((member) => {
      const name = nameOf(member);
      return `${comment(about)}\n  ${name}${types[name]};`;
    })
  );
}

function comment(about: string): string {
  const text = about.replace(/\[([^\]]*)\]\(#[^)]*\)/g, "$1")
    .replaceAll("*/", "*\\/");
  return `  /** ${text.charAt(0).toUpperCase()}${text.slice(1)}. */`;
}

/** What `expect(value)` gives. */
function assertion(): string {
  const known = new Set<string>();
  const lines = EXPECT_DOCS.flatMap(({ members, about }) =>
    members.map((member) => {
      const name = nameOf(member);
      known.add(name);
      return `${comment(about)}\n  ${name}${chainType(name, member)};`;
    })
  );
  const more = [
    ...MORE_CHAINS.map((name) => [name, ": BraceAssertion"]),
    ...MORE_METHODS.map((name) => [
      name,
      ": BraceAssertion & ((...values: any[]) => BraceAssertion)",
    ]),
  ].filter(([name]) => !known.has(name))
    .map(([name, type]) => `  ${name}${type};`);
  return `/** An assertion about a value, with the API of chai. */
interface BraceAssertion {
${[...lines, ...more].join("\n")}
}
`;
}

function chainType(name: string, member: string): string {
  // These may be called, and go on without it.
  if (["a", "an", "include", "contain"].includes(name)) {
    return ": BraceAssertion & ((value: any, message?: string) => BraceAssertion)";
  }
  const [, given] = /\((.*)\)$/.exec(member) ?? [];
  if (given === undefined) return ": BraceAssertion";
  if (given.startsWith("…")) return "(...values: any[]): BraceAssertion";
  const parameters = given.split(", ").map((one) => `${one}: any`);
  return `(${[...parameters, "message?: string"].join(", ")}): BraceAssertion`;
}

function nameOf(member: string): string {
  return /^[\w$]+/.exec(member)![0];
}

/** What scripts know without declaring it, but for what browsers know, too. */
const GLOBALS: Types = {
  client: "const client: BraceClient",
  bru: "const bru: BraceClient",
  req: "const req: BraceRequest",
  res: "const res: BraceResponse",
  test: "function test(name: string, run: () => unknown): Promise<void>",
  expect:
    "const expect: { (value: any, message?: string): BraceAssertion; fail(...values: any[]): never }",
  assert:
    "const assert: { (condition: unknown, message?: string): void; [name: string]: (...values: any[]) => any }",
  require: "var require: NodeJS.Require",
};

/** By their names in the types of Node, which stand beside this file in many projects: two types of one name are an error, as any of `Buffer` is. */
const OF_NODE = `
declare namespace NodeJS {
  interface Require {
    (name: string): any;
  }
  interface Process extends BraceProcess {}
}

interface BraceProcess {
  /** Variables of .env, BRACE_* and --allow-env. */
  env: { readonly [name: string]: string | undefined };
}

declare var process: NodeJS.Process;
`;

function globals(): string {
  return GLOBAL_DOCS.flatMap(({ members, about }) =>
    members.map(nameOf).filter((name) => Object.hasOwn(GLOBALS, name))
      .map((name) => `${comment(about).trim()}\ndeclare ${GLOBALS[name]};\n`)
  ).join("\n") + OF_NODE;
}
