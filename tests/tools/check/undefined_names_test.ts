import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ScriptDialect } from "../../../lib/core/collection/types.ts";
import {
  apiOf,
  globalNames,
} from "../../../lib/tools/check/explain/api_members.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import { runCollection } from "../../support/run_collection.ts";
import { MODULE_PARTS } from "../../../lib/tools/check/script/module_parts.ts";
import { KNOWN_NAMES } from "../../../lib/tools/check/script/undefined_names.ts";

/** What crypto-js names its files after, beside its members. */
const GROUPS = ["algo", "enc", "format", "kdf", "lib", "mode", "pad", "x64"];

/** What is said of each name that nothing defines. */
const CASES: [code: string, found: string[], dialect?: ScriptDialect][] = [
  ["foo.bar", ["error foo"]],
  ["foo(); foo()", ["error foo"]],
  ["const o = { [foo]: 1 }; o[bar]", ["error foo", "error bar"]],
  ["`${foo}`; class A extends Foo {}", ["error foo", "error Foo"]],
  ["const o = { foo }", ["error foo"]],
  ["for (const a of list) { a; }", ["error list"]],
  ["test('a', () => { expect(foo).to.equal(1); })", ["error foo"]],
  // What may not run.
  ["if (res.status) foo()", ["warning foo"]],
  ["function late() { foo() }", ["warning foo"]],
  ["const o = { m() { foo() } }", ["warning foo"]],
  // With a way out.
  ["jwt.sign({})", ['error jwt: write const jwt = require("jsonwebtoken")']],
  ["resp.status", ['error resp (did you mean "res"?)']],
  ["responseTime", ["error responseTime: write res.responseTime"]],
  ["responseTime; _.get; CryptoJS.MD5; tests.a = 1", [], "postman"],
  ["fs.readFileSync('a')", [
    "warning fs: the sandbox has no access to it; use brace run --trust-scripts if you trust this collection",
  ]],
  ["Deno.env.get('A')", [
    "warning Deno: write process.env.NAME, which --allow-env=NAME gives",
  ]],
  ["new FormData()", [
    "warning FormData: the sandbox has no access to it; use brace run --trust-scripts if you trust this collection",
  ]],
  ["window.x", [
    "error window: a script does not run in a browser; write globalThis",
  ]],
  // What only files have that a script requires.
  ["__dirname + '/a.json'", [
    "error __dirname: only a file that a script requires has it; client.cwd() is the collection's folder",
  ]],
  ["exports.a = 1", [
    "error exports: only a file that a script requires has it",
  ]],
  ["if (typeof module === 'object') module.exports = {}", []],
  // What a script defines itself, in whatever order.
  ["foo(); function foo() {}", []],
  [
    "const { a, b: c = 1, ...d } = res.body; const [e, , ...f] = []; a; c; d; e; f",
    [],
  ],
  ["const { a, b: c = 1, ...d } = res.body; b", ["error b"]],
  ["[1].map((a, { b }, ...c) => a + b + c); try { a } catch (e) { e }", []],
  [
    "class A { b = 1; c() { return new A(); } }; const f = function g() { g() }",
    [],
  ],
  ["foo = 1; foo; globalThis.bar = 1; bar; for (baz in {}) baz", []],
  ["a: for (;;) { break a; }", []],
  ["const f = ({ cents }) => cent; f", [
    'warning cent (did you mean "cents"?)',
  ]],
  ["try { f() } catch (fault) { if (res) { faul } }; function f() {}", [
    'warning faul (did you mean "fault"?)',
  ]],
  ["const o = (cents) => cents; o; cent", [
    'error cent (did you mean "client"?)',
  ]],
  ["typeof foo === 'undefined' || foo()", []],
  ["try { foo() } catch {}", []],
  ["const o = { foo: 1, bar() {} }; o.baz", []],
  ["eval('var foo'); foo", []],
  ["with (res) { status }", []],
  ["({ get a() { return arguments } }); undefined; NaN; globalThis", []],
];

describe("a name that a script reads", () => {
  for (const [code, found, dialect] of CASES) {
    it(`${code}${dialect ? ` (${dialect})` : ""}`, () => {
      const { problems } = readScript({ code, ...dialect && { dialect } });
      assertEquals(
        problems.map(({ severity, message, offset, length }) => {
          const name = code.slice(offset, offset + length);
          const start = `Cannot read "${name}": it is not defined`;
          assertEquals(message.slice(0, start.length), start);
          return `${severity} ${name}${message.slice(start.length)}`;
        }),
        found,
      );
    });
  }

  it("is known in a file that a script requires", () => {
    const code = "exports.a = __dirname; module.exports.b = __filename; __line";
    const { problems } = readScript({ code, isFile: true });
    assertEquals(problems.map(({ message }) => message), [
      'Cannot read "__line": it is not defined',
    ]);
  });

  it("is known where the sandbox has it", async () => {
    const asked = [...KNOWN_NAMES].map((name) => `[typeof ${name}, "${name}"]`);
    const code = `
      console.log(Object.getOwnPropertyNames(globalThis).join(" "));
      console.log([${asked}].filter(([type]) => type === "undefined").map(([, name]) => name).join(" "));`;
    const { results } = await runCollection({
      "a.yml": JSON.stringify({
        http: { method: "GET", url: "http://127.0.0.1:1" },
        runtime: { scripts: [{ type: "before-request", code }] },
      }),
    });
    const [has, lacks] = results[0].console.map(({ text }) => text.split(" "));
    const own = ["$brace_watch", ...globalNames(apiOf(undefined))];
    assertEquals(
      has.filter((name) => !KNOWN_NAMES.has(name) && !own.includes(name)),
      [],
    );
    assertEquals(lacks, ["undefined"]);
  });
});

describe("a part of a package that a script requires", () => {
  it("is known where the sandbox has it", async () => {
    const code = `
      const names = (it) => Object.keys(it).sort().join(" ");
      console.log(["crypto-js", "lodash", "uuid"].map((name) => names(require(name))).join("\\n"));
      const groups = require("crypto-js");
      console.log(${
      JSON.stringify(GROUPS)
    }.map((name) => names(groups[name])).join("\\n"));`;
    const { results } = await runCollection({
      "a.yml": JSON.stringify({
        http: { method: "GET", url: "http://127.0.0.1:1" },
        runtime: { scripts: [{ type: "before-request", code }] },
      }),
    });
    const known = (members: unknown) =>
      Object.keys(members as object).sort().join(" ");
    const { "crypto-js": crypto, lodash, uuid } = MODULE_PARTS;
    assertEquals(results[0].console.map(({ text }) => text.split("\n")), [
      [crypto, lodash, uuid].map(known),
      GROUPS.map((name) => known(crypto[name])),
    ]);
  });
});
