import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, describe, it } from "@std/testing/bdd";
import { checkCollection } from "../../../lib/tools/check/check_collection.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import { findInside, readInside } from "../../../lib/host/files/read_inside.ts";
import {
  type FakeContext,
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { installPackages } from "../../support/npm_packages.ts";
import { runScript, SCRIPT_AT, valueOf } from "../../support/with_script.ts";

// Real packages are large, and a machine may be busy.
const sandbox = await createSandbox({ timeLimit: 60_000 });

const json = (value: unknown) => JSON.stringify(value);
const at = (path: string, text = `module.exports = ${json(path)};`) =>
  [`node_modules/${path}`, text] as const;

/** Small packages, in every way that packages are written. */
const FILES: Readonly<Record<string, string>> = Object.fromEntries([
  at("plain/index.js", "exports.n = 1; exports.here = __dirname;"),
  at("main/package.json", json({ main: "lib/start" })),
  at("main/lib/start.js", "exports.deep = require('../data').n;"),
  at("main/data.json", '{ "n": 2 }'),
  at("main/lib/part.js"),
  at("folder/package.json", json({ main: "./lib/" })),
  at("folder/lib/index.js"),
  at("no-main/package.json", json({ main: "gone.js" })),
  at("no-main/index.js"),
  at("@scope/one/package.json", json({ main: "one.js" })),
  at("@scope/one/one.js", "exports.two = require('@scope/two/sub');"),
  at("@scope/two/sub.js"),
  // One version beside the collection, another for a package.
  at("nested/index.js", "exports.v = require('shared');"),
  at("nested/node_modules/shared/index.js", "module.exports = 'inner';"),
  at("shared/index.js", "module.exports = 'outer';"),
  at("cycle/index.js", "exports.a = 1; exports.b = require('./b').a;"),
  at("cycle/b.js", "exports.a = require('./index').a + 1;"),
  // Maps of exports.
  at(
    "map/package.json",
    json({
      name: "map",
      exports: {
        ".": { import: "./es.mjs", require: "./cjs.cjs" },
        "./sub": { node: "./node.js", browser: "./web.js" },
        "./files/*": "./files/*.js",
        "./files/secret": null,
        "./old/": "./files/",
        "./list": [{ deno: "./no.js" }, "./web.js"],
        "./out": "../plain/index.js",
        "./self": "./self.cjs",
        "./private": "./private.cjs",
        "./none": "./gone.js",
      },
      imports: { "#inner": "./web.js", "#other": "shared", "#loop": "#loop" },
    }),
  ),
  at("map/es.mjs", "export default 'es';"),
  at("map/cjs.cjs"),
  at("map/web.js"),
  at("map/node.js", "require('fs')"),
  at("map/self.cjs", "module.exports = require('map');"),
  at(
    "map/private.cjs",
    "module.exports = [require('#inner'), require('#other')];",
  ),
  at("map/files/a.js"),
  at("map/files/secret.js"),
  at("string-map/package.json", json({ exports: "./lib.js" })),
  at("string-map/lib.js"),
  // With import and export.
  at("es/package.json", json({ type: "module", exports: "./index.js" })),
  at(
    "es/index.js",
    `import def, { count, up as raise } from "./counter.js"
import * as all from "./counter.js"
import old, { n } from "plain"
import { map } from "./map.js"
import data from "./data.json" with { type: "json" }
export * from "./counter.js"
export { default as again, count as counted } from "./counter.js"
export * as space from "./counter.js"
export const [first, { second = 2, ...rest }] = [1, { third: 3 }], arrow = () => this
export let later = 1
export function grow() { later++; raise(); return [later, count] }
export class Point { constructor(x) { this.x = x } }
const local = "local"
export { local as "a name", local as renamed }
export default class extends Point { get y() { return [def, all.count, old.n, n, map, data.n, typeof module, import.meta.filename] } }
`,
  ),
  at(
    "es/counter.js",
    "export let count = 0; export function up() { count++ } export default function () { return 'anonymous' }",
  ),
  at(
    "es/map.js",
    "import { count } from './index.js'; export const map = typeof count;",
  ),
  at("es/data.json", '{ "n": 5 }'),
  at(
    "es-cycle/index.mjs",
    "import { b } from './b.mjs'; export function a() { return 'a' } export const c = b();",
  ),
  at("es-cycle/package.json", json({ exports: "./index.mjs" })),
  at(
    "es-cycle/b.mjs",
    "import { a } from './index.mjs'; export const b = () => a() + 'b';",
  ),
  at(
    "from-cjs/index.js",
    "exports.later = () => import('es').then((it) => it.renamed);",
  ),
  // Optional calls of names.
  at(
    "calls/index.mjs",
    `import { n } from "plain"
export let set; export const give = (f) => set = f
export function all(f, none) {
  const é = "😀"; return [f?.(1) ?? 0, none?.(2) ?? "none", f?.(f?.(3)), typeof f?.(4), (f)?.(5), set?.(6) ?? n]
}
export class Made { me = [this?.x?.(1) ?? 7]; constructor() { this.is = [new.target /* it */ ?.(1) ?? 8] } }
export function fails(f) {
  const é = "😀"; return [f?.(1), f?.(f?.(2)), this?.(), null.x]
}
`,
  ),
  at(
    "names/index.mjs",
    `import { n } from "plain"
const require = (x) => x + n, __dirname = "d"; let module = 1; var exports = 2; class __filename {}
export default [require(1), __dirname, module, exports, typeof __filename, read()]
function read() { return __dirname }
`,
  ),
  at("names/package.json", json({ exports: "./index.mjs" })),
  at("calls/package.json", json({ exports: "./index.mjs" })),
  at("awaits/index.mjs", "import 'plain';\n  await 1;\nexport default 1;"),
  at("awaits/package.json", json({ exports: "./index.mjs" })),
  at("hash/index.js", "#!/usr/bin/env node\nexport default import.meta.url;"),
  // What browsers have instead.
  at(
    "web/package.json",
    json({
      main: "./node.js",
      browser: { "./node.js": "./web.js", fs: false, os: "./os.js" },
    }),
  ),
  at("web/node.js", "require('fs').readFileSync('x')"),
  at("web/web.js", "module.exports = [require('fs'), require('os')];"),
  at("web/os.js", "module.exports = 'own os';"),
  at("web-main/package.json", json({ main: "a.js", browser: "b.js" })),
  at("web-main/b.js"),
  // What Brace has.
  at(
    "uses/index.js",
    "exports.same = require('lodash').last([1, 2]); exports.path = require('node:path').join('a', 'b'); exports.axios = require('axios').create.length; exports.bytes = Buffer.from('a').length; exports.url = new URL('http://h/').host; exports.env = typeof process.env.NODE_ENV;",
  ),
  at("own-moment/index.js", "module.exports = require('moment');"),
  at(
    "own-moment/node_modules/moment/index.js",
    "module.exports = 'another moment';",
  ),
  at("moment/index.js", "module.exports = 'the moment beside';"),
  at("punycode/index.js", "exports.encode = () => 'punycode';"),
  // What does not work.
  at("needs-fs/index.js", "\nrequire('fs');"),
  at("needs-net/index.js", "exports.connect = () => require('node:net');"),
  at(
    "tries/index.js",
    "try { require('fs') } catch { exports.without = true }",
  ),
  at("native/package.json", json({ main: "build/a.node" })),
  at("native/build/a.node", "\u0000"),
  at("broken/package.json", "{"),
  at("syntax/index.js", "\nlet x = = 1;"),
  at(
    "refuses/index.js",
    `class RefusedError extends Error { name = "RefusedError" }
exports.check = (value) => {
  throw new RefusedError(JSON.stringify([{ is: value }], null, 2));
};`,
  ),
  [
    "checks.js",
    "const { check } = require('refuses');\nexports.first = () => check(1);",
  ],
  at("throws/index.js", "exports.boom = () => {\n  return null.x;\n};"),
  at(
    "needs-part/index.js",
    "const { Transform } = require('stream');\nmodule.exports = class extends Transform {};",
  ),
  at("imports-part/package.json", json({ main: "index.mjs" })),
  at(
    "imports-part/index.mjs",
    "import { Transform } from 'node:stream';\nexport const n = 1;\nexport const make = () => new Transform();",
  ),
  at("needs-gone/index.js", "require('gone-package')"),
  [
    "lib/uses.js",
    "import { n } from 'plain'; import map from 'map'; export const all = [n, map];",
  ],
  ["lib/cjs.js", "module.exports = require('main').deep;"],
]);

/** An expression, and its value. */
const VALUES: readonly (readonly [expression: string, value: unknown])[] = [
  ["require('plain').n", 1],
  ["require('plain').here", "/collections/shop/node_modules/plain"],
  ["require('plain') === require('plain/index.js')", true],
  ["require('main').deep", 2],
  ["require('main/lib/part')", "main/lib/part.js"],
  ["require('main/data.json').n", 2],
  ["require('main/package.json').main", "lib/start"],
  ["require('folder')", "folder/lib/index.js"],
  ["require('no-main')", "no-main/index.js"],
  ["require('@scope/one').two", "@scope/two/sub.js"],
  ["[require('nested').v, require('shared')]", ["inner", "outer"]],
  ["require('cycle')", { a: 1, b: 2 }],
  ["require('map')", "map/cjs.cjs"],
  ["require('map/sub')", "map/web.js"],
  ["require('map/files/a')", "map/files/a.js"],
  ["require('map/old/a.js')", "map/files/a.js"],
  ["require('map/list')", "map/web.js"],
  ["require('map/self')", "map/cjs.cjs"],
  ["require('map/private')", ["map/web.js", "outer"]],
  ["require('string-map')", "string-map/lib.js"],
  [
    "Object.keys(require('es')).sort()",
    [
      "Point",
      "a name",
      "again",
      "arrow",
      "count",
      "counted",
      "default",
      "first",
      "grow",
      "later",
      "local",
      "renamed",
      "rest",
      "second",
      "space",
      "up",
    ].filter((name) => name !== "local"),
  ],
  ["require('es').grow()", [2, 1]],
  [
    "[require('es')].map((it) => (it.grow(), it.up(), [it.later, it.count, it.counted, it.space.count]))[0]",
    [
      2,
      2,
      2,
      2,
    ],
  ],
  [
    "[require('es')].map(({ first, second, rest, renamed, again, arrow }) => [first, second, rest, renamed, again(), typeof arrow()])[0]",
    [
      1,
      2,
      { third: 3 },
      "local",
      "anonymous",
      "undefined",
    ],
  ],
  [
    "[new (require('es').default)(7)].map((it) => [it.x, ...it.y.slice(1)])[0]",
    [
      7,
      0,
      1,
      1,
      "undefined",
      5,
      "undefined",
      "/collections/shop/node_modules/es/index.js",
    ],
  ],
  ["require('es-cycle').c", "ab"],
  ["await require('from-cjs').later()", "local"],
  [
    "require('hash').default",
    "file:///collections/shop/node_modules/hash/index.js",
  ],
  ["require('web')", [{}, "own os"]],
  ["require('web-main')", "web-main/b.js"],
  ["require('uses')", {
    same: 2,
    path: "a/b",
    axios: 1,
    bytes: 1,
    url: "h",
    env: "undefined",
  }],
  ["require('own-moment')", "another moment"],
  ["typeof require('moment')", "function"],
  ["require('punycode').encode()", "punycode"],
  ["require('tries').without", true],
  ["require('./lib/uses').all", [1, "es"]],
  ["require('./lib/cjs')", 2],
  ["require('pl' + 'ain').n", 1],
  ["require('calls').all((n) => n)", [1, "none", 3, "number", 5, 1]],
  ["[require('calls')].map((m) => (m.give((n) => n), m.all()[5]))[0]", 6],
  ["require('names').default", [2, "d", 1, 2, "function", "d"]],
];

/** An expression, what is said, and the file's line where that is. */
const REFUSED: readonly (readonly [
  expression: string,
  said: string,
  where?: string,
])[] = [
  [
    "require('needs-fs')",
    'Cannot require "fs" (node_modules/needs-fs needs it): the sandbox has no access to it; use brace run --trust-scripts',
    "node_modules/needs-fs/index.js:2",
  ],
  [
    "require('needs-net').connect()",
    'Cannot require "node:net" (node_modules/needs-net needs it)',
    "node_modules/needs-net/index.js:1",
  ],
  [
    "require('needs-part')",
    `Transform is not a class: the sandbox's "stream" has no Transform; use brace run --trust-scripts`,
    "node_modules/needs-part/index.js:2",
  ],
  [
    "require('imports-part').make()",
    `Cannot import "Transform": the sandbox's "stream" has no Transform; use brace run --trust-scripts`,
    "node_modules/imports-part/index.mjs:3",
  ],
  [
    "require('needs-gone')",
    'Cannot require "gone-package" (node_modules/needs-gone needs it): the collection\'s node_modules does not have it',
  ],
  ["require('gone')", "the collection's node_modules does not have it"],
  [
    "require('map/nope')",
    'Cannot require "map/nope": node_modules/map/package.json does not offer "./nope"',
  ],
  ["require('map/files/secret')", 'does not offer "./files/secret"'],
  ["require('map/out')", 'does not offer "./out"'],
  ["require('map/es.mjs')", 'does not offer "./es.mjs"'],
  [
    "require('map/none')",
    'Cannot require "map/none": there is no such file as "node_modules/map/gone.js"',
  ],
  [
    "require('main/nope')",
    'Cannot require "main/nope": node_modules/main has no file "nope"',
  ],
  [
    "require('native')",
    'Cannot require "native": "node_modules/native/',
  ],
  [
    "require('broken')",
    'Cannot require "broken": "node_modules/broken/package.json" is not JSON',
  ],
  ["require('syntax')", "SyntaxError", "node_modules/syntax/index.js:2"],
  [
    "require('throws').boom()",
    "cannot read property 'x' of null",
    "node_modules/throws/index.js:2",
  ],
  [
    "require('awaits')",
    "a module that scripts load cannot await outside of a function",
    "node_modules/awaits/index.mjs:2",
  ],
  ["require('../node_modules/plain')", "it is outside the collection"],
  ["require('plain/../../../../etc/passwd')", "Cannot require"],
];

/** Real packages, what shows that each works, or what it needs: docs/scripts.md has this table. */
const REAL: readonly (readonly [
  name: string,
  expression: string,
  value: unknown,
])[] = [
  [
    "@faker-js/faker",
    "typeof require('@faker-js/faker').faker.person.firstName()",
    "string",
  ],
  [
    "@noble/hashes",
    "require('@noble/hashes/sha2.js').sha256(new TextEncoder().encode('a'))[0]",
    202,
  ],
  ["diff", "require('diff').diffChars('ab', 'ac').length", 3],
  [
    "eventsource-parser",
    "typeof require('eventsource-parser').createParser",
    "function",
  ],
  [
    "fast-check",
    "require('fast-check').sample(require('fast-check').constant(1), 2)",
    [1, 1],
  ],
  [
    "fast-xml-parser",
    "new (require('fast-xml-parser').XMLParser)().parse('<a>1</a>')",
    { a: 1 },
  ],
  ["graphql", "require('graphql').parse('{ a }').kind", "Document"],
  ["jsonc-parser", "require('jsonc-parser').parse('{ \"a\": 1, }')", { a: 1 }],
  ["marked", "require('marked').parse('*a*')", "<p><em>a</em></p>\n"],
  ["mime", "require('mime').default.getType('a.png')", "image/png"],
  [
    "openapi-sampler",
    "require('openapi-sampler').sample({ type: 'number' })",
    0,
  ],
  ["preact", "require('preact').h('a').type", "a"],
  ["tough-cookie", "require('tough-cookie').Cookie.parse('a=1').value", "1"],
  ["yaml", "require('yaml').parse('a: [1]')", { a: [1] }],
  ["zod", "require('zod').z.string().parse('a')", "a"],
  ["playwright-core", "require('playwright-core')", "Node itself"],
  ["@rollup/wasm-node", "require('@rollup/wasm-node')", "`fs`"],
];

function collectionOf(code: string) {
  const { value } = readCollection({
    root: "",
    files: new Map([
      ["opencollection.yml", "info: { name: A }"],
      [
        "a.yml",
        `http: { url: http://a }\nruntime: { scripts: [{ type: tests, code: "${code}" }] }`,
      ],
    ]),
  });
  return value!;
}

describe("packages of node_modules", () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const onDisk = (install = (_path: string) => {}): FakeContext => ({
    ...fakeContext(),
    readFile: (path) => readInside(root, path),
    findFile: (path) => {
      install(path);
      return findInside(root, path);
    },
  });
  afterAll(() => {
    sandbox.dispose();
    Deno.removeSync(root, { recursive: true });
  });

  for (const [expression, value] of VALUES) {
    it(expression, async () => {
      const context = fakeContext({ files: FILES, response: fakeResponse() });
      assertEquals(await valueOf(sandbox, expression, context), value);
    });
  }

  for (const [expression, said, where] of REFUSED) {
    it(`refuses ${expression}`, async () => {
      const { error } = await runScript(
        sandbox,
        expression,
        fakeContext({ files: FILES }),
      );
      assertStringIncludes(error?.message ?? "", said);
      const [, name] = /^require\('(.*)'\)$/.exec(expression) ?? [];
      // A check does not look into packages.
      if (!said.startsWith(`Cannot require "${name}":`)) return;
      const [problem] = checkCollection(collectionOf(expression), {
        readFile: (path) => FILES[path],
      });
      assertStringIncludes(problem?.message ?? "", said);
      if (where === undefined) return;
      const { file, line } = error?.location ?? {};
      assertEquals(`${file}:${line}`, where);
    });
  }

  it("are found at their place in lines with optional calls", async () => {
    const { error } = await runScript(
      sandbox,
      "require('calls').fails.call(undefined, (n) => n)",
      fakeContext({ files: FILES }),
    );
    assertEquals(
      error?.message,
      "Cannot finish the tests script: TypeError: cannot read property 'x' of null: null is null",
    );
    const { file, line, column } = error?.location ?? {};
    const written = FILES[file ?? ""].split("\n")[line! - 1];
    assertEquals(
      [...written].slice(column! - 1).join(""),
      ".x]",
    );
  });

  for (
    const [script, where] of [
      ["let a;\nrequire('refuses').check(1)", "script"],
      ["let a;\nrequire('./checks').first()", "checks.js:2"],
      ["test('t', () => {\n  require('refuses').check(1);\n});", "script"],
    ]
  ) {
    it(`refuse a value at the line that gives it: ${script}`, async () => {
      const { error, tests } = await runScript(
        sandbox,
        script,
        fakeContext({ files: FILES }),
      );
      const { message, location = {} } = (error ?? tests[0].diagnostic)!;
      assertStringIncludes(message, 'RefusedError: [ { "is": 1 } ]');
      const { file, line, offset = 0 } = location;
      assertEquals(
        file === SCRIPT_AT.file ? "script" : `${file}:${line}`,
        where,
      );
      if (where === "script") {
        assertEquals(script.slice(0, offset).split("\n").length, 2);
      }
    });
  }

  it("are there for scripts of Postman's, too", async () => {
    const context = fakeContext({ files: FILES });
    const { error } = await sandbox.run({
      phase: "tests",
      dialect: "postman",
      code:
        `pm.variables.set("value", [pm.require("npm:plain@1.0.0").n, require("map"), require("./lib/cjs")]);`,
      at: SCRIPT_AT,
    }, context);
    assertEquals(error?.message, undefined);
    assertEquals(context.scopes.runtime.value, [1, "map/cjs.cjs", 2]);
  });

  it("leave nothing for the next script", async () => {
    const files = {
      ...FILES,
      ...Object.fromEntries([
        at("bad/index.js", "Array.prototype.map = null; globalThis.left = 1;"),
      ]),
    };
    await runScript(sandbox, "require('bad')", fakeContext({ files }));
    assertEquals(
      await valueOf(sandbox, "[typeof left, typeof [].map]"),
      ["undefined", "function"],
    );
  });

  it("stay inside the collection's folder", async () => {
    const outside = Deno.realPathSync(Deno.makeTempDirSync());
    Deno.writeTextFileSync(`${outside}/index.js`, "module.exports = 'out';");
    const modules = `${root}/node_modules`;
    Deno.mkdirSync(`${modules}/.store/in/node_modules/in`, { recursive: true });
    Deno.writeTextFileSync(
      `${modules}/.store/in/node_modules/in/index.js`,
      "module.exports = require('beside');",
    );
    Deno.mkdirSync(`${modules}/.store/in/node_modules/beside`);
    Deno.writeTextFileSync(
      `${modules}/.store/in/node_modules/beside/index.js`,
      "module.exports = 'beside';",
    );
    Deno.symlinkSync(outside, `${modules}/out`);
    Deno.symlinkSync(`${modules}/.store/in/node_modules/in`, `${modules}/in`);
    Deno.mkdirSync(`${modules}/large`);
    Deno.writeTextFileSync(`${modules}/large/index.js`, "");
    Deno.truncateSync(`${modules}/large/index.js`, 8 * 1024 * 1024 + 1);
    try {
      assertEquals(await valueOf(sandbox, "require('in')", onDisk()), "beside");
      for (
        const [name, said] of [
          ["out", "it is outside the collection"],
          ["large", "it is larger than 8 MiB"],
        ]
      ) {
        const { error } = await runScript(
          sandbox,
          `require('${name}')`,
          onDisk(),
        );
        assertStringIncludes(error?.message ?? "", said);
      }
    } finally {
      Deno.removeSync(outside, { recursive: true });
    }
  });

  it("work as docs/scripts.md says", async () => {
    const install = await installPackages(root, REAL.map(([name]) => name));
    const works: string[] = [];
    const fails: string[] = [];
    for (const [name, expression, value] of REAL) {
      const context = onDisk(install);
      const { error } = await runScript(
        sandbox,
        `client.setVar("value", ${expression})`,
        context,
      );
      if (error === undefined) {
        assertEquals(context.scopes.runtime.value, value as never, name);
        works.push(`\`${name}\``);
        continue;
      }
      const [, needed] = /Cannot require "(?:node:)?([^"]+)"/
        .exec(error.message) ?? [];
      const why = needed === undefined ? "Node itself" : `\`${needed}\``;
      assertEquals(why, value, error.message);
      fails.push(`\`${name}\` needs ${why}`);
    }
    Deno.writeTextFileSync(
      `${root}/checks.mjs`,
      "import { z } from 'zod'; export const value = z.string().parse('b')",
    );
    const value = "require('./checks.mjs').value";
    assertEquals(await valueOf(sandbox, value, onDisk(install)), "b");
    const page = Deno.readTextFileSync(
      new URL("../../../docs/scripts.md", import.meta.url),
    ).replaceAll(/\s+/g, " ");
    for (const list of [works, fails]) {
      const text = `${list.join(", ")}.`;
      assert(page.includes(text), `docs/scripts.md has to say: ${text}`);
    }
  });
});
