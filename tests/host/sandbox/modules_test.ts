import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import { rsaKeys } from "../../support/certificates.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runGood, runScript, valueOf } from "../../support/with_script.ts";

const sandbox = await createSandbox();

const FILES = {
  "lib/sum.js":
    "const { add } = require('./deep/add'); module.exports = { sum: (...n) => n.reduce(add), dir: __dirname, n: require('../data.json').n };",
  "lib/deep/add.js": "exports.add = (a, b) => a + b;",
  "lib/deep/index.js": "module.exports = 'index';",
  "lib/uses.js":
    "const _ = require('lodash'); exports.last = _.last; exports.seen = () => client.getVar('seen') + res.status; exports.check = () => expect(1).to.equal(2);",
  "index.js": "module.exports = 3;",
  "lib/place.js":
    "exports.names = [__filename, __dirname]; exports.deep = require(__dirname + '/deep/add').add(2, 3);",
  "lib/program.js": "#!/usr/bin/env node\nmodule.exports = 4;",
  "lib/loop.js": "exports.a = 1; exports.b = require('./loop').a;",
  "lib/lost.js": "require('../other/gone.js')",
  "lib/bad.js": "\n\nlet x = = 2;",
  "lib/throws.js": "exports.boom = () => {\n  return null.x;\n};",
  "bad.json": '{ "n": 7, }',
  "data.json": '{ "n": 7 }',
};

/** Expression → its value. */
const VALUES: readonly [expression: string, value: unknown][] = [
  ["require('lodash').groupBy([1, 2, 3], n => n % 2)", {
    0: [2],
    1: [1, 3],
  }],
  ["require('uuid').validate(require('uuid').v4())", true],
  ["require('nanoid').nanoid(7).length", 7],
  [
    "require('crypto-js').SHA256('a').toString()",
    "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
  ],
  [
    "[require('crypto-js')].map(c => c.AES.decrypt(c.AES.encrypt('hi', 'k').toString(), 'k').toString(c.enc.Utf8))[0]",
    "hi",
  ],
  ["new (require('ajv'))().validate({ type: 'string' }, 1)", false],
  [
    "[new (require('ajv'))()].map(a => (require('ajv-formats')(a), a.validate({ format: 'date' }, '2020-13-01')))[0]",
    false,
  ],
  [
    "require('moment').utc(0).add(1, 'month').format('YYYY-MM-DD')",
    "1970-02-01",
  ],
  ["require('moment')('2020-02-30').isValid()", false],
  ["await require('xml2js').parseStringPromise('<a b=\"1\"><c>x</c></a>')", {
    a: { $: { b: "1" }, c: ["x"] },
  }],
  [
    "new (require('xml2js').Builder)({ headless: true }).buildObject({ a: { b: 1 } })",
    "<a>\n  <b>1</b>\n</a>",
  ],
  ["require('cheerio').load('<p class=a>x</p>')('p.a').text()", "x"],
  [
    "[require('cheerio').load('<table><tr><td>1</table>&nbsp;')].map($ => [$('table > tbody > tr').length, $('body').text()])[0]",
    [1, "1\u00a0"],
  ],
  ["require('tv4').validate(1, { type: 'string' })", false],
  // parts of packages by their files
  ["require('lodash/get')({ a: 1 }, 'a')", 1],
  ["require('lodash/isEqual.js')([1], [1])", true],
  ["require('node:path/posix').join('a', 'b')", "a/b"],
  [
    "require('crypto-js/hmac-sha256')('a', 'k').toString(require('crypto-js/enc-base64'))",
    "eNqRUR5nVYf1ud94vt669VYNoqu4gWLuh13N90SVHZ4=",
  ],
  ["typeof require('crypto-js/mode-ecb').Encryptor", "object"],
  ["require('uuid/v4')().length", 36],
  [
    "[new (require('ajv/dist/2020'))()].map(a => ['x', 1].map(v => a.validate({ $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'number' }], minItems: 1, items: false }, [v])))[0]",
    [false, true],
  ],
  ["typeof require('ajv/dist/2019').default", "function"],
  ["['./', '.', './'].map(name => require(name))", [3, 3, 3]],
  ["require('./lib/program')", 4],
  ["require('path').join('a', '..', 'b', 'c.json')", "b/c.json"],
  ["require('node:path').extname('a.json')", ".json"],
  ["require('atob')('aGk=')", "hi"],
  ["require('btoa')('hi')", "aGk="],
  ["require('buffer').Buffer.from('a').toString('hex')", "61"],
  [
    "require('crypto').createHash('md5').update('a').digest('hex')",
    "0cc175b9c0f1b6a831c399e269772661",
  ],
  [
    "require('crypto').createHmac('sha256', 'k').update('a').digest('base64')",
    "eNqRUR5nVYf1ud94vt669VYNoqu4gWLuh13N90SVHZ4=",
  ],
  ["require('crypto').randomBytes(3).length", 3],
  ["require('util').format('%s-%d', 'a', 1)", "a-1"],
  ["require('querystring').stringify({ a: 'b c' })", "a=b%20c"],
  ["require('url').URL === URL", true],
  [
    "[new (require('events'))()].map(e => { let n = 0; e.on('x', v => n = v); e.emit('x', 3); return n; })[0]",
    3,
  ],
  ["require('url').parse('http://u:p@H:8/a?b=1#c')", {
    protocol: "http:",
    slashes: true,
    auth: "u:p",
    host: "h:8",
    port: "8",
    hostname: "h",
    hash: "#c",
    search: "?b=1",
    query: "b=1",
    pathname: "/a",
    path: "/a?b=1",
    href: "http://u:p@h:8/a?b=1#c",
  }],
  ["require('url').parse('/a?b=1&b=2', true).query.b", ["1", "2"]],
  ["require('url').parse('http://[::1]:80').hostname", "::1"],
  ["require('url').parse('mailto:a@b').pathname", "a@b"],
  [
    "require('url').format({ protocol: 'https', hostname: 'h', pathname: 'a', query: { b: [1, 2] } })",
    "https://h/a?b=1&b=2",
  ],
  ["require('url').resolve('http://h/a/b', '../c')", "http://h/c"],
  ["require('url').resolve('/a/b', 'c')", "/a/c"],
  ["require('querystring').parse('a=1&a=2&b=x+y%21')", {
    a: ["1", "2"],
    b: "x y!",
  }],
  [
    "require('querystring').stringify({ a: [1, 'b c'], d: null })",
    "a=1&a=b%20c&d=",
  ],
  ["require('crypto').randomUUID().length", 36],
  ["await require('timers/promises').setTimeout(1, 'x')", "x"],
  ["(require('assert').deepStrictEqual({ a: 1 }, { a: 1 }), 1)", 1],
  [
    "(await (await require('node-fetch')('http://host/')).json()).items.length",
    2,
  ],
  ["require('./lib/sum').sum(1, 2, 3)", 6],
  // names that are made while the script runs
  ["require('./lib/' + 'sum').n", 7],
  ["['lodash', 'tv4'].map((name) => typeof require(name))", [
    "function",
    "object",
  ]],
  ["require('ajv-' + 'formats').name.length > 0", true],
  ["typeof require('json' + 'webtoken').sign", "function"],
  ["require(`./lib/${'uses'}`).last([1, 2])", 2],
  ["require('./lib/sum.js').dir", "/collections/shop/lib"],
  // absolute paths inside the collection
  ["require(bru.cwd() + '/lib/sum.js').n", 7],
  ["require(`${bru.cwd()}/data.json`).n", 7],
  ["require('/collections/shop/lib/sum').n", 7],
  ["require('/collections/../collections/shop/./lib/deep')", "index"],
  ["require(process.cwd())", 3],
  ["require(require('path').join(bru.cwd(), 'lib', 'deep'))", "index"],
  ["require(require('path').resolve('lib/sum')).n", 7],
  ["require(bru.cwd() + '/lib/sum') === require('./lib/sum.js')", true],
  ["require('./lib/place').deep", 5],
  ["require('./lib/place').names", [
    "/collections/shop/lib/place.js",
    "/collections/shop/lib",
  ]],
  ["require('./lib/sum').n", 7],
  ["require('./data.json').n", 7],
  ["require('./data').n", 7],
  ["require('./lib/deep')", "index"],
  ["require('./lib/../lib/deep/add').add(1, 1)", 2],
  ["require('./lib/sum') === require('./lib/sum.js')", true],
  ["require('./lib/loop')", { a: 1, b: 1 }],
  ["require('./lib/uses').last([1, 2])", 2],
  ["(client.setVar('seen', 's'), require('./lib/uses').seen())", "s200"],
];

/** Script → what the message says. */
const REFUSED: readonly [script: string, message: string][] = [
  [
    "require('../../etc/passwd')",
    'Cannot require "../../etc/passwd": it is outside the collection',
  ],
  ["require('./lib/../../x')", "it is outside the collection"],
  ["require('/etc/passwd')", "it is outside the collection"],
  ["require('/collections/shopping/x')", "it is outside the collection"],
  ["require(bru.cwd() + '/../x')", "it is outside the collection"],
  ["require('/collections')", "it is outside the collection"],
  [
    "require('../lib/sum')",
    `only load files inside it, and paths start at its root (did you mean "./lib/sum"?)`,
  ],
  [
    "require('../lib/data.json')",
    "inside it, and paths start at its root",
  ],
  [
    "require('./nope')",
    `No file "./nope"; paths start at the collection's root`,
  ],
  ["require('./lib/sum.ts')", '(did you mean "./lib/sum.js"?)'],
  ["require('fs')", "brace run --trust-scripts"],
  ["require('node:child_process')", "brace run --trust-scripts"],
  ["require('left-pad')", 'Cannot require "left-pad": the sandbox offers ajv,'],
  ["require('axois')", 'Cannot require "axois" (did you mean "axios"?)'],
  ["require('lodash/fp')", "lodash has no such part"],
  [
    "require('npm:lodash@4/get')",
    'Cannot require "npm:lodash@4/get": "npm:" works only in a Postman script itself (write require("lodash/get"))',
  ],
  ["require('crypto-js/constructor')", "crypto-js has no such part"],
  ["require('..')", "it is outside the collection"],
  ["globalThis['req' + 'uire']('tv4')", 'write require("tv4")'],
  ["require('f' + 's')", "brace run --trust-scripts"],
  ["require('con' + 'structor')", 'Cannot require "constructor"'],
  ["require('brace:nope')", "Cannot require"],
  ["require('./lib/bad')", "SyntaxError"],
  ["require('./bad.json')", 'Cannot read "bad.json": it is not JSON'],
  [
    "await import('lodash')",
    'Cannot import "lodash": scripts load modules with require()',
  ],
  [
    "await import('fs')",
    'Cannot import "fs": the sandbox has no access to it (only trusted scripts may)',
  ],
  [
    "import('./lib/sum.js')",
    'Cannot import "./lib/sum.js": scripts load modules with require()',
  ],
  ["require('./lib/no.js')", 'No file "./lib/no.js"; paths start at'],
];

describe("require", () => {
  afterAll(() => sandbox.dispose());

  for (const [expression, value] of VALUES) {
    it(expression.slice(0, 90), async () => {
      const context = fakeContext({ files: FILES, response: fakeResponse() });
      assertEquals(await valueOf(sandbox, expression, context), value);
    });
  }

  for (const [script, message] of REFUSED) {
    it(`refuses ${script}`, async () => {
      const fresh = await createSandbox();
      const { error } = await runScript(
        fresh,
        script,
        fakeContext({ files: FILES }),
      );
      fresh.dispose();
      assertStringIncludes(error?.message ?? "", message);
    });
  }

  it("what a file at an absolute path needs is there", async () => {
    const fresh = await createSandbox();
    const code = "require('/collections/shop/lib/uses').last([1, 2])";
    assertEquals(await valueOf(fresh, code, fakeContext({ files: FILES })), 2);
    fresh.dispose();
  });

  for (const script of ["require('./lib/lost.js')", "require('./lib/lost')"]) {
    it(`names a missing file as the file has it that requires it: ${script}`, async () => {
      const context = fakeContext({ files: FILES });
      const { error } = await runScript(sandbox, script, context);
      assertMatch(error?.message ?? "", /: No file "\.\.\/other\/gone\.js"$/);
    });
  }

  it("points into the collection's file", async () => {
    const context = fakeContext({ files: FILES });
    for (
      const [script, line, column] of [
        ["require('./lib/bad')", 3, 9],
        ["require('./lib/throws').boom()", 2, 14],
      ] as const
    ) {
      const { error } = await runScript(sandbox, script, context);
      const { file, line: found, column: at } = error?.location ?? {};
      assertEquals([file?.slice(0, 4), found, at], ["lib/", line, column]);
    }
  });

  it("modules that one script changes are whole for the next", async () => {
    await runGood(
      sandbox,
      "const _ = require('lodash'); _.last = () => 'broken'; require('chai').expect = null;",
    );
    assertEquals(await valueOf(sandbox, "require('lodash').last([1, 2])"), 2);
    await runGood(sandbox, "expect(1).to.equal(1)");
  });

  it("jsonwebtoken signs and verifies", async () => {
    const { privateKey, publicKey } = rsaKeys();
    const rsa = [privateKey, publicKey];
    const ec = pemPair(generateKeyPairSync("ec", { namedCurve: "P-256" }));
    const context = fakeContext({
      scopes: {
        runtime: {
          keys: [
            ["HS256", "secret", "secret"],
            ["RS256", ...rsa],
            ["PS256", ...rsa],
            ["ES256", ...ec],
          ],
        },
      },
    });
    assertEquals(
      await valueOf(
        sandbox,
        `client.getVar("keys").map(([algorithm, key, check]) => {
          const jwt = require("jsonwebtoken");
          const token = jwt.sign({ n: 1 }, key, { algorithm });
          const [head, body, end] = token.split(".");
          const other = (end[0] === "A" ? "B" : "A") + end.slice(1);
          let broken;
          try { jwt.verify([head, body, other].join("."), check); }
          catch (error) { broken = error.name; }
          return [jwt.verify(token, check).n, jwt.decode(token).n, broken];
        })`,
        context,
      ),
      Array(4).fill([1, 1, "JsonWebTokenError"]),
    );
  });

  it("axios sends through Brace", async () => {
    const context = fakeContext({
      received: fakeResponse({
        headers: [
          ["Content-Type", "application/json"],
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
        ],
      }),
    });
    assertEquals(
      await valueOf(
        sandbox,
        `await (async () => {
          const axios = require("axios");
          const api = axios.create({ baseURL: "http://host/api", headers: { "X-A": "1" } });
          api.interceptors.request.use((config) => { config.headers["X-B"] = "2"; return config; });
          const response = await api.post("/users", { n: 1 }, { params: { q: "a b", id: [1, 2] } });
          return [response.status, response.data.items.length, response.headers["set-cookie"]];
        })()`,
        context,
      ),
      [200, 2, ["a=1", "b=2"]],
    );
    const [{ method, url, headers, body }] = context.sent;
    assertEquals([method, url], [
      "POST",
      "http://host/api/users?q=a+b&id%5B%5D=1&id%5B%5D=2",
    ]);
    const names = headers.map(([name, value]) => `${name}=${value}`);
    assertEquals(names.includes("X-A=1") && names.includes("X-B=2"), true);
    assertEquals(body?.type === "text" && body.text, '{"n":1}');
  });

  it("axios keeps what it encoded", async () => {
    const context = fakeContext({ received: fakeResponse() });
    await valueOf(
      sandbox,
      "(await require('axios').get('http://host/', { params: { a: '{{&b', c: '100%' } })).status",
      context,
    );
    assertEquals(context.sent[0].url, "http://host/?a=%7B%7B%26b&c=100%25");
  });

  it("axios takes 400 and more as an error", async () => {
    const context = fakeContext({ received: fakeResponse({ status: 500 }) });
    assertEquals(
      await valueOf(
        sandbox,
        "await require('axios').get('http://host/').catch(e => [e.name, e.response.status])",
        context,
      ),
      ["AxiosError", 500],
    );
  });
});

function pemPair(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
): [privateKey: string, publicKey: string] {
  return [
    `${privateKey.export({ type: "pkcs8", format: "pem" })}`,
    `${publicKey.export({ type: "spki", format: "pem" })}`,
  ];
}
