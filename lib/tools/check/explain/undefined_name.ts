import { didYouMean, nearest } from "../../../core/source/nearest.ts";
import {
  NODE_NAMES,
  PACKAGE_NAMES,
  REFUSED_NAMES,
} from "../../../core/collection/required/module_names.ts";
import { NO_ACCESS } from "../../../embedded/sandbox/no_such_part.ts";

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

/** What else Postman's API has, the longer names first, and what to write instead. */
const POSTMAN: readonly (readonly [name: string, instead: string])[] = [
  ["pm.variables.replaceIn", "client.interpolate(text)"],
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
  ["pm.response.headers", "res.headerList"],
  ["pm.response.responseTime", "res.responseTime"],
  ["pm.response.responseSize", "res.size.body"],
  ["pm.response.to.have.status", "expect(res.status).to.equal(status)"],
  ["pm.response.to.have.jsonBody", "expect(res).to.have.jsonBody(path)"],
  ["pm.response.to.have.jsonSchema", "expect(res).to.have.jsonSchema(schema)"],
  ["pm.response.to", "expect(res.status), expect(res.body)"],
  ["pm.response", "res"],
  ["pm.request.headers", "req.headerList"],
  ["pm.request.url", "req.url"],
  ["pm.request.method", "req.method"],
  ["pm.request.body", "req.body"],
  ["pm.request", "req"],
  ["pm.sendRequest", "client.sendRequest({ url, method, headers, data })"],
  ["pm.cookies", "client.cookies"],
  ["pm.info.requestName", "req.name"],
  ["pm.info.iterationCount", "client.runner.totalIterations"],
  ["pm.info.iteration", "client.runner.iterationIndex"],
  ["pm.execution.setNextRequest", "client.setNextRequest(name)"],
  ["pm.execution.skipRequest", "client.runner.skipRequest()"],
  ["pm.execution.runRequest", "client.runRequest(path)"],
  ["pm.setNextRequest", "client.setNextRequest(name)"],
  ["pm.vault.get", "client.getSecretVar(name)"],
  ["pm.require", "require(name)"],
  ["postman.setEnvironmentVariable", "client.setEnvVar(name, value)"],
  ["postman.getEnvironmentVariable", "client.getEnvVar(name)"],
  ["postman.clearEnvironmentVariable", "client.deleteEnvVar(name)"],
  ["postman.setGlobalVariable", "client.setGlobalEnvVar(name, value)"],
  ["postman.getGlobalVariable", "client.getGlobalEnvVar(name)"],
  ["postman.clearGlobalVariable", "client.deleteGlobalEnvVar(name)"],
  ["postman.setNextRequest", "client.setNextRequest(name)"],
  ["postman.getResponseHeader", "res.getHeader(name)"],
  ["postman.getResponseCookie", "client.cookies.get(name)"],
  ["responseBody", "res.text"],
  ["responseCode.code", "res.status"],
  ["responseCode", "res.status"],
  ["responseTime", "res.responseTime"],
  ["responseHeaders", "res.headers"],
  ["tests", "test(name, fn)"],
  ["xml2Json", 'require("xml2js")'],
];

/** Global names of packages elsewhere. */
const PACKAGES: Readonly<Record<string, string>> = {
  _: "lodash",
  Ajv: "ajv",
  CryptoJS: "crypto-js",
  jwt: "jsonwebtoken",
  uuidv4: "uuid",
};

const PROCESS_ENV = "write process.env.NAME, which --allow-env=NAME gives";
const NO_FILE = "only a file that a script requires has it";
const NO_BROWSER = "a script does not run in a browser";

/** What other runtimes and browsers have, the longer names first, and what helps here. */
const ELSEWHERE: readonly (readonly [name: string, hint: string])[] = [
  ["await", 'write "async" before the function around it'],
  ["Deno.env", PROCESS_ENV],
  ["Bun.env", PROCESS_ENV],
  ["__dirname", `${NO_FILE}; client.cwd() is the collection's folder`],
  ["__filename", `${NO_FILE}; client.cwd() is the collection's folder`],
  ["module", NO_FILE],
  ["exports", NO_FILE],
  ["localStorage", "keep the value in a variable"],
  ["sessionStorage", "keep the value in a variable"],
  ["XMLHttpRequest", "write await fetch(url)"],
  ["window", `${NO_BROWSER}; write globalThis`],
  ["document", `${NO_BROWSER}; require("cheerio") reads HTML`],
  ["alert", "write console.log(text)"],
  ["WebSocket", "write a request of the type websocket"],
  ["EventSource", "write a request, which reads server-sent events"],
];

/** What scripts know that Deno itself runs, and those in the sandbox do not. */
const TRUSTED_NAMES: readonly string[] = (
  "AbortController AbortSignal Atomics Blob BroadcastChannel CompressionStream Crypto DOMException " +
  "DecompressionStream Deno EventSource File FileReader FormData Intl MessageChannel MessageEvent MessagePort " +
  "ReadableStream ReadableStreamDefaultReader Request SubtleCrypto Temporal TextDecoderStream TextEncoderStream " +
  "TransformStream URLPattern WebAssembly WebSocket WritableStream alert confirm localStorage navigator prompt " +
  "reportError sessionStorage"
).split(" ");

/** Whether a script that is trusted knows a name that the sandbox does not. */
export function isTrustedName(name: string): boolean {
  return REFUSED_NAMES.includes(name) || TRUSTED_NAMES.includes(name);
}

/**
 * What to write instead of a name that is not defined; "" where nothing is
 * known. `chain` is the name with the members that are read of it.
 *
 * @param options.hasDialects Whether the place of the script can name a dialect.
 */
export function undefinedHint(
  name: string,
  chain: string,
  { globals, hasDialects }: {
    globals: readonly string[];
    hasDialects: boolean;
  },
): string {
  if (name === "pm" || name === "postman") {
    const instead = ofPostman(chain);
    return `: it is Postman's API; ${
      instead === undefined
        ? "write client, req, res, test and expect"
        : `write ${instead} instead of ${chain}`
    } ("brace help scripts" lists them)${
      hasDialects
        ? ", or add extensions: { brace: { dialect: postman } } to the script"
        : ""
    }`;
  }
  const instead = ofPostman(chain);
  if (instead !== undefined) return `: write ${instead}`;
  const wanted = Object.hasOwn(PACKAGES, name) ? PACKAGES[name] : name;
  if (PACKAGE_NAMES.includes(wanted) || NODE_NAMES.includes(wanted)) {
    return `: write const ${name} = require("${wanted}")`;
  }
  const [, elsewhere] = ELSEWHERE.find(([known]) => isWithin(chain, known)) ??
    [];
  if (elsewhere !== undefined) return `: ${elsewhere}`;
  if (isTrustedName(wanted)) return `: ${NO_ACCESS}`;
  const near = nearest(name, globals);
  return didYouMean(near);
}

/** The name that a hint says may be meant. */
export function meantIn(hint: string): { suggestion?: string } {
  const [, suggestion] = /did you mean "([^"]+)"/.exec(hint) ?? [];
  return suggestion === undefined ? {} : { suggestion };
}

/** Whether a chain of members is a name or begins with it. */
function isWithin(chain: string, name: string): boolean {
  return chain === name || chain.startsWith(`${name}.`);
}

function ofPostman(chain: string): string | undefined {
  const [known, instead] = POSTMAN.find(([name]) => isWithin(chain, name)) ??
    [];
  if (known !== undefined) return instead;
  const [, object = "", method = ""] = /^(\w+\.\w+)\.(\w+)/.exec(chain) ?? [];
  if (!Object.hasOwn(SCOPES, object) || !Object.hasOwn(METHODS, method)) {
    return undefined;
  }
  const [before, after] = METHODS[method];
  const given = method === "set" ? "name, value" : after === "" ? "name" : "";
  return `client.${before}${SCOPES[object]}${after}(${given})`;
}
