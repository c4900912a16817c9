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

/** The same as scripts may write it: `"Name: value"`, or its members. */
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

interface BraceClient {
  /** The runtime variable, or `undefined`. */
  getVar(name: string): any;
  /** Sets a runtime variable; every later request of the iteration sees it. */
  setVar(name: string, value: BraceValue): void;
  /** Whether there is such a runtime variable. */
  hasVar(name: string): boolean;
  /** Removes a runtime variable. */
  deleteVar(name: string): void;
  /** An object with all runtime variables. */
  getAllVars(): Record<string, any>;
  /** Removes all runtime variables. */
  deleteAllVars(): void;
  /** Variables of the environment, for the rest of the iteration. */
  getEnvVar(name: string): any;
  /** Variables of the environment, for the rest of the iteration. */
  setEnvVar(name: string, value: BraceValue, options?: { persist?: boolean }): void;
  /** Variables of the environment, for the rest of the iteration. */
  hasEnvVar(name: string): boolean;
  /** Variables of the environment, for the rest of the iteration. */
  deleteEnvVar(name: string): void;
  /** Variables of the environment, for the rest of the iteration. */
  getAllEnvVars(): Record<string, any>;
  /** Variables of the environment, for the rest of the iteration. */
  deleteAllEnvVars(): void;
  /** Global variables, for the rest of the iteration. */
  getGlobalEnvVar(name: string): any;
  /** Global variables, for the rest of the iteration. */
  setGlobalEnvVar(name: string, value: BraceValue): void;
  /** Global variables, for the rest of the iteration. */
  hasGlobalEnvVar(name: string): boolean;
  /** Global variables, for the rest of the iteration. */
  deleteGlobalEnvVar(name: string): void;
  /** Global variables, for the rest of the iteration. */
  getAllGlobalEnvVars(): Record<string, any>;
  /** Global variables, for the rest of the iteration. */
  deleteAllGlobalEnvVars(): void;
  /** Variables of the collection, for the rest of the iteration. */
  getCollectionVar(name: string): any;
  /** Variables of the collection, for the rest of the iteration. */
  setCollectionVar(name: string, value: BraceValue): void;
  /** Variables of the collection, for the rest of the iteration. */
  hasCollectionVar(name: string): boolean;
  /** Variables of the collection, for the rest of the iteration. */
  deleteCollectionVar(name: string): void;
  /** Variables of the collection, for the rest of the iteration. */
  getAllCollectionVars(): Record<string, any>;
  /** Variables of the collection, for the rest of the iteration. */
  deleteAllCollectionVars(): void;
  /** Variables of the folder, for the rest of the iteration. */
  getFolderVar(name: string): any;
  /** Variables of the folder, for the rest of the iteration. */
  setFolderVar(name: string, value: BraceValue): void;
  /** Variables of the folder, for the rest of the iteration. */
  hasFolderVar(name: string): boolean;
  /** Variables of the folder, for the rest of the iteration. */
  deleteFolderVar(name: string): void;
  /** Variables of the folder, for the rest of the iteration. */
  getAllFolderVars(): Record<string, any>;
  /** Variables of the folder, for the rest of the iteration. */
  deleteAllFolderVars(): void;
  /** Variables of the request, for this request. */
  getRequestVar(name: string): any;
  /** Variables of the request, for this request. */
  setRequestVar(name: string, value: BraceValue): void;
  /** Variables of the request, for this request. */
  hasRequestVar(name: string): boolean;
  /** Variables of the request, for this request. */
  deleteRequestVar(name: string): void;
  /** Variables of the request, for this request. */
  getAllRequestVars(): Record<string, any>;
  /** Variables of the request, for this request. */
  deleteAllRequestVars(): void;
  /** A variable of `.env`, `BRACE_*` or `--allow-env`. */
  getProcessEnv(name: string): string | undefined;
  /** A secret of the environment; `name.key` for one of a store. */
  getSecretVar(name: string): any;
  /** The text or object, with its placeholders resolved. */
  interpolate<T>(textOrObject: T): T;
  /** The name of the environment. */
  getEnvName(): string | undefined;
  /** The name of the collection. */
  getCollectionName(): string;
  /** The folder of the collection. */
  cwd(): string;
  /** Whether the script runs in the sandbox. */
  isSafeMode(): boolean;
  /** A promise that waits. */
  sleep(ms: number): Promise<void>;
  /** A promise of the results so far, a list with `summary`. */
  getTestResults(): Promise<any[] & { summary: any }>;
  /** A promise of the results so far, a list with `summary`. */
  getAssertionResults(): Promise<any[] & { summary: any }>;
  /** Sets the request to run next; `null` ends the run. */
  setNextRequest(nameOrNull: string | null): void;
  /** A promise: runs another request, one at a time; returns `status`, `headers`, `data` (also `body`), `duration` (ms), `size` (a number of bytes), …. */
  runRequest(path: string): Promise<{ status: number; statusText: string; headers: Record<string, any>; data: any; body: any; duration: number; size: number; [name: string]: any }>;
  /** A promise: sends `{ url, method, headers, params, data, timeout, maxRedirects, auth }`; a status of 400 or above throws an error with `response`. */
  sendRequest(config: string | { url: string; method?: string; headers?: Record<string, unknown>; params?: Record<string, unknown>; data?: unknown; timeout?: number; maxRedirects?: number; auth?: { username: string; password: string }; [name: string]: unknown }, callback?: (error: any, response: any) => unknown): Promise<{ status: number; statusText: string; headers: Record<string, any>; data: any; body: any; duration: number; size: number; [name: string]: any }>;
  /** The run: `skipRequest()`, `iterationData`, …. */
  runner: BraceRunner;
  /** A list of the request's cookies. */
  cookies: BraceCookies;
  /** Does nothing. */
  visualize(type: string, data: unknown): void;
  /** Keeps `res.body` as text. */
  disableParsingResponseJson(): void;
}

interface BraceRunner {
  /** Skips the request; only before it is sent. */
  skipRequest(): void;
  /** Ends the run, at any time. */
  stopExecution(): void;
  /** Sets the request to run next; `null` ends the run. */
  setNextRequest(nameOrNull: string | null): void;
  /** The number of the current iteration, from 0. */
  iterationIndex: number;
  /** The number of iterations. */
  totalIterations: number;
  /** The data row of the iteration; also `iterationData.get(name)`. */
  iterationData: Record<string, any> & { get(name: string): any; has(name: string): boolean };
}

interface BraceCookies {
  /** The value of the last item with that name. */
  get(name: string): any;
  /** The last item with that name. */
  one(name: string): BraceItem | undefined;
  /** All items, as an array. */
  all(): BraceItem[];
  /** The item at that index, from 0. */
  idx(index: number): BraceItem | undefined;
  /** The number of items. */
  count(): number;
  /** Whether there is an item with that name, and with that value if you pass one. */
  has(name: string | BraceItem, value?: unknown): boolean;
  /** The index of an item or a name; -1 if the list lacks it. */
  indexOf(item: string | BraceItem): number;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  find(run: (item: BraceItem, index: number) => unknown, self?: unknown): BraceItem | undefined;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  filter(run: (item: BraceItem, index: number) => unknown, self?: unknown): BraceItem[];
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  forEach(run: (item: BraceItem, index: number) => unknown, self?: unknown): void;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  each(run: (item: BraceItem, index: number) => unknown, self?: unknown): void;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  map<T>(run: (item: BraceItem, index: number) => T, self?: unknown): T[];
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  reduce<T>(run: (result: T, item: BraceItem, index: number) => T, start?: T): T;
  /** An object with the values by name. */
  toObject(): Record<string, any>;
  /** `Name: value` lines of headers, or `a=1; b=2` of cookies. */
  toString(): string;
  /** What `JSON.stringify` writes: the items. */
  toJSON(): any;
  /** Adds an item and keeps others of its name. */
  add(item: BraceGivenItem, value?: unknown): void;
  /** Adds an item and replaces others of its name. */
  set(item: BraceGivenItem, value?: unknown): void;
  /** Adds an item and replaces others of its name. */
  append(item: BraceGivenItem, value?: unknown): void;
  /** Adds an item and replaces others of its name. */
  upsert(item: BraceGivenItem, value?: unknown): void;
  /** Removes the items with that name. */
  delete(name: string): void;
  /** Removes the items with that name. */
  remove(name: string): void;
  /** Removes all items. */
  clear(): void;
  /** Adds the items whose names are missing. */
  populate(items: string | Iterable<BraceGivenItem> | BraceList): void;
  /** Replaces all items. */
  repopulate(items: string | Iterable<BraceGivenItem> | BraceList): void;
  /** Adds the items or replaces those of their names; with `prune`, removes all others. */
  assimilate(items: string | Iterable<BraceGivenItem> | BraceList, prune?: boolean): void;
  /** Of `client.cookies`: the jar with the cookies of every URL. */
  jar(): BraceCookieJar;
}

interface BraceCookieJar {
  /** A promise of a cookie, or of `null`. */
  getCookie(url: string, name: string): Promise<BraceItem | null>;
  /** A promise of the cookies of a URL. */
  getCookies(url: string): Promise<BraceItem[]>;
  /** A promise of whether there is such a cookie. */
  hasCookie(url: string, name: string): Promise<boolean>;
  /** Sets a cookie; also `setCookie(url, cookie)`. */
  setCookie(url: string, nameOrCookie: BraceGivenItem, value?: unknown): Promise<void>;
  /** Sets several cookies. */
  setCookies(url: string, cookies: Iterable<BraceGivenItem>): Promise<void>;
  /** Deletes a cookie. */
  deleteCookie(url: string, name: string): Promise<void>;
  /** Deletes the cookies of a URL. */
  deleteCookies(url: string): Promise<void>;
  /** Deletes all cookies. */
  clear(): Promise<void>;
}

interface BraceRequest {
  /** You can read and assign them. */
  url: string;
  /** You can read and assign them. */
  method: string;
  /** You can read and assign them. */
  timeout: number | undefined;
  /** You can read, assign and change them in place (`req.headers["X-A"] = "1"`, `req.body.name = "x"`). */
  headers: Record<string, any>;
  /** You can read, assign and change them in place (`req.headers["X-A"] = "1"`, `req.body.name = "x"`). */
  body: any;
  /** URL and method, as properties have them. */
  getUrl(): string;
  /** URL and method, as properties have them. */
  setUrl(url: string): void;
  /** URL and method, as properties have them. */
  getMethod(): string;
  /** URL and method, as properties have them. */
  setMethod(method: string): void;
  /** How long Brace waits for the response, and how many redirects it follows. */
  getTimeout(): number | undefined;
  /** How long Brace waits for the response, and how many redirects it follows. */
  setTimeout(ms: number): void;
  /** How long Brace waits for the response, and how many redirects it follows. */
  setMaxRedirects(count: number): void;
  /** Parts of the URL as written. */
  getHost(): string;
  /** Parts of the URL as written. */
  getPath(): string;
  /** Parts of the URL as written. */
  getQueryString(): string;
  /** One header or all of them; names in any case. */
  getHeader(name: string): any;
  /** One header or all of them; names in any case. */
  getHeaders(): Record<string, any>;
  /** Sets a header to a text, number, boolean or date, or to a list of them; the value `null` prevents a header from being sent, even one of Brace's (`User-Agent`); `undefined` only removes the written header. */
  setHeader(name: string, value: unknown): void;
  /** Replaces all headers. */
  setHeaders(headers: Record<string, unknown>): void;
  /** Prevents headers from being sent, even those of Brace. */
  deleteHeader(name: string): void;
  /** Prevents headers from being sent, even those of Brace. */
  deleteHeaders(names: readonly string[]): void;
  /** The headers as a list. */
  headerList: BraceEditableList;
  /** The body; a JSON body is an object if its text is JSON; `getBody({ raw: true })` returns the text. */
  getBody(options?: { raw?: boolean }): any;
  /** Sets the body; leaves out members that are `undefined`. */
  setBody(value: unknown): void;
  /** The messages to send over a stream, a list of `{ title, type, data }`; change the list or assign another. */
  messages: BraceMessage[];
  /** The name of the request. */
  name: string;
  /** The name of the request. */
  getName(): string;
  /** The tags of the request. */
  tags: string[];
  /** The tags of the request. */
  getTags(): string[];
  /** The path parameters, a list with `toObject()`, `get(name)` and `has(name)`. */
  pathParams: BracePathParams;
  /** The path parameters, a list with `toObject()`, `get(name)` and `has(name)`. */
  getPathParams(): BracePathParams;
  /** The type of auth, such as `bearer`. */
  authMode: string;
  /** The type of auth, such as `bearer`. */
  getAuthMode(): string;
  /** `{ url, method, headers, body }` as Brace would send them now, or has sent them. */
  resolved: { readonly url: string; readonly method: string; readonly headers: Record<string, any>; readonly body: any };
  /** Brace calls the function with the error if it cannot render or send the request. */
  onFail(run: (error: any) => unknown): void;
  /** Keeps `res.body` as text. */
  disableParsingResponseJson(): void;
  /** `"runner"`. */
  getExecutionMode(): "runner";
  /** `"cli"`. */
  getExecutionPlatform(): "cli";
}

interface BraceEditableList {
  /** The value of the last item with that name. */
  get(name: string): any;
  /** The last item with that name. */
  one(name: string): BraceItem | undefined;
  /** All items, as an array. */
  all(): BraceItem[];
  /** The item at that index, from 0. */
  idx(index: number): BraceItem | undefined;
  /** The number of items. */
  count(): number;
  /** Whether there is an item with that name, and with that value if you pass one. */
  has(name: string | BraceItem, value?: unknown): boolean;
  /** The index of an item or a name; -1 if the list lacks it. */
  indexOf(item: string | BraceItem): number;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  find(run: (item: BraceItem, index: number) => unknown, self?: unknown): BraceItem | undefined;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  filter(run: (item: BraceItem, index: number) => unknown, self?: unknown): BraceItem[];
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  forEach(run: (item: BraceItem, index: number) => unknown, self?: unknown): void;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  each(run: (item: BraceItem, index: number) => unknown, self?: unknown): void;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  map<T>(run: (item: BraceItem, index: number) => T, self?: unknown): T[];
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  reduce<T>(run: (result: T, item: BraceItem, index: number) => T, start?: T): T;
  /** An object with the values by name. */
  toObject(): Record<string, any>;
  /** `Name: value` lines of headers, or `a=1; b=2` of cookies. */
  toString(): string;
  /** What `JSON.stringify` writes: the items. */
  toJSON(): any;
  /** Adds an item and keeps others of its name. */
  add(item: BraceGivenItem, value?: unknown): void;
  /** Adds an item and replaces others of its name. */
  set(item: BraceGivenItem, value?: unknown): void;
  /** Adds an item and replaces others of its name. */
  append(item: BraceGivenItem, value?: unknown): void;
  /** Adds an item and replaces others of its name. */
  upsert(item: BraceGivenItem, value?: unknown): void;
  /** Removes the items with that name. */
  delete(name: string): void;
  /** Removes the items with that name. */
  remove(name: string): void;
  /** Removes all items. */
  clear(): void;
  /** Adds the items whose names are missing. */
  populate(items: string | Iterable<BraceGivenItem> | BraceList): void;
  /** Replaces all items. */
  repopulate(items: string | Iterable<BraceGivenItem> | BraceList): void;
  /** Adds the items or replaces those of their names; with `prune`, removes all others. */
  assimilate(items: string | Iterable<BraceGivenItem> | BraceList, prune?: boolean): void;
}

interface BraceResponse {
  /** Reads values inside the body: `res("order.items[0].name")`. */
  (path: string, ...filters: unknown[]): any;
  /** The status code, such as 200. */
  status: number;
  /** The status code, such as 200. */
  getStatus(): number;
  /** The reason, such as `OK`. */
  statusText: string;
  /** The reason, such as `OK`. */
  getStatusText(): string;
  /** The time in milliseconds. */
  responseTime: number;
  /** The time in milliseconds. */
  getResponseTime(): number;
  /** The URL that responded, after redirects. */
  url: string;
  /** The URL that responded, after redirects. */
  getUrl(): string;
  /** Bytes of `header`, `body` and `total`. */
  size: { readonly header: number; readonly headers: number; readonly body: number; readonly total: number };
  /** Bytes of `header`, `body` and `total`. */
  getSize(): { readonly header: number; readonly headers: number; readonly body: number; readonly total: number };
  /** An object with names in lower case; values of one name become one text, joined with `,`; `set-cookie` is a list. */
  headers: Record<string, any>;
  /** An object with names in lower case; values of one name become one text, joined with `,`; `set-cookie` is a list. */
  getHeaders(): Record<string, any>;
  /** One header; the name in any case. */
  getHeader(name: string): any;
  /** The headers as a list. */
  headerList: BraceList;
  /** Parsed JSON, or text, or bytes (images and other binary content); integers beyond ±2^53 are `bigint`. */
  body: any;
  /** Parsed JSON, or text, or bytes (images and other binary content); integers beyond ±2^53 are `bigint`. */
  getBody(): any;
  /** The content as text. */
  text: string;
  /** The content as text. */
  getText(): string;
  /** The content as a `Buffer`. */
  getDataBuffer(): any;
  /** Changes the body for later scripts and assertions; `undefined` removes it. */
  setBody(value: unknown): void;
  /** A list of what JSONPath (RFC 9535) finds in the body. */
  jsonPath: { (path: string): any[]; find(path: string): { readonly values: any[]; readonly value: any } };
  /** The messages that came over a stream: `index`, `direction`, `type`, `data`, `text`, `at`; of events also `event` and `id`. */
  messages: BraceStreamMessage[];
  /** The messages that Brace sent over a stream, in the same form. */
  sent: BraceStreamMessage[];
  /** Milliseconds from the start of the request to the first message. */
  firstMessageTime: number | undefined;
  /** `{ by, code, reason }`: who ended the stream, `"server"` or `"client"`, and how. */
  closed: any;
  /** The metadata at the end of a gRPC call. */
  trailers: Record<string, string | string[]>;
  /** The details of a gRPC error, decoded. */
  details: any;
}

interface BraceList {
  /** The value of the last item with that name. */
  get(name: string): any;
  /** The last item with that name. */
  one(name: string): BraceItem | undefined;
  /** All items, as an array. */
  all(): BraceItem[];
  /** The item at that index, from 0. */
  idx(index: number): BraceItem | undefined;
  /** The number of items. */
  count(): number;
  /** Whether there is an item with that name, and with that value if you pass one. */
  has(name: string | BraceItem, value?: unknown): boolean;
  /** The index of an item or a name; -1 if the list lacks it. */
  indexOf(item: string | BraceItem): number;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  find(run: (item: BraceItem, index: number) => unknown, self?: unknown): BraceItem | undefined;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  filter(run: (item: BraceItem, index: number) => unknown, self?: unknown): BraceItem[];
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  forEach(run: (item: BraceItem, index: number) => unknown, self?: unknown): void;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  each(run: (item: BraceItem, index: number) => unknown, self?: unknown): void;
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  map<T>(run: (item: BraceItem, index: number) => T, self?: unknown): T[];
  /** As for arrays; `fn` receives the item and its index, and `this` is the argument after it. */
  reduce<T>(run: (result: T, item: BraceItem, index: number) => T, start?: T): T;
  /** An object with the values by name. */
  toObject(): Record<string, any>;
  /** `Name: value` lines of headers, or `a=1; b=2` of cookies. */
  toString(): string;
  /** What `JSON.stringify` writes: the items. */
  toJSON(): any;
}

/** What is expected of a value, in the words of chai. */
interface BraceAssertion {
  /** Only makes a sentence. */
  to: BraceAssertion;
  /** Only makes a sentence. */
  be: BraceAssertion;
  /** Only makes a sentence. */
  been: BraceAssertion;
  /** Only makes a sentence. */
  is: BraceAssertion;
  /** Only makes a sentence. */
  and: BraceAssertion;
  /** Only makes a sentence. */
  has: BraceAssertion;
  /** Only makes a sentence. */
  have: BraceAssertion;
  /** Only makes a sentence. */
  with: BraceAssertion;
  /** Only makes a sentence. */
  that: BraceAssertion;
  /** Only makes a sentence. */
  which: BraceAssertion;
  /** Only makes a sentence. */
  at: BraceAssertion;
  /** Only makes a sentence. */
  of: BraceAssertion;
  /** Only makes a sentence. */
  same: BraceAssertion;
  /** Only makes a sentence. */
  but: BraceAssertion;
  /** Only makes a sentence. */
  does: BraceAssertion;
  /** Only makes a sentence. */
  still: BraceAssertion;
  /** Only makes a sentence. */
  also: BraceAssertion;
  /** Turns the rest around. */
  not: BraceAssertion;
  /** Compares members instead of identity. */
  deep: BraceAssertion;
  /** Takes paths such as `a.b[0]` as names. */
  nested: BraceAssertion;
  /** Leaves out inherited members. */
  own: BraceAssertion;
  /** Makes the order of `members` count. */
  ordered: BraceAssertion;
  /** Any or all of the keys. */
  any: BraceAssertion;
  /** Any or all of the keys. */
  all: BraceAssertion;
  /** Is the same value (`===`). */
  equal(value: any, message?: string): BraceAssertion;
  /** Has the same members. */
  eql(value: any, message?: string): BraceAssertion;
  /** Is of a type, such as `"string"` or `"array"`. */
  a: BraceAssertion & ((value: any, message?: string) => BraceAssertion);
  /** Is of a type, such as `"string"` or `"array"`. */
  an: BraceAssertion & ((value: any, message?: string) => BraceAssertion);
  /** Contains a text, element or members. */
  include: BraceAssertion & ((value: any, message?: string) => BraceAssertion);
  /** Contains a text, element or members. */
  contain: BraceAssertion & ((value: any, message?: string) => BraceAssertion);
  /** Counts as true. */
  ok: BraceAssertion;
  /** Is that value. */
  true: BraceAssertion;
  /** Is that value. */
  false: BraceAssertion;
  /** Is that value. */
  null: BraceAssertion;
  /** Is that value. */
  undefined: BraceAssertion;
  /** Is that value. */
  NaN: BraceAssertion;
  /** Is neither `null` nor `undefined`. */
  exist: BraceAssertion;
  /** Has nothing in it. */
  empty: BraceAssertion;
  /** Is greater. */
  above(number: any, message?: string): BraceAssertion;
  /** Is greater. */
  greaterThan(number: any, message?: string): BraceAssertion;
  /** Is greater or equal. */
  least(number: any, message?: string): BraceAssertion;
  /** Is less. */
  below(number: any, message?: string): BraceAssertion;
  /** Is less. */
  lessThan(number: any, message?: string): BraceAssertion;
  /** Is less or equal. */
  most(number: any, message?: string): BraceAssertion;
  /** Lies between two values, both included. */
  within(low: any, high: any, message?: string): BraceAssertion;
  /** Differs by `delta` at most. */
  closeTo(number: any, delta: any, message?: string): BraceAssertion;
  /** Is an instance of a class. */
  instanceof(Class: any, message?: string): BraceAssertion;
  /** Has a member, and goes on with its value. */
  property(name: any, value?: any, message?: string): BraceAssertion;
  /** Has that length. */
  lengthOf(count: any, message?: string): BraceAssertion;
  /** Matches a regular expression. */
  match(pattern: any, message?: string): BraceAssertion;
  /** Contains a text. */
  string(text: any, message?: string): BraceAssertion;
  /** Has exactly these keys. */
  keys(...values: any[]): BraceAssertion;
  /** Has the same elements in any order. */
  members(list: any, message?: string): BraceAssertion;
  /** Is one of the elements. */
  oneOf(list: any, message?: string): BraceAssertion;
  /** Is a function that throws. */
  throw(error?: any, message?: string): BraceAssertion;
  /** Has a method. */
  respondTo(name: any, message?: string): BraceAssertion;
  /** Is a value for which `fn` returns true. */
  satisfy(fn: any, message?: string): BraceAssertion;
  /** Is a response with JSON, or such a text or value. */
  json: BraceAssertion;
  /** Has a JSON body, with a value at a path if you pass one. */
  jsonBody(path?: any, value?: any, message?: string): BraceAssertion;
  /** Is valid by a JSON schema. */
  jsonSchema(schema: any, options?: any, message?: string): BraceAssertion;
  arguments: BraceAssertion;
  Arguments: BraceAssertion;
  itself: BraceAssertion;
  extensible: BraceAssertion;
  finite: BraceAssertion;
  frozen: BraceAssertion;
  iterable: BraceAssertion;
  numeric: BraceAssertion;
  callable: BraceAssertion;
  exists: BraceAssertion;
  sealed: BraceAssertion;
  Throw: BraceAssertion & ((...values: any[]) => BraceAssertion);
  approximately: BraceAssertion & ((...values: any[]) => BraceAssertion);
  change: BraceAssertion & ((...values: any[]) => BraceAssertion);
  changes: BraceAssertion & ((...values: any[]) => BraceAssertion);
  contains: BraceAssertion & ((...values: any[]) => BraceAssertion);
  decrease: BraceAssertion & ((...values: any[]) => BraceAssertion);
  decreases: BraceAssertion & ((...values: any[]) => BraceAssertion);
  eq: BraceAssertion & ((...values: any[]) => BraceAssertion);
  equals: BraceAssertion & ((...values: any[]) => BraceAssertion);
  eqls: BraceAssertion & ((...values: any[]) => BraceAssertion);
  gt: BraceAssertion & ((...values: any[]) => BraceAssertion);
  gte: BraceAssertion & ((...values: any[]) => BraceAssertion);
  haveOwnProperty: BraceAssertion & ((...values: any[]) => BraceAssertion);
  haveOwnPropertyDescriptor: BraceAssertion & ((...values: any[]) => BraceAssertion);
  includes: BraceAssertion & ((...values: any[]) => BraceAssertion);
  increase: BraceAssertion & ((...values: any[]) => BraceAssertion);
  increases: BraceAssertion & ((...values: any[]) => BraceAssertion);
  instanceOf: BraceAssertion & ((...values: any[]) => BraceAssertion);
  key: BraceAssertion & ((...values: any[]) => BraceAssertion);
  length: BraceAssertion & ((...values: any[]) => BraceAssertion);
  lt: BraceAssertion & ((...values: any[]) => BraceAssertion);
  lte: BraceAssertion & ((...values: any[]) => BraceAssertion);
  matches: BraceAssertion & ((...values: any[]) => BraceAssertion);
  ownProperty: BraceAssertion & ((...values: any[]) => BraceAssertion);
  ownPropertyDescriptor: BraceAssertion & ((...values: any[]) => BraceAssertion);
  respondsTo: BraceAssertion & ((...values: any[]) => BraceAssertion);
  satisfies: BraceAssertion & ((...values: any[]) => BraceAssertion);
  throws: BraceAssertion & ((...values: any[]) => BraceAssertion);
  greaterThanOrEqual: BraceAssertion & ((...values: any[]) => BraceAssertion);
  lessThanOrEqual: BraceAssertion & ((...values: any[]) => BraceAssertion);
  by: BraceAssertion & ((...values: any[]) => BraceAssertion);
  containSubset: BraceAssertion & ((...values: any[]) => BraceAssertion);
}

/** Variables, flow, requests and cookies. */
declare const client: BraceClient;

/** Variables, flow, requests and cookies. */
declare const bru: BraceClient;

/** The request. */
declare const req: BraceRequest;

/** The response. */
declare const res: BraceResponse;

/** A test, which fails if `fn` throws or rejects. */
declare function test(name: string, run: () => unknown): Promise<void>;

/** Begins an expectation, in the words of chai. */
declare const expect: { (value: any, message?: string): BraceAssertion; fail(...values: any[]): never };

/** Throws if the condition does not hold. */
declare const assert: { (condition: unknown, message?: string): void; [name: string]: (...values: any[]) => any };

/** A package, a module of Node or a file. */
declare function require(name: string): any;
