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

/** Node's modules that a sandbox cannot have. */
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

/** What must be there before a bundle can be loaded. */
export const NEEDS: Readonly<Record<string, readonly string[]>> = {
  "brace:node": ["brace:web"],
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

/** The bundle that a module is in. */
export function bundleOf(name: string): string {
  return NODE_NAMES.includes(name) ? "brace:node" : name;
}
