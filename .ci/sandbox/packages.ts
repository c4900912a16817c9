/** One module that `require` offers: its packages, pinned, and what the bundle exports. */
export interface PackageRecipe {
  readonly packages: Readonly<Record<string, string>>;
  readonly entry: string;
}

/** Brace's own bundles: what each is made of, and what it exports. */
export const OWN: Readonly<Record<string, { path: string; exports: string }>> =
  {
    prelude: { path: "install.ts", exports: "module.exports = all.install;" },
    postman: {
      path: "postman/create.ts",
      exports: "module.exports = all.createPostman;",
    },
  };

/** QuickJS itself: the same version as in deno.json, whose loader it is for. */
export const QUICKJS = {
  name: "@jitl/quickjs-wasmfile-release-sync",
  version: "0.32.0",
  file: "dist/emscripten-module.wasm",
  loader: "dist/emscripten-module.mjs",
};

/** The modules that `require` offers, by name. */
export const PACKAGES: Readonly<Record<string, PackageRecipe>> = {
  // The formats use parts of ajv that are not public, so both are one bundle.
  ajv: {
    packages: { ajv: "8.20.0", "ajv-formats": "3.0.1" },
    entry: `import Ajv from "ajv"; import formats from "ajv-formats";
import Ajv2019 from "ajv/dist/2019.js"; import Ajv2020 from "ajv/dist/2020.js";
formats.default = formats;
const parts = { 2019: Ajv2019, 2020: Ajv2020 };
for (const it of Object.values(parts)) it.default = it;
module.exports = Object.assign(Ajv, { default: Ajv, Ajv, formats, ...parts });`,
  },
  // What scripts of Postman's get as ajv: other options, formats and errors than version 8.
  ajv6: {
    packages: { ajv: "6.15.0" },
    entry: `module.exports = require("npm:ajv@6.15.0");`,
  },
  "ajv-formats": {
    packages: {},
    entry: `module.exports = require("ajv").formats;`,
  },
  // Node's names are chai's too.
  assert: {
    packages: {},
    entry: `module.exports = require("chai").assert;`,
  },
  axios: {
    packages: { axios: "1.21.1" },
    entry: `import axios from "axios";
import { adapt } from "$api/http/axios.ts";
module.exports = adapt(axios, {
  bridge: require("brace:bridge"),
  ...require("brace:send"),
  headerValues: require("brace:headers"),
});`,
  },
  chai: {
    packages: { chai: "6.3.0" },
    entry: `import * as chai from "chai";
import { extend } from "$api/chai.ts";
module.exports = extend(chai, require);`,
  },
  cheerio: {
    packages: { cheerio: "1.2.0" },
    entry:
      `import * as cheerio from "cheerio"; module.exports = { ...cheerio };`,
  },
  "crypto-js": {
    packages: { "crypto-js": "4.2.0" },
    entry: `module.exports = require("crypto-js");`,
  },
  // Brace's own name for it: scripts reach it as res.jsonPath.
  jsonpath: {
    packages: { "json-p3": "2.3.1" },
    entry: `import { compile } from "json-p3";
module.exports = (path, value) => {
  const query = compile(path);
  const values = query.query(value).values();
  return query.singularQuery() ? { values, value: values[0] } : { values, value: values };
};`,
  },
  jsonwebtoken: {
    packages: { jsonwebtoken: "9.0.3" },
    entry: `module.exports = require("jsonwebtoken");`,
  },
  lodash: {
    packages: { lodash: "4.18.1" },
    entry: `module.exports = require("lodash");`,
  },
  // What scripts of Postman's get as `_`: the package that Postman has, lodash
  // 3.10.1 whose `merge` and `set` leave `__proto__` out.
  lodash3: {
    packages: { lodash3: "3.10.2" },
    entry: `module.exports = require("lodash3");`,
  },
  moment: {
    packages: { moment: "2.31.0" },
    entry: `module.exports = require("moment");`,
  },
  nanoid: {
    packages: { nanoid: "6.0.2" },
    entry: `import * as nanoid from "nanoid"; module.exports = { ...nanoid };`,
  },
  node: {
    packages: { events: "3.3.0" },
    entry: `import { createNode } from "$api/node/install.ts";
module.exports = createNode(require("brace:bridge"), {
  events: require("events"),
});`,
  },
  "node-fetch": {
    packages: {},
    entry: `const { fetch, Headers, Response } = globalThis;
module.exports = Object.assign((...args) => fetch(...args), { default: fetch, Headers, Response });`,
  },
  path: {
    packages: { "path-browserify": "1.0.1" },
    entry: `module.exports = require("path-browserify");`,
  },
  schema: {
    packages: {},
    entry: `import { createCompile } from "$api/schema.ts";
module.exports = createCompile(require("ajv"));`,
  },
  tv4: {
    packages: { tv4: "1.3.0" },
    entry: `module.exports = require("tv4");`,
  },
  uuid: {
    packages: { uuid: "14.0.3" },
    entry: `import * as uuid from "uuid"; module.exports = { ...uuid };`,
  },
  web: {
    packages: { buffer: "6.0.3" },
    entry: `import { createWeb } from "$api/web/install.ts";
import { Buffer } from "buffer";
module.exports = createWeb(require("brace:bridge"), { Buffer });`,
  },
  xml2js: {
    packages: { xml2js: "0.6.2" },
    entry: `module.exports = require("xml2js");`,
  },
};
