import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readByPattern } from "../../../lib/tools/check/script/read_by_pattern.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import type {
  ScriptFacts,
  ScriptReader,
} from "../../../lib/tools/check/types.ts";
import type { ScriptDialect } from "../../../lib/core/collection/types.ts";

/** What is found, in short; names as the text has them at their places. */
function facts(
  code: string,
  dialect?: ScriptDialect,
  read: ScriptReader = readScript,
) {
  const found = read({ code, ...(dialect && { dialect }) });
  const at = (list: ScriptFacts["reads"]) =>
    list.map(({ offset, length }) => code.slice(offset, offset + length));
  // The rows leave names open.
  const problems = found.problems.filter(({ message }) =>
    !message.includes(": it is not defined")
  );
  return {
    sets: at(found.sets),
    reads: at(found.reads),
    requires: at(found.requires),
    ...(found.computed && {
      computed: code.slice(
        found.computed.offset,
        found.computed.offset + found.computed.length,
      ),
    }),
    ...(found.sets.some(({ members }) => members) && {
      members: Object.fromEntries(
        found.sets.map(({ name, members }) => [name, members]),
      ),
    }),
    ...(found.readsAny && { readsAny: true }),
    ...(found.writes.size > 0 && { writes: [...found.writes].sort() }),
    ...(problems.length > 0 && {
      problems: problems.map(({ code: it, severity, offset, length }) =>
        `${severity} ${it} ${code.slice(offset, offset + length)}`
      ),
    }),
  };
}

const NOTHING = { sets: [], reads: [], requires: [] };

const CASES: [code: string, found: object, dialect?: ScriptDialect][] = [
  [
    `client.setVar("a", 1); bru.setEnvVar('b', 2); bru.setCollectionVar(\`c\`, 3)`,
    { ...NOTHING, sets: ["a", "b", "c"] },
  ],
  [
    `const NAME = "a"; client.setVar(NAME, 1); client.getVar("b")`,
    { ...NOTHING, sets: ["a"], reads: ["b"] },
  ],
  [`// client.setVar("a", 1)\n"client.setVar('b', 1)"`, NOTHING],
  [
    `for (const k of names) client.setEnvVar(k, 1)`,
    { ...NOTHING, computed: "client.setEnvVar(k, 1)" },
  ],
  [`client.getVar(name)`, { ...NOTHING, readsAny: true }],
  [`client.setVar("a", { b: 1 }); client.setVar("c", {})`, {
    ...NOTHING,
    sets: ["a", "c"],
    members: { a: { b: {} }, c: {} },
  }],
  [
    `const u = { id: 1, "x-y": { z: [{ q: 1 }, 2] }, [k]: 1, ...more, f() {} }; client.setEnvVar("u", u)`,
    {
      ...NOTHING,
      sets: ["u"],
      members: {
        u: {
          id: {},
          "x-y": { z: { 0: { q: {} }, 1: {}, length: {} } },
          f: {},
        },
      },
    },
  ],
  [`let v = { a: 1 }; v = other(); client.setVar("v", v)`, {
    ...NOTHING,
    sets: ["v"],
  }],
  // What the code does only the run knows.
  [`eval(client.getVar("lib"))`, {
    ...NOTHING,
    reads: ["lib"],
    computed: 'eval(client.getVar("lib"))',
    readsAny: true,
  }],
  [`new Function("a", code)(1)`, {
    ...NOTHING,
    computed: 'new Function("a", code)',
    readsAny: true,
  }],
  [`evaluate("a"); const eval2 = 1; client.eval`, NOTHING],
  [`client.getAllVars()`, { ...NOTHING, readsAny: true }],
  [
    `const env = pm.environment; env.set("a", 1); pm.globals.get("b"); postman.setGlobalVariable("c", 1)`,
    { ...NOTHING, sets: ["a", "c"], reads: ["b"] },
    "postman",
  ],
  [
    `const map = new Map(); map.set("a", 1); map.get("a")`,
    NOTHING,
    "postman",
  ],
  [
    `require("./lib/a"); try { require("b") } catch {}`,
    { ...NOTHING, requires: ["./lib/a", "b"] },
  ],
  [
    `req.setUrl("x"); req.body.name = 1; req.headerList.add("a")`,
    { ...NOTHING, writes: ["body", "header a", "url"] },
  ],
  [`req.getUrl(); req.headerList.get("a"); req.body`, NOTHING],
  [
    `pm.request.headers.add({ key: "a", value: "b" }); pm.request.body.raw = "x"`,
    { ...NOTHING, writes: ["body", "header a"] },
    "postman",
  ],
  [
    `req.setHeader("X-A", "1"); pm.request.removeHeader("b"); pm.request.headers.upsert({ key: "C" })`,
    { ...NOTHING, writes: ["header b", "header c", "header x-a"] },
    "postman",
  ],
  [
    `pm.request.headers.add({ key: name })`,
    { ...NOTHING, writes: ["headers"] },
    "postman",
  ],
  [`req.setHeaders({ a: "1" })`, { ...NOTHING, writes: ["headers"] }],
  [
    `pm.request.update("x"); pm.request.update({ header: [], method: "PUT" })`,
    { ...NOTHING, writes: ["headers", "method", "url"] },
    "postman",
  ],
  [
    `const changes = { "auth": null }; pm.request.update(changes)`,
    { ...NOTHING, writes: ["auth"] },
    "postman",
  ],
  [
    `pm.request.update(make())`,
    { ...NOTHING, writes: ["auth", "body", "headers", "method", "url"] },
    "postman",
  ],
  [
    `pm.request.update({ ...changes })`,
    {
      ...NOTHING,
      writes: ["auth", "body", "headers", "method", "url"],
    },
    "postman",
  ],
  [
    `pm.request.addQueryParams("a=1"); pm.request.authorizeUsing("noauth")`,
    { ...NOTHING, writes: ["auth", "url"] },
    "postman",
  ],
  // A name that is taken from an object is what the object has.
  [
    `const { environment, globals: all, iterationData: rows } = pm; environment.set("a", 1); all.get("b"); rows.get("c")`,
    { ...NOTHING, sets: ["a"], reads: ["b", "c"] },
    "postman",
  ],
  [
    `const { environment, request: { headers } } = pm; environment.nope(); headers.add({ key: "a" })`,
    {
      ...NOTHING,
      writes: ["header a"],
      problems: ["error UNKNOWN_MEMBER environment.nope"],
    },
    "postman",
  ],
  [
    `const { "environment": env = {}, globals } = pm; { const { globals } = other(); globals.set("a", 1) } env.set("b", 2)`,
    NOTHING,
    "postman",
  ],
  [`const { res } = make(); res.anything()`, NOTHING],
  // The response and the request have no other members, whoever reads them.
  [
    `console.log(res.boby, req.urll, res.bdoy.id, res.stauts === 200)`,
    {
      ...NOTHING,
      problems: [
        "warning UNKNOWN_MEMBER res.boby",
        "warning UNKNOWN_MEMBER req.urll",
        "warning UNKNOWN_MEMBER res.bdoy",
        "warning UNKNOWN_MEMBER res.stauts",
      ],
    },
  ],
  ...[
    `console.log(res.custom, client.newer, client.setVra)`,
    `res.boby = 1; console.log(res.boby)`,
    `if (res.boby) console.log(res.boby)`,
    `console.log(res.boby ?? res.body)`,
    `console.log(typeof res.boby)`,
    `console.log(res?.boby, res.boby?.id, !res.boby, res.boby !== undefined)`,
    `const a = res.boby ? res.boby : 1; if (res.boby != null) a`,
    `[1].map((res) => res.boby)`,
    // Names of the script itself, however it gives them a value.
    `const [res] = await Promise.all([client.sendRequest({})]); res.boby; res.jsn()`,
    `const [req] = [{ urll: 1 }]; req.urll`,
    `const { a: res = {} } = { a: {} }; res.boby; res.boby()`,
    `const { a: { b: [res] } } = {}; res.boby()`,
    `const { a, ...res } = {}; res.boby()`,
    `const [a, ...req] = []; req.urll()`,
    `for (const req of [{ urll: 1 }]) req.urll`,
    `for (const res of [{ boby: () => 1 }]) res.boby()`,
    `for (const [res] of []) res.boby()`,
    `for await (const res of []) res.boby()`,
    `for (const res in {}) res.boby`,
    `for (let res = { boby: 1 }; res; res = 0) res.boby`,
    `let res; for (res of []) res.boby()`,
    `let res; [res] = []; res.boby()`,
    `let res; ({ a: res } = {}); res.boby()`,
    `try { JSON.parse("") } catch ({ res }) { res.boby() }`,
    `const f = ({ res } = {}, [req] = []) => res.boby() + req.urll`,
    `function f(res = {}) { const own = res; own.boby() }`,
    `for (const res of []) { const own = res; own.boby() }`,
    `class A { res = {}; read() { return this.res.boby } }`,
    `class res { static boby() {} } res.boby()`,
    `const A = class res { static a() { return res.boby } }`,
    `res: for (const a of [1]) { break res }`,
    // What else has it may give it more members.
    `const h = globalThis.marker; h.mark(res); res.boby; res.boby()`,
    `Object.assign(req, { urll: 1 }); req.urll`,
    `const own = res; own.boby = 1; res.boby`,
    `for (const key of ["boby"]) res[key] = 1; res.boby`,
    `const read = () => res.boby; h({ res }); read()`,
    `const res = await client.sendRequest({}); console.log(res.boby)`,
  ].map((code): (typeof CASES)[number] => [code, NOTHING]),
  [`const { setBody, body } = req; setBody("x"); body.a = 1`, {
    ...NOTHING,
    writes: ["body"],
  }],
  [
    `bru.setVarr("b", 2)`,
    { ...NOTHING, problems: ["error UNKNOWN_MEMBER bru.setVarr"] },
  ],
  [
    `if (a) bru.setVarr("b", 2)`,
    { ...NOTHING, problems: ["warning UNKNOWN_MEMBER bru.setVarr"] },
  ],
  [
    `bru.utils.minifyJson("{}")`,
    { ...NOTHING, problems: ["error UNKNOWN_MEMBER bru.utils.minifyJson"] },
  ],
  // The member that is misspelt, not the one behind it.
  [
    `pm.enviroment.set("a", 1)`,
    { ...NOTHING, problems: ["error UNKNOWN_MEMBER pm.enviroment"] },
    "postman",
  ],
  [
    `bru.cokies.get("a")`,
    { ...NOTHING, problems: ["error UNKNOWN_MEMBER bru.cokies"] },
  ],
  [`bru.utils?.minifyJson("{}")`, NOTHING],
  [`if (bru.utils) bru.utils.minifyJson("{}")`, NOTHING],
  // What Chai does not have ends the script.
  [
    `expect(1).to.eqaul(1).and.nope; test("a", () => { expect(a).to.be.nul; expect(a).toBe(1) }); if (a) expect(a).to.have.status(200)`,
    {
      ...NOTHING,
      problems: [
        "error UNKNOWN_MEMBER eqaul",
        "error UNKNOWN_MEMBER nul",
        "error UNKNOWN_MEMBER toBe",
        "warning UNKNOWN_MEMBER status",
      ],
    },
  ],
  [
    `pm.test("a", () => { pm.expect(pm.response).to.have.status(200).and.be.succes; expect(1).to.be.succes })`,
    {
      ...NOTHING,
      problems: ["error UNKNOWN_MEMBER succes", "error UNKNOWN_MEMBER succes"],
    },
    "postman",
  ],
  ...[
    `expect(a).to.have.property("b").that.is.an("object").and.not.empty; expect(a).to.equal(1).toString()`,
    `expect(a).to["eqaul"](1); expect(a).to?.eqaul(1)`,
    `const expect = (a) => ({ to: {} }); expect(1).to.eqaul(1)`,
    `function expect(a) { return { to: {} } } expect(1).to.eqaul(1)`,
    `const f = (expect) => expect(1).to.eqaul(1)`,
    `try { expect(1).to.eqaul(1) } catch (_) {}`,
    `expect(() => expect(1).to.eqaul(1)).to.throw()`,
    `assert.throws(() => { expect(1).to.eqaul(1) })`,
    `const chai = require("chai"); chai.use(own); expect(1).to.eqaul(1)`,
    `require("./more")(expect); expect(1).to.eqaul(1)`,
    `a.expect(1).to.eqaul(1); expect.fail("a")`,
  ].map((code): (typeof CASES)[number] => {
    const [, required] = /require\("([^"]*)"/.exec(code) ?? [];
    return [code, { ...NOTHING, ...required && { requires: [required] } }];
  }),
  [
    `pm.test.skip("a", () => { pm.expect(1).to.eqaul(1) })`,
    NOTHING,
    "postman",
  ],
  // The columns of a row are values: only its methods can be called.
  [
    `bru.runner.iterationData.unset("a"); const row = client.runner.iterationData; row.stringify()`,
    {
      ...NOTHING,
      problems: [
        "error UNKNOWN_MEMBER bru.runner.iterationData.unset",
        "error UNKNOWN_MEMBER row.stringify",
      ],
    },
  ],
  [
    `bru.runner.iterationData.get("a"); bru.runner.iterationData.user.trim()`,
    NOTHING,
  ],
  [`bru.foo = { bar() {} }; bru.foo.bar()`, NOTHING],
  [`try { bru.setVarr("b", 2) } catch {}`, NOTHING],
  [`bru.setVarr?.("b", 2)`, NOTHING],
  [`typeof bru.more === "function" && bru.more()`, NOTHING],
  [
    `const api = client; api.sett(); const jar = bru.cookies.jar(); jar.clera()`,
    {
      ...NOTHING,
      problems: [
        "error UNKNOWN_MEMBER api.sett",
        "error UNKNOWN_MEMBER jar.clera",
      ],
    },
  ],
  [`function f(client) { client.anything() }`, NOTHING],
  [`let res2 = res; res2 = other; res2.anything()`, NOTHING],
  [
    `client.sendRequest({}, (err, res) => res.anything())`,
    NOTHING,
  ],
  [
    `pm.test("a", () => {})`,
    { ...NOTHING, problems: ["error UNKNOWN_MEMBER pm.test"] },
  ],
  [`const pm = make(); pm.test("a", () => {})`, NOTHING],
  [
    `pm.test("a", () => pm.response.to.have.status(200)); pm.expect(1).to.eql(1)`,
    NOTHING,
    "postman",
  ],
  [
    `const a = {;`,
    { ...NOTHING, problems: ["error SCRIPT_SYNTAX ;"] },
  ],
  [`await client.sleep(1); return;`, NOTHING],
];

describe("readScript", () => {
  for (const [code, found, dialect] of CASES) {
    it(code, () => assertEquals<object>(facts(code, dialect), found));
  }

  it("reads import and export in files only", () => {
    const code =
      `import { a } from "./a.js"; export * from "b"; export const set = () => client.setVar("x", a);`;
    const { requires, sets, problems } = readScript({ code, isFile: true });
    assertEquals([...requires, ...sets].map(({ name }) => name), [
      "./a.js",
      "b",
      "x",
    ]);
    assertEquals(problems, []);
    assertEquals(readScript({ code }).problems.map(({ message }) => message), [
      "Cannot parse the script: scripts are not modules: load others with require()",
    ]);
  });

  it("refuses import() and import.meta in scripts only", () => {
    const messages = (code: string, isFile?: true) =>
      readScript({ code, ...isFile && { isFile } }).problems
        .map(({ message }) => message);
    const code = `import("lodash"); import("node:fs"); import(res.body)`;
    assertEquals(messages(code), [
      'Cannot import "lodash": scripts load modules with require()',
      'Cannot import "node:fs": the sandbox has no access to it (only trusted scripts may)',
    ]);
    assertEquals(messages(code, true), []);
    assertEquals(messages(`try { import("fs") } catch {}`), []);
    assertEquals(messages("import.meta.url"), [
      "Cannot parse the script: cannot use 'import.meta' outside a module; client.cwd() is the collection's folder",
    ]);
    assertEquals(messages("import.meta.url", true), []);
  });

  it("suggests the object that a call misspells", () => {
    const [{ suggestion }] =
      readScript({ code: "pm.enviroment.set('a', 1)", dialect: "postman" })
        .problems;
    assertEquals(suggestion, "environment");
  });

  it("reads what it cannot parse by patterns", () => {
    assertEquals(facts(`client.setVar("a", 1); const x = {;`).sets, ["a"]);
  });

  it("reads a script that nests deeper than the stack", () => {
    const code = `client.setVar("a", 1);${"[".repeat(20_000)}`;
    assertEquals(facts(code).sets, ["a"]);
  });
});

describe("readByPattern", () => {
  for (const [code, , dialect] of CASES.slice(0, 1)) {
    it(code, () =>
      assertEquals<object>(facts(code, dialect, readByPattern), {
        ...NOTHING,
        sets: ["a", "b", "c"],
      }));
  }

  const POSTMAN = `pm.environment.set("a", 1); setGlobalVariable("b", 1);
    pm.globals.get("c"); clearEnvironmentVariable("d");`;
  for (
    const [dialect, sets, reads] of [
      ["postman", ["a", "b"], ["c", "d"]],
      [undefined, [], []],
    ] as const
  ) {
    it(`reads Postman's calls ${dialect ? "" : "only "}in its dialect`, () => {
      const found = facts(POSTMAN, dialect, readByPattern);
      assertEquals([found.sets, found.reads], [[...sets], [...reads]]);
    });
  }

  it("finds names that are computed", () => {
    const { computed, readsAny } = facts(
      "bru.setVar(k, 1); bru.getVar(k)",
      undefined,
      readByPattern,
    ) as { computed?: string; readsAny?: boolean };
    assertEquals([computed, readsAny], ["setVar(", true]);
  });
});
