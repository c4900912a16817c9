/** The packages that `require` offers. */
export const PACKAGE_NAMES: readonly string[] = [
  "ajv",
  "ajv-formats",
  "assert",
  "axios",
  "chai",
  "cheerio",
  "crypto-js",
  "jsonwebtoken",
  "lodash",
  "moment",
  "nanoid",
  "node-fetch",
  "path",
  "tv4",
  "uuid",
  "xml2js",
];

/** What packages need of node; scripts may require these too. */
export const NODE_NAMES: readonly string[] = [
  "atob",
  "btoa",
  "buffer",
  "crypto",
  "events",
  "querystring",
  "stream",
  "timers",
  "timers/promises",
  "url",
  "util",
];

/** The modules that the sandbox offers, for messages about other modules. */
export const OFFERED = `the sandbox offers ${
  PACKAGE_NAMES.join(", ")
}, packages in node_modules, and the collection's files such as "./lib/file.js"`;

/** How to get a package that is not there; nothing for a name that is a file's, or one of Node. */
export function installation(name: string): string {
  const path = moduleName(name);
  if (/\.(?:[cm]?[jt]s|json)$/.test(path)) return "";
  const { scope, rest, inside } =
    /^(?<scope>@[a-z\d][\w.-]*\/)?(?<rest>[a-z\d][\w.-]*)(?<inside>\/[\w./-]+)?$/
      .exec(path)?.groups ?? {};
  if (rest === undefined) return "";
  const command = `run "npm install ${
    scope ?? ""
  }${rest}" in the collection's folder`;
  // Without a scope, it may be a file's path as well.
  return inside !== undefined && scope === undefined
    ? ` (${command}; the path of a file begins with ./)`
    : ` (${command})`;
}

/** Node's modules that a sandbox cannot have, which scripts may mean by such a name, too. */
export const REFUSED_NAMES: readonly string[] = [
  "child_process",
  "cluster",
  "dgram",
  "dns",
  "fs",
  "fs/promises",
  "http",
  "http2",
  "https",
  "net",
  "os",
  "process",
  "readline",
  "tls",
  "v8",
  "vm",
  "worker_threads",
  "zlib",
];

/** All of Node's modules that a sandbox does not have. */
export const MISSING_NAMES: readonly string[] = [
  ...REFUSED_NAMES,
  "async_hooks",
  "console",
  "constants",
  "diagnostics_channel",
  "dns/promises",
  "domain",
  "inspector",
  "module",
  "perf_hooks",
  "punycode",
  "readline/promises",
  "repl",
  "sqlite",
  "stream/consumers",
  "stream/promises",
  "stream/web",
  "string_decoder",
  "sys",
  "test",
  "trace_events",
  "tty",
  "util/types",
  "wasi",
];

/** Why a script cannot have `await import(name)`. */
export function importRefusal(name: string): string {
  const why = MISSING_NAMES.includes(name.replace(/^node:/, ""))
    ? "the sandbox has no access to it (only trusted scripts may)"
    : "scripts load modules with require()";
  return `Cannot import "${name}": ${why}`;
}

/** Packages that send requests: the sandbox has its own, whoever asks for them. */
export const SENDING_NAMES: readonly string[] = ["axios", "node-fetch"];

/** What must be there before a bundle can be loaded. */
export const NEEDS: Readonly<Record<string, readonly string[]>> = {
  "brace:node": ["brace:web"],
  "brace:postman": ["chai"],
  "brace:schema": ["ajv"],
  "ajv-formats": ["ajv"],
  assert: ["chai"],
  axios: ["brace:web"],
  cheerio: ["brace:web"],
  "crypto-js": ["brace:web"],
  jsonwebtoken: ["brace:node"],
  nanoid: ["brace:web"],
  "node-fetch": ["brace:web"],
  uuid: ["brace:web"],
  xml2js: ["brace:node"],
};

/** Packages whose files stand for one of their members. */
const WITH_PARTS: readonly string[] = ["crypto-js", "lodash", "uuid"];

/** Names of a module's own file, which stand for the whole. */
const WHOLE: readonly string[] = [
  "assert/strict",
  "crypto-js/core",
  "crypto-js/crypto-js",
  "crypto-js/index",
  "lodash/lodash",
  "moment/moment",
  "nanoid/non-secure",
  "path/posix",
];

/**
 * The module that a name stands for, and which part of it:
 * `lodash/get` is `get` of `lodash`.
 */
export function partOf(name: string): { module: string; part?: string } {
  const path = name.replace(/^node:/, "");
  const draft = /^ajv\/dist\/(2019|2020)(?:\.js)?$/.exec(path)?.[1];
  if (draft !== undefined) return { module: "ajv", part: draft };
  const [module = "", ...rest] = path.split("/");
  if (WHOLE.includes(path.replace(/\.js$/, ""))) return { module };
  if (rest.length !== 1 || !WITH_PARTS.includes(module)) {
    return { module: path };
  }
  return { module, part: rest[0].replace(/\.js$/, "") };
}

/** A part of a module: `isEqual`, and as crypto-js names its files `hmac-sha256`, `enc-base64`. */
export function moduleMember(exports: unknown, part: string): unknown {
  if (Object.hasOwn(Object(exports), part)) {
    return (exports as Record<string, unknown>)[part];
  }
  const [group = "", ...rest] = part.split("-");
  const find = (value: unknown, name: string): unknown => {
    const key = Object.keys(Object(value)).find((it) =>
      it.toLowerCase() === name
    );
    return key === undefined
      ? undefined
      : (value as Record<string, unknown>)[key];
  };
  // lodash's names are its members' exactly.
  if (part !== part.toLowerCase()) return undefined;
  return find(exports, part.replaceAll("-", "")) ??
    find(find(exports, group), rest.join("-"));
}

/** The bundle that a module is in. */
export function bundleOf(name: string): string {
  const { module } = partOf(name);
  return NODE_NAMES.includes(module) ? "brace:node" : module;
}

/** `npm:lodash@4.17.21/get` is `lodash/get`. */
export function moduleName(name: string): string {
  if (!name.startsWith("npm:")) return name;
  return name.slice(4).replace(/(?<=.)@[^/]*/, "");
}

/** Why nothing but a script of Postman's can have a module by such a name. */
export function npmRefusal(name: string): string | undefined {
  return name.startsWith("npm:")
    ? `"npm:" works only in a Postman script itself (write require("${
      moduleName(name)
    }"))`
    : undefined;
}

/** A module that Postman's sandbox has and this one lacks. */
export interface AddedModule {
  /** The package that npm installs for it. */
  readonly install: string;
  /** Whether only trusted scripts have what it needs. */
  readonly trusted?: true;
}

const ADDED: ReadonlyMap<string, AddedModule> = new Map([
  ["postman-collection", { install: "postman-collection" }],
  // Its parser is a stream.Transform.
  ["csv-parse/lib/sync", { install: "csv-parse@4", trusted: true }],
]);

/** The module that a collection can add by this name; undefined for any other one. */
export function addedModule(name: string): AddedModule | undefined {
  return ADDED.get(moduleName(name));
}

/** What a script of Postman's gets by a name: there, `ajv` is version 6, and npm's newest is 8. */
export function postmanModule(name: string): string {
  return /^(?:ajv|npm:ajv@[~^]?6(?:\.[^/]*)?)$/.test(name)
    ? "brace:ajv6"
    : moduleName(name);
}
