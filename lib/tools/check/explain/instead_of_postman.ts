/** The scopes of Postman's variables, by their objects. */
const SCOPES: Readonly<Record<string, string>> = {
  "pm.environment": "EnvVar",
  "pm.globals": "GlobalEnvVar",
  "pm.collectionVariables": "CollectionVar",
  "pm.variables": "Var",
};

/** Their methods: what comes before and after the scope's name. */
const METHODS: Readonly<Record<string, readonly [string, string]>> = {
  get: ["get", ""],
  set: ["set", ""],
  has: ["has", ""],
  unset: ["delete", ""],
  toObject: ["getAll", "s"],
  clear: ["deleteAll", "s"],
};

const IN_ALL = "client.interpolate(text) (with the variables of all scopes)";
const RUNTIME_ONLY = "(which knows runtime variables only)";
/** Postman gives the last of several. */
const JOINED =
  "(which joins the values of one name; those of Set-Cookie are a list)";
const RESPONDS =
  "(the response has status and data; one of 400 and above is an error)";
const RESPONDS_ONLY = "(the response has status and data)";
/** What does nothing in Brace, not even in a script of Postman's. */
const NOTHING = "";
const ROWS = "(a list of { name, value } before the request)";

/**
 * What else Postman's API has, the longer names first, and what to write
 * instead. Where that gives another value than Postman does, it says in which
 * way: nothing else tells of it.
 */
const NAMES: readonly (readonly [name: string, instead: string])[] = [
  ["pm.variables.replaceIn", "client.interpolate(text)"],
  ["pm.environment.replaceIn", IN_ALL],
  ["pm.globals.replaceIn", IN_ALL],
  ["pm.collectionVariables.replaceIn", IN_ALL],
  [
    "pm.variables.get",
    'client.interpolate("{{name}}") (a text, of any scope) or client.getVar(name) (of runtime variables)',
  ],
  [
    "pm.variables.has",
    "client.hasVar(name) (of runtime variables; client.hasCollectionVar, client.hasEnvVar … of other scopes)",
  ],
  ["pm.variables.toObject", `client.getAllVars() ${RUNTIME_ONLY}`],
  ["pm.environment.name", "client.getEnvName()"],
  ["pm.iterationData", "client.runner.iterationData"],
  ["pm.test.skip", "nothing, or a comment"],
  ["pm.test", "test(name, fn)"],
  ["pm.expect", "expect(value)"],
  ["pm.response.json", "res.body"],
  ["pm.response.text", "res.text"],
  ["pm.response.code", "res.status"],
  ["pm.response.status", "res.statusText"],
  ["pm.response.reason", "res.statusText"],
  ["pm.response.headers.get", `res.getHeader(name) ${JOINED}`],
  ["pm.response.headers.has", "res.headerList.has(name)"],
  ["pm.response.headers", `res.headerList ${JOINED}`],
  ["pm.response.cookies.get", "client.cookies.get(name)"],
  ["pm.response.cookies.has", "client.cookies.has(name)"],
  ["pm.response.cookies", "client.cookies"],
  ["pm.response.responseTime", "res.responseTime"],
  ["pm.response.responseSize", "res.size.body"],
  ["pm.response.size", "res.size"],
  ["pm.response.stream", "res.getDataBuffer()"],
  ["pm.response.to.have.status", "expect(res.status).to.equal(status)"],
  ["pm.response.to.have.jsonBody", "expect(res).to.have.jsonBody(path)"],
  ["pm.response.to.have.jsonSchema", "expect(res).to.have.jsonSchema(schema)"],
  ["pm.response.to", "expect(res.status), expect(res.body)"],
  ["pm.response", "res"],
  [
    "pm.request.headers.toObject",
    "req.headerList.toObject() (whose names are as written, not in lower case)",
  ],
  ["pm.request.headers.get", "req.getHeader(name)"],
  ["pm.request.headers.has", "req.headerList.has(name)"],
  ["pm.request.headers.add", "req.headerList.add(header)"],
  ["pm.request.headers.upsert", "req.headerList.upsert(header)"],
  ["pm.request.headers.remove", "req.headerList.remove(name)"],
  ["pm.request.headers", "req.headerList"],
  ["pm.request.addHeader", "req.headerList.add(header)"],
  ["pm.request.upsertHeader", "req.headerList.upsert(header)"],
  ["pm.request.removeHeader", "req.headerList.remove(name)"],
  ["pm.request.url.getPathWithQuery", "req.getPath(), req.getQueryString()"],
  ["pm.request.url.getPath", "req.getPath()"],
  ["pm.request.url.getQueryString", "req.getQueryString()"],
  ["pm.request.url.getHost", "req.getHost() (with the port)"],
  ["pm.request.url.path", 'req.getPath().slice(1).split("/")'],
  [
    "pm.request.url.query",
    "new URLSearchParams(req.getQueryString()) (which decodes values) to read, req.setUrl(url) to change",
  ],
  ["pm.request.url.variables", "req.pathParams"],
  ["pm.request.url.update", "req.setUrl(url)"],
  [
    "pm.request.url",
    "req.url (a text; before the request, path parameters are :name)",
  ],
  ["pm.request.addQueryParams", "req.setUrl(url)"],
  ["pm.request.removeQueryParams", "req.setUrl(url)"],
  ["pm.request.method", "req.method"],
  ["pm.request.body.raw", "req.getBody({ raw: true })"],
  ["pm.request.body.toString", "req.resolved.body (with values inserted)"],
  ["pm.request.body.urlencoded", `req.body ${ROWS}`],
  ["pm.request.body.formdata", `req.body ${ROWS}`],
  ["pm.request.body.graphql", "req.body"],
  ["pm.request.body.update", "req.setBody(value)"],
  [
    "pm.request.body",
    "req.body (an object for JSON) or req.getBody({ raw: true }) (its text)",
  ],
  ["pm.request.name", "req.name"],
  ["pm.request.auth", "req.authMode (its type only)"],
  ["pm.request", "req"],
  [
    "pm.sendRequest",
    `client.sendRequest({ url, method, headers, data }) ${RESPONDS}`,
  ],
  [
    "pm.cookies.jar",
    "client.cookies.jar() (with getCookie, setCookie …)",
  ],
  ["pm.cookies.get", "client.cookies.get(name)"],
  ["pm.cookies.has", "client.cookies.has(name)"],
  ["pm.cookies", "client.cookies"],
  ["pm.info.requestName", "req.name"],
  ["pm.info.requestId", "req.name (the request has no ID)"],
  ["pm.info.eventName", 'the phase as text, such as "test"'],
  ["pm.info.iterationCount", "client.runner.totalIterations"],
  ["pm.info.iteration", "client.runner.iterationIndex"],
  ["pm.execution.location.current", "req.name"],
  [
    "pm.execution.location",
    "[client.getCollectionName(), req.name] (without the folders)",
  ],
  ["pm.execution.setNextRequest", "client.setNextRequest(name)"],
  [
    "pm.execution.skipRequest",
    "client.runner.skipRequest() (after which the script goes on)",
  ],
  ["pm.execution.runRequest", `client.runRequest(path) ${RESPONDS_ONLY}`],
  ["pm.setNextRequest", "client.setNextRequest(name)"],
  ["pm.visualizer", NOTHING],
  // The import makes variables of the collection of what a vault has.
  ["pm.vault.get", 'client.interpolate("{{name}}")'],
  ["pm.require", "require(name)"],
  ["postman.setEnvironmentVariable", "client.setEnvVar(name, value)"],
  ["postman.getEnvironmentVariable", "client.getEnvVar(name)"],
  ["postman.clearEnvironmentVariable", "client.deleteEnvVar(name)"],
  ["postman.setGlobalVariable", "client.setGlobalEnvVar(name, value)"],
  ["postman.getGlobalVariable", "client.getGlobalEnvVar(name)"],
  ["postman.clearGlobalVariable", "client.deleteGlobalEnvVar(name)"],
  ["postman.setNextRequest", "client.setNextRequest(name)"],
  ["postman.getResponseHeader", `res.getHeader(name) ${JOINED}`],
  ["postman.getResponseCookie", "client.cookies.one(name)"],
  ["responseBody", "res.text"],
  ["responseCode.code", "res.status"],
  ["responseCode.name", "res.statusText"],
  ["responseCode.detail", "res.statusText"],
  ["responseCode", "res.status and res.statusText"],
  ["responseTime", "res.responseTime"],
  // The names of `res.headers` are in lower case.
  ["responseHeaders", "res.getHeader(name)"],
  ["tests", "test(name, fn)"],
  [
    "xml2Json",
    'require("xml2js").parseString(text, { explicitArray: false }, fn)',
  ],
];

/** Whether a chain of members is a name or begins with it. */
export function isChainOf(chain: string, name: string): boolean {
  return chain === name || chain.startsWith(`${name}.`);
}

/**
 * What to write instead of a chain of members of Postman's API, and the part of
 * the chain that it stands for; `""` where the script goes without it.
 */
export function insteadOfPostman(
  chain: string,
): { readonly name: string; readonly instead: string } | undefined {
  const [name, instead] = NAMES.find(([name]) => isChainOf(chain, name)) ?? [];
  if (name !== undefined && instead !== undefined) return { name, instead };
  const [known, object = "", method = ""] = /^(\w+\.\w+)\.(\w+)/.exec(chain) ??
    [];
  if (
    known === undefined || !Object.hasOwn(SCOPES, object) ||
    !Object.hasOwn(METHODS, method)
  ) return undefined;
  const [before, after] = METHODS[method];
  const given = method === "set" ? "name, value" : after === "" ? "name" : "";
  return {
    name: known,
    instead: `client.${before}${SCOPES[object]}${after}(${given})`,
  };
}
