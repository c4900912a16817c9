/** The packages that `require` offers. */
export const PACKAGE_NAMES: readonly string[] = [
  "ajv",
  "ajv-formats",
  "axios",
  "chai",
  "cheerio",
  "crypto-js",
  "jsonwebtoken",
  "lodash",
  "moment",
  "nanoid",
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
