/** Members that one sentence is about. */
export interface DocRow {
  /** As they are written: `getVar(name)`, `status`. */
  readonly members: readonly string[];
  readonly about: string;
}

/** Members, split by ` · `, and the sentence about them. */
export function row(members: string, about: string): DocRow {
  return { members: members.split(" · "), about };
}

/** The members of one scope's variables. */
function scope(suffix: string, about: string): DocRow {
  const members = [
    `get${suffix}(name)`,
    `set${suffix}(name, value)`,
    `has${suffix}(name)`,
    `delete${suffix}(name)`,
    `getAll${suffix}s()`,
    `deleteAll${suffix}s()`,
  ];
  return { members, about };
}

const REST = "for the rest of the iteration";

/** Members of lists of headers and cookies. */
export const LIST = [
  row("get(name)", "the value of the last item with that name"),
  row("one(name)", "the last item with that name"),
  row("all()", "all items, as an array"),
  row("idx(index)", "the item at that index, from 0"),
  row("count()", "the number of items"),
  row(
    "has(name, value?)",
    "whether an item with that name exists, and with that value if you pass one",
  ),
  row(
    "indexOf(item)",
    "the index of an item or a name; -1 if the list lacks it",
  ),
  row(
    "find(fn) · filter(fn) · forEach(fn) · each(fn) · map(fn) · reduce(fn, start)",
    "the same as for arrays; `fn` receives the item and its index, and `this` is the argument after `fn`",
  ),
  row("toObject()", "an object with the values by name"),
  row(
    "toString()",
    "`Name: value` lines of headers, or `a=1; b=2` of cookies",
  ),
  row("toJSON()", "the items, for `JSON.stringify`"),
];

/** Members of lists that scripts can change. */
export const CHANGES = [
  row("add(item)", "adds an item and keeps others of its name"),
  row(
    "set(item) · append(item) · upsert(item)",
    "adds an item and replaces others of its name",
  ),
  row("delete(name) · remove(name)", "removes the items with that name"),
  row("clear()", "removes all items"),
  row("populate(items)", "adds the items whose names are missing"),
  row("repopulate(items)", "replaces all items"),
  row(
    "assimilate(items, prune)",
    "adds the items or replaces those of their names; with `prune`, removes all others",
  ),
];

const NEXT = row(
  "setNextRequest(nameOrNull)",
  "sets the request to run next; `null` ends the iteration",
);

/**
 * What is said of the members of the script API, by their owners: docs,
 * completion and hover have it from here, and nothing else is offered.
 */
export const SCRIPT_DOCS: Readonly<Record<string, readonly DocRow[]>> = {
  client: [
    row(
      "getVar(name)",
      'the runtime variable, or `undefined`. For a data row, use `runner.iterationData.get(name)`; for a name in any scope, `interpolate("{{name}}")`',
    ),
    row(
      "setVar(name, value)",
      "sets a runtime variable; every later request of the iteration sees it",
    ),
    row("hasVar(name)", "whether a runtime variable of that name exists"),
    row("deleteVar(name)", "removes a runtime variable"),
    row("getAllVars()", "an object with all runtime variables"),
    row("deleteAllVars()", "removes all runtime variables"),
    scope("EnvVar", `variables of the environment, ${REST}`),
    scope("GlobalEnvVar", `global variables, ${REST}`),
    scope("CollectionVar", `variables of the collection, ${REST}`),
    scope("FolderVar", `variables of the folder, ${REST}`),
    scope("RequestVar", "variables of the request, for this request"),
    row(
      "getProcessEnv(name)",
      "a variable of `.env`, `BRACE_*` or `--allow-env`",
    ),
    row(
      "getSecretVar(name)",
      "a secret of the environment; `name.key` for one of a store",
    ),
    row(
      "interpolate(textOrObject)",
      "the text or object, with its placeholders resolved",
    ),
    row("getEnvName()", "the name of the environment"),
    row("getCollectionName()", "the name of the collection"),
    row("cwd()", "the folder of the collection"),
    row("isSafeMode()", "whether the script runs in the sandbox"),
    row("sleep(ms)", "a promise that resolves after that time"),
    row(
      "getTestResults() · getAssertionResults()",
      "a promise of the results so far, a list with `summary`",
    ),
    NEXT,
    row(
      "runRequest(path)",
      "a promise: runs another request by its path, else by its name, one at a time; returns `status`, `headers`, `data` (also `body`), `duration` (ms), `size` (a number of bytes), …",
    ),
    row(
      "sendRequest(config, callback?)",
      "a promise: sends `{ url, method, headers, params, data, timeout, maxRedirects, auth, validateStatus }`; a status of 400 or above throws an error with `response`, unless `validateStatus(status)` returns true",
    ),
    row("runner", "the run: `skipRequest()`, `iterationData`, …"),
    row("cookies", "a [list](#lists) of the request's cookies"),
    row("visualize(type, data)", "does nothing"),
    row("disableParsingResponseJson()", "keeps `res.body` as text"),
  ],
  "client.runner": [
    row("skipRequest()", "skips the request; only before it is sent"),
    row("stopExecution()", "ends the run, at any time"),
    NEXT,
    row("iterationIndex", "the number of the current iteration, from 0"),
    row("totalIterations", "the number of iterations"),
    row(
      "iterationData",
      "the data row of the iteration; also `iterationData.get(name)`",
    ),
  ],
  "client.cookies": [
    ...LIST,
    ...CHANGES,
    row("jar()", "of `client.cookies`: the jar with the cookies of every URL"),
  ],
  "client.cookies.jar()": [
    row("getCookie(url, name)", "a promise of a cookie, or of `null`"),
    row("getCookies(url)", "a promise of the cookies of a URL"),
    row("hasCookie(url, name)", "a promise of whether the cookie exists"),
    row(
      "setCookie(url, name, value)",
      "sets a cookie; also `setCookie(url, cookie)`",
    ),
    row("setCookies(url, list)", "sets several cookies"),
    row("deleteCookie(url, name)", "deletes a cookie"),
    row("deleteCookies(url)", "deletes the cookies of a URL"),
    row("clear()", "deletes all cookies"),
  ],
  req: [
    row(
      "url · method · timeout",
      "you can read and assign them; before the request, they are as written: `resolved.url` has the values",
    ),
    row(
      "headers · body",
      'you can read, assign and change them in place (`req.headers["X-A"] = "1"`, `req.body.name = "x"`), unless the body is [still text](#placeholders)',
    ),
    row(
      "getUrl() · setUrl(url) · getMethod() · setMethod(method)",
      "the URL and the method, like the properties; a new method leaves the body: take it away with `setBody(undefined)`",
    ),
    row(
      "getTimeout() · setTimeout(ms) · setMaxRedirects(count)",
      "how long Brace waits for the response, and how many redirects it follows",
    ),
    row(
      "getHost() · getPath() · getQueryString()",
      "parts of the URL as written; the path has the values of path parameters",
    ),
    row(
      "getHeader(name) · getHeaders()",
      "one header or all of them; names in any case",
    ),
    row(
      "setHeader(name, value)",
      "sets a header to a text, number, boolean or date, or to a list of them; the value `null` prevents a header from being sent, even one of Brace's (`User-Agent`); `undefined` only removes the written header",
    ),
    row("setHeaders(object)", "replaces all headers"),
    row(
      "deleteHeader(name) · deleteHeaders(names)",
      "prevents headers from being sent, even those of Brace",
    ),
    row("headerList", "the headers as a [list](#lists)"),
    row(
      "getBody()",
      "the body; a JSON body is an object if its text is JSON, with or without comments; `getBody({ raw: true })` returns the text",
    ),
    row(
      "setBody(value)",
      "sets the [body](#bodies); leaves out members that are `undefined`",
    ),
    row(
      "messages",
      "the messages to send over a stream, a list of `{ title, type, data }`; change the list or assign another",
    ),
    row("name · getName()", "the name of the request"),
    row("tags · getTags()", "the tags of the request"),
    row(
      "pathParams · getPathParams()",
      "the path parameters, a list with `toObject()`, `get(name)` and `has(name)`",
    ),
    row("authMode · getAuthMode()", "the type of auth, such as `bearer`"),
    row(
      "resolved",
      "`{ url, method, headers, body }` as Brace would send them now, or has sent them",
    ),
    row(
      "onFail(fn)",
      "Brace calls the function with the error if it cannot render or send the request; the error has `name`, `code`, `message`, `url` and `method`",
    ),
    row("disableParsingResponseJson()", "keeps `res.body` as text"),
    row("getExecutionMode()", '`"runner"`'),
    row("getExecutionPlatform()", '`"cli"`'),
  ],
  "req.headerList": [...LIST, ...CHANGES],
  res: [
    row("status · getStatus()", "the status code, such as 200"),
    row("statusText · getStatusText()", "the reason, such as `OK`"),
    row("responseTime · getResponseTime()", "the time in milliseconds"),
    row("url · getUrl()", "the URL that responded, after redirects"),
    row("size · getSize()", "bytes of `header`, `body` and `total`"),
    row(
      "headers · getHeaders()",
      "an object with names in lower case; values of one name become one text, joined with `,`; `set-cookie` is a list",
    ),
    row("getHeader(name)", "one header; the name in any case"),
    row("headerList", "the headers as a [list](#lists)"),
    row(
      "body · getBody()",
      "parsed JSON, or text, or bytes (images and other binary content); integers beyond ±2^53 are `bigint`",
    ),
    row("text · getText()", "the content as text"),
    row("getDataBuffer()", "the content as a `Buffer`"),
    row(
      "setBody(value)",
      "changes the body for later scripts and assertions; `undefined` removes it",
    ),
    row(
      "jsonPath(path)",
      "a list of the values that a JSONPath (RFC 9535) finds in the body",
    ),
    row(
      "messages",
      "the messages that arrived over a stream: `index`, `direction`, `type`, `data`, `text`, `at`; of events also `event` and `id`",
    ),
    row("sent", "the messages that Brace sent over a stream, in the same form"),
    row(
      "firstMessageTime",
      "milliseconds from the start of the request to the first message",
    ),
    row(
      "closed",
      '`{ by, code, reason }`: who ended the stream, `"server"` or `"client"`, and how',
    ),
    row("trailers", "the metadata at the end of a gRPC call"),
    row("details", "the details of a gRPC error, decoded"),
  ],
  "res.headerList": LIST,
  console: [
    row(
      "log(…values) · info(…values) · debug(…values) · trace(…values) · dir(value) · table(value) · group(…values)",
      "writes a line to the results of the request",
    ),
    row("warn(…values) · error(…values)", "writes a line that stands out"),
    row(
      "assert(condition, …values)",
      "writes an error if the condition is false",
    ),
    row(
      "time(label) · timeLog(label) · timeEnd(label)",
      "measures time under a label",
    ),
    row("count(label) · countReset(label)", "counts calls under a label"),
  ],
};

/** What scripts know without declaring it. */
export const GLOBAL_DOCS: readonly DocRow[] = [
  row("client · bru", "variables, flow, requests and cookies"),
  row("req", "the request"),
  row("res", "the response"),
  row("test(name, fn)", "a test, which fails if `fn` throws or rejects"),
  row("expect(value)", "begins an assertion, with the API of chai"),
  row("assert(condition, message?)", "throws if the condition is false"),
  row("console", "writes to the results of the request"),
  row("require(name)", "a package, a module of Node or a file"),
  row(
    "fetch(url, options?)",
    "a promise: sends a request, by the rules for hosts of this run",
  ),
];
