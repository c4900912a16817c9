import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { exportPostman } from "../../../lib/tools/convert/export/export_postman.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";
import { brunoModules } from "../../../lib/tools/convert/export/script/bruno_modules.ts";
import { parseScript } from "../../../lib/tools/check/explain/find_expression.ts";
import {
  GLOBAL_DOCS,
  SCRIPT_DOCS,
} from "../../../lib/lsp/complete/script_docs.ts";

/** A script, what Postman gets, and what the notes say. */
const POSTMAN: readonly (readonly [
  code: string,
  written: string,
  ...notes: string[],
])[] = [
  ['client.getVar("a")', 'pm.variables.get("a")'],
  // The collection has a variable of this name.
  ['bru.getVar("region")', 'pm.variables.values.get("region")'],
  [
    'client.getVar("region", 1)',
    'client.getVar("region", 1)',
    '"client.getVar"',
  ],
  [
    'client.hasVar("region"); client.getEnvVar("region")',
    'pm.variables.values.has("region"); pm.environment.get("region")',
  ],
  [
    'bru.setVar("a", res.body.b)',
    'pm.variables.set("a", pm.response.json().b)',
  ],
  ['client?.setVar("a", 1)', 'pm.variables.set("a", 1)'],
  ['client["setVar"]("a", 1)', 'pm.variables.set("a", 1)'],
  ['client.hasVar("a")', 'pm.variables.values.has("a")'],
  ['client.deleteVar("a")', 'pm.variables.unset("a")'],
  ["client.getAllVars()", "pm.variables.values.toObject()"],
  ["client.deleteAllVars()", "pm.variables.clear()"],
  ['client.setEnvVar("a", 1)', 'pm.environment.set("a", 1)'],
  [
    'client.setEnvVar("a", 1, { persist: true })',
    'client.setEnvVar("a", 1, { persist: true })',
    '"client.setEnvVar"',
  ],
  ['client.getGlobalEnvVar("a")', 'pm.globals.get("a")'],
  ['client.hasCollectionVar("a")', 'pm.collectionVariables.has("a")'],
  ["client.deleteAllCollectionVars()", "pm.collectionVariables.clear()"],
  [
    'client.getFolderVar("a")',
    'client.getFolderVar("a")',
    '"client.getFolderVar"',
  ],
  ['client.interpolate("{{a}}")', 'pm.variables.replaceIn("{{a}}")'],
  ["client.getEnvName()", "pm.environment.name"],
  ["client.setNextRequest(null)", "pm.execution.setNextRequest(null)"],
  ["client.runner.skipRequest()", "pm.execution.skipRequest()"],
  [
    "client.runner.stopExecution()",
    "client.runner.stopExecution()",
    '"client.runner.stopExecution"',
  ],
  ["client.runner.iterationIndex + 1", "pm.info.iteration + 1"],
  ["client.runner.totalIterations", "pm.info.iterationCount"],
  ['client.runner.iterationData.get("a")', 'pm.iterationData.get("a")'],
  ["client.runner.iterationData.a", "pm.iterationData.toObject().a"],
  ["client.runner.iterationData[name]", "pm.iterationData.toObject()[name]"],
  [
    'const row = client.runner.iterationData; row.a; row.get("a")',
    'const row = pm.iterationData.toObject(); row.a; row.get("a")',
    '"client.runner.iterationData.get"',
  ],
  ["client.cookies.get(1)", "client.cookies.get(1)", '"client.cookies.get"'],
  [
    "const c = client; c.sleep(1)",
    "const c = client; c.sleep(1)",
    '"client", "client.sleep"',
  ],
  [
    "const { setVar, runner: { skipRequest } } = client",
    "const { setVar, runner: { skipRequest } } = client",
    '"client.setVar", "client.runner.skipRequest"',
  ],
  ["client[name](1)", "client[name](1)", '"client[…]"'],
  ["const f = client.setVar", "const f = client.setVar", '"client.setVar"'],
  ["const n = res.status; n + 1", "const n = pm.response.code; n + 1"],
  ["req.name + req.getName()", "pm.info.requestName + pm.info.requestName"],
  ['req.method = "PUT"', 'pm.request.method = "PUT"'],
  ['req.setMethod("PUT")', 'pm.request.method = ("PUT")'],
  ['req.url = "http://h/"', 'pm.request.url = "http://h/"'],
  ["req.url", "req.url", '"req.url"'],
  ['req.url += "?a"', 'req.url += "?a"', '"req.url"'],
  ["req.body.a.b = 1", "req.body.a.b = 1", '"req.body"'],
  [
    'req.setHeader("A", "b")',
    'pm.request.headers.upsert({ key: "A", value: "b" })',
  ],
  [
    "req.setHeader('A', `b ${res.status}`)",
    "pm.request.headers.upsert({ key: 'A', value: `b ${pm.response.code}` })",
  ],
  [
    'let a = 1\nreq.setHeader("A", a)',
    'let a = 1\nvoid ((key, value) => value == null ? pm.request.headers.remove(key) : pm.request.headers.upsert({ key, value }))("A", a)',
  ],
  ['req.setHeader("A", null)', 'req.setHeader("A", null)', '"req.setHeader"'],
  ['req.setHeader("A", ["b"])', 'req.setHeader("A", ["b"])', '"req.setHeader"'],
  [
    'req.headers["A"] = "b"',
    'pm.request.headers.upsert({ key: "A", value: "b" })',
  ],
  ['req.headers["A"] = b', 'req.headers["A"] = b', '"req.headers.A"'],
  ['req.deleteHeader("A")', 'pm.request.headers.remove("A")'],
  [
    'req.deleteHeader("User-Agent")',
    'req.deleteHeader("User-Agent")',
    '"req.deleteHeader"',
  ],
  ["res.getStatus() === res.status", "pm.response.code === pm.response.code"],
  ["res.statusText", "pm.response.status"],
  ["res.getResponseTime()", "pm.response.responseTime"],
  ["res.getBody().a", "pm.response.json().a"],
  ["res.text.length", "pm.response.text().length"],
  ["res.body = 1", "res.body = 1", '"res.body"'],
  ['res.getHeader("A")', 'pm.response.headers.get("A")'],
  ['res.headers["a-b"]', 'pm.response.headers.get("a-b")'],
  [
    'res.getHeader("Set-Cookie")',
    'res.getHeader("Set-Cookie")',
    '"res.getHeader"',
  ],
  ["res.headers", "res.headers", '"res.headers"'],
  ['res.headerList.has("a")', 'pm.response.headers.has("a")'],
  ["res.headerList.forEach(f)", "pm.response.headers.each(f)"],
  ['res("a.b")', 'res("a.b")', '"res"'],
  [
    'test("t", () => expect(1).to.equal(1))',
    'pm.test("t", () => pm.expect(1).to.equal(1))',
  ],
  [
    "assert(1); assert.equal(1, 1)",
    'require("chai").assert(1); require("chai").assert.equal(1, 1)',
  ],
  [
    "expect(res.body).to.be.json",
    "expect(pm.response.json()).to.be.json",
    '"expect(…).json"',
  ],
  [
    "expect(res.body).to.have.jsonSchema({})",
    'pm.expect(pm.response.json()).to.have.jsonSchema({}, { unknownFormats: "ignore" })',
  ],
  [
    "expect(res.body).to.have.jsonSchema({}, { strict: true })",
    'pm.expect(pm.response.json()).to.have.jsonSchema({}, { unknownFormats: "ignore", strict: true })',
  ],
  [
    'expect(1).jsonSchema({ $schema: "https://json-schema.org/draft/2020-12/schema" })',
    'pm.expect(1).jsonSchema({ $schema: "https://json-schema.org/draft/2020-12/schema" }, { unknownFormats: "ignore" })',
    '"$schema" of a draft that Postman does not know',
  ],
  ["console.log(1)", "console.log(1)"],
  ["console.table(1)", "console.table(1)", '"console.table"'],
  [
    'require("lodash"); require("./a"); require(b)',
    'require("lodash"); require("./a"); require(b)',
    'require("./a")',
    '"require"',
  ],
  ["fetch(1)", "fetch(1)", '"fetch"'],
  ["typeof fetch", "typeof fetch"],
  [
    "await client.sleep(1)",
    "await client.sleep(1)",
    '"client.sleep"',
    '"await" outside a function',
  ],
  ['test("t", async () => {})', 'pm.test("t", async () => {})', "async test"],
  ["client.setVar(", "client.setVar(", "cannot be parsed"],
  // Names of the script itself, texts and comments.
  [
    "function f(client, req) { client.setVar(req.name) }",
    "function f(client, req) { client.setVar(req.name) }",
  ],
  [
    "{ const client = 1; client.a } client.getEnvName()",
    "{ const client = 1; client.a } pm.environment.name",
  ],
  [
    "const pm = 1; client.getEnvName(); res.status",
    "const pm = 1; client.getEnvName(); res.status",
    '"client.getEnvName"',
    '"res.status"',
  ],
  [
    '"client.a" + `res.body` // req.name',
    '"client.a" + `res.body` // req.name',
  ],
  [
    "my.test(); x.res.body; ({ req: 1, test() {} })",
    "my.test(); x.res.body; ({ req: 1, test() {} })",
  ],
];

/** A script, what Bruno gets, and what the notes say. */
const BRUNO: typeof POSTMAN = [
  [
    'client.setVar("a", 1); bru.getVar("a")',
    'bru.setVar("a", 1); bru.getVar("a")',
  ],
  ["const c = client; c.setVar(1)", "const c = bru; c.setVar(1)"],
  [
    "const { setVar } = client; f({ client })",
    "const { setVar } = bru; f({ client: bru })",
  ],
  ["client?.getEnvName()", "bru?.getEnvName()"],
  ["client[name]()", "bru[name]()"],
  ["typeof client", "typeof bru"],
  ["function f(client) { client.a() }", "function f(client) { client.a() }"],
  ['"client.a" // client.b', '"client.a" // client.b'],
  ["const bru = 1; client.a()", "const bru = 1; client.a()", '"client.a"'],
  ["globalThis.client.a()", "globalThis.client.a()", '"globalThis.client"'],
  ["client.setFolderVar(1)", "client.setFolderVar(1)", '"client.setFolderVar"'],
  [
    "const c = client; c.setRequestVar(1)",
    "const c = bru; c.setRequestVar(1)",
    '"client.setRequestVar"',
  ],
  [
    "const { deleteFolderVar } = client",
    "const { deleteFolderVar } = client",
    '"client.deleteFolderVar"',
  ],
  [
    'client.setVar("my token", 1)',
    'client.setVar("my token", 1)',
    'client.setVar("my token")',
  ],
  [
    "client.runner.iterationData.a",
    "client.runner.iterationData.a",
    '"client.runner.iterationData.a"',
  ],
  ['client.runner.iterationData.get("a")', 'bru.runner.iterationData.get("a")'],
  ['req.url = "http://h/"', 'req.setUrl("http://h/")'],
  [
    "req.headers = {}; req.timeout = 1",
    "req.setHeaders({}); req.setTimeout(1)",
  ],
  [
    'req.headers["A"] = client.getVar("a")',
    'req.setHeader("A", bru.getVar("a"))',
  ],
  ['req.body.a = "b"', 'req.body.a = "b"', '"req.body.a ="'],
  ["req.body = { a: 1 }", "req.setBody({ a: 1 })"],
  [
    "res.text; res.jsonPath(1)",
    "res.text; res.jsonPath(1)",
    '"res.text"',
    '"res.jsonPath"',
  ],
  ["fetch(1)", "fetch(1)", '"fetch", which Bruno has only in developer mode'],
  [
    'require("./a"); require("lodash"); require("cheerio")',
    'require("./a"); require("lodash"); require("cheerio")',
    'require("lodash")',
    'require("cheerio")',
  ],
  [
    "expect([]).to.be.iterable",
    "expect([]).to.be.iterable",
    "expect(…).iterable",
  ],
  ["client.setVar(", "client.setVar(", "cannot be parsed"],
];

describe("a script exported to Postman", () => {
  for (const [code, written, ...notes] of POSTMAN) {
    it(code, () => assertScript(toPostman(code), { written, notes }));
  }

  it("has its words in actions, or is a comment there", () => {
    const action = (expression: string) => actionsOf("postman", expression);
    assertEquals(
      action("res.headers.a"),
      ['pm.variables.set("v", pm.response.headers.get("a"));', ""],
    );
    const [line, note] = action("res.size.body");
    assertEquals(line, "// v: res.size.body");
    assert(note.includes('The action for "v" is written as a comment'), note);
  });
});

describe("a script exported to Bruno", () => {
  for (const [code, written, ...notes] of BRUNO) {
    it(code, () => assertScript(toBruno(code), { written, notes }));
  }

  it("has its words in actions, assertions and modules", () => {
    assertEquals(actionsOf("bru", 'client.getVar("a")')[0], 'bru.getVar("a")');
    const { files } = exportBru(
      collectionOf(
        "bru",
        `assertions: [{expression: 'client.getVar("a")', operator: eq, value: '1'}]`,
      ),
    );
    assert([...files.values()].join().includes('bru.getVar("a"): eq 1'));
    const { texts, notes } = brunoModules(
      new Map([
        ["a.js", "module.exports = () => client.setVar(1)"],
        [
          "b.mjs",
          'import c from "./c.js"; export const d = () => client.cwd()',
        ],
        ["c.js", "module.exports = 1"],
        ["d.js", "exports.e = () => client.setFolderVar(1)"],
        ["e.ts", "export const f = (a: string) => client.getVar(a);"],
      ]),
    );
    assertEquals([...texts], [
      ["a.js", "module.exports = () => bru.setVar(1)"],
      ["b.mjs", 'import c from "./c.js"; export const d = () => bru.cwd()'],
    ]);
    const told = said(notes);
    assert(told.includes('The file "d.js" uses "client.setFolderVar"'), told);
    assert(told.includes('"exports", which Bruno has only in dev'), told);
    assert(told.includes('The file "b.mjs" is an ES module'), told);
    assert(told.includes('The file "e.ts" is copied as it is'), told);
  });
});

/** Each member of the API, with how it is written. */
const MEMBERS = [
  ...Object.entries(SCRIPT_DOCS).flatMap(([owner, rows]) =>
    rows.flatMap(({ members }) => members.map((one) => `${owner}.${one}`))
  ),
  ...GLOBAL_DOCS.flatMap(({ members }) => members),
].map((member) =>
  member.replace(
    /\(([^)]*)\)$/,
    (_, given: string) =>
      given === "" ? "()" : `(${given.split(",").map(() => '"x"').join(", ")})`,
  )
);

/** How a script may write a member. */
const FORMS: readonly ((member: string, unique: number) => string)[] = [
  (member) => `${member};`,
  (member) => `${member.replace(/^client\b/, "bru")};`,
  (member) => `${member.replace(".", "?.")};`,
  (member, n) => `const v${n} = ${member};`,
  (member, n) => `const f${n} = ${member.replace(/\("?[^()]*\)$/, "")};`,
  (member, n) => `function g${n}() { return [${member}]; }`,
  (member) => `if (1) { console.log(\`\${${member}}\`); }`,
  (member, n) => {
    const [, owner, name] = /^(.*)\.(\w+)/.exec(member) ?? [];
    return owner === undefined || owner.endsWith(")")
      ? `${member};`
      : `const o${n} = ${owner}; o${n}.${name};`;
  },
  (member, n) => {
    const [, owner, name] = /^(.*)\.(\w+)/.exec(member) ?? [];
    return owner === undefined
      ? `${member};`
      : `const { ${name}: d${n} } = ${owner};`;
  },
];

/** What is left of Brace's names in a script of known form: all of it must be named. */
const LEFT =
  /(?<![\w$.])(?:(?:client|bru|req|res)\b|(?:test|expect|assert|fetch)(?=\())/g;

describe("every member of the script API", () => {
  it("is written for Postman or named, in each form", () => {
    for (const member of MEMBERS) {
      for (const form of FORMS) assertJudged(form(member, 1));
    }
  });

  it("is written for Bruno, which has no client", () => {
    for (const member of MEMBERS) {
      for (const form of FORMS) {
        const code = form(member, 1);
        const { script, notes } = toBruno(code);
        assert(parseScript(script), `${code} -> ${script}`);
        if (notes === "") {
          assert(!/(?<![\w$.])client\b/.test(script), `${code} -> ${script}`);
        }
      }
    }
  });

  it("is judged beside all others", () => {
    const line = fc.tuple(
      fc.constantFrom(...MEMBERS),
      fc.constantFrom(...FORMS),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const own = "{ const client = {}, req = {}, res = {}; client.setVar; }";
        assertJudged(
          lines.map(([member, form, isNested], n) =>
            isNested ? `{ ${form(member, n)} }` : form(member, n)
          ).join("\n"),
          own,
        );
      }),
      { numRuns: 150 },
    );
  });
});

/** A script parses where the source does, and what it keeps of Brace's names is in a note. */
function assertJudged(code: string, own = ""): void {
  const { script, notes } = toPostman(`${code}\n${own}`);
  assert(parseScript(script), `${code}\n->\n${script}`);
  assert(script.endsWith(own), script);
  const left = script.slice(0, script.length - own.length)
    .replaceAll('require("chai").assert', "");
  for (const [name] of left.matchAll(LEFT)) {
    const all = name === "client" || name === "bru"
      ? ["client", "bru"]
      : [name];
    assert(
      all.some((one) => new RegExp(`"${one}\\b`).test(notes)),
      `${code}\n->\n${script}\n${notes}`,
    );
  }
}

interface Exported {
  readonly script: string;
  readonly notes: string;
}

function assertScript(
  { script, notes }: Exported,
  wanted: { written: string; notes: readonly string[] },
): void {
  assertEquals(script, wanted.written);
  if (wanted.notes.length === 0) assertEquals(notes, "");
  for (const note of wanted.notes) assert(notes.includes(note), notes);
}

function toPostman(code: string): Exported {
  const { collection, notes } = exportPostman(collectionWith("postman", code));
  const [{ event }] = JSON.parse(collection).item;
  return { script: event[0].script.exec.join("\n"), notes: said(notes) };
}

function toBruno(code: string): Exported {
  const { files, notes } = exportBru(collectionWith("bru", code));
  const [, script] = /^tests \{\n([^]*)\n\}\n/m.exec(files.get("R.bru")!)!;
  return { script: script.replace(/^ {2}/gm, ""), notes: said(notes) };
}

/** The value of an action, and what the notes say of it. */
function actionsOf(
  kind: "bru" | "postman",
  expression: string,
): [line: string, notes: string] {
  const value = collectionOf(
    kind,
    `actions: [{type: set-variable, phase: after-response, selector: {expression: ${
      JSON.stringify(expression)
    }, method: jsonq}, variable: {name: v, scope: runtime}}]`,
  );
  if (kind === "bru") {
    const { files, notes } = exportBru(value);
    return [/^ {2}v: (.*)$/m.exec(files.get("R.bru")!)![1], said(notes)];
  }
  const { collection, notes } = exportPostman(value);
  const [{ event }] = JSON.parse(collection).item;
  return [
    event[0].script.exec.join("\n"),
    said(notes.filter(({ kind }) => kind === "person")),
  ];
}

function collectionWith(kind: "bru" | "postman", code: string) {
  return collectionOf(
    kind,
    `scripts: [{type: tests, code: ${JSON.stringify(code)}}]`,
  );
}

function collectionOf(kind: "bru" | "postman", runtime: string) {
  const { value, diagnostics } = readForExport(
    new Map([
      [
        "opencollection.yml",
        "opencollection: 1.0.0\ninfo: {name: C}\nrequest: {variables: [{name: region, value: eu}]}\n",
      ],
      [
        "R.yml",
        `info: {name: R, type: http}\nhttp: {method: GET, url: http://h/}\nruntime: {${runtime}}\n`,
      ],
    ]),
    "opencollection.yml",
    kind,
  );
  assert(value, JSON.stringify(diagnostics));
  return value;
}

function said(notes: readonly { message: string }[]): string {
  return notes.map(({ message }) => message).join("\n");
}
