import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "../../lib/host/sandbox/create_sandbox.ts";
import { importPostman } from "../../lib/tools/convert/postman/import_postman.ts";
import { toFiles } from "../../lib/tools/convert/to_files.ts";
import { readCollection } from "../../lib/core/collection/read_collection.ts";
import type { Sandbox } from "../../lib/core/script/border/types.ts";
import { withLongerLimits } from "../support/with_longer_limits.ts";
import { runScript } from "../support/with_script.ts";
import { runPostman, withResponse } from "../support/postman_script.ts";

const sandboxes = new Map<number, Promise<Sandbox>>();
/** Milliseconds for scripts that end. */
const PATIENT = 60_000;

function sandboxOf(timeLimit: number): Promise<Sandbox> {
  const sandbox = sandboxes.get(timeLimit) ?? createSandbox({ timeLimit });
  sandboxes.set(timeLimit, sandbox);
  return sandbox;
}

/** What becomes of a script of Postman's. */
interface Row {
  /** Also its name. */
  readonly script: string;
  /** Code of its error; "fine" by default. */
  readonly ends?: string;
  readonly says?: RegExp;
  /** Its tests and how they ended; the first ten. */
  readonly tests?: readonly string[];
}

const ROWS: readonly Row[] = [
  // What a script does to shared objects is gone when it has ended: see `next` below.
  { script: "pm.test = pm.expect = pm.response = pm.environment = null" },
  { script: "delete globalThis.pm; delete globalThis.tests" },
  {
    script:
      "Object.freeze(pm); Object.freeze(tests); Object.freeze(globalThis.postman)",
  },
  {
    script:
      "Object.prototype.to = 1; Object.prototype.has = 1; Array.prototype.each = 1; String.prototype.has = 1",
  },
  { script: "pm.__proto__.polluted = true; pm.response.__proto__.code = 500" },
  {
    script:
      "pm.expect({}).__proto__.status = () => {}; pm.expect(1).to.constructor.prototype.ok = 1",
  },
  {
    script:
      "require('lodash').merge({}, JSON.parse('{\"__proto__\":{\"polluted\":1}}')); _.map = null",
  },
  {
    script:
      "pm.environment.set('__proto__', { polluted: 1 }); pm.environment.set('constructor', 1); pm.test('own', () => pm.expect(pm.environment.get('__proto__').polluted + pm.environment.get('constructor')).to.equal(2)); pm.test('others', () => pm.expect(pm.environment.has('toString')).to.be.false)",
    tests: ["own passed", "others passed"],
  },
  {
    script:
      "const all = pm.environment.toObject(); all.x = 1; environment.x = 1; pm.test('a copy', () => pm.expect(pm.environment.has('x')).to.be.false)",
    tests: ["a copy passed"],
  },
  {
    script:
      "JSON.parse = JSON.stringify = Object.keys = Array.prototype.map = () => { throw 1 }; tests.a = true",
    ends: "SCRIPT_ERROR",
  },
  {
    script: "Promise = null; pm.sendRequest('http://host/', () => {})",
    ends: "SCRIPT_ERROR",
  },
  // Who makes `tests` another thing.
  { script: "tests = null" },
  { script: "tests = () => {}" },
  { script: "tests = 'text'" },
  { script: "tests = [true, 0]", tests: ["0 passed", "1 failed"] },
  {
    script:
      "Object.defineProperty(globalThis, 'tests', { get() { throw new Error('mine') } })",
    ends: "SCRIPT_ERROR",
    says: /mine/,
  },
  {
    script:
      "Object.defineProperty(tests, 'a', { enumerable: true, get() { throw new Error('mine') } })",
    ends: "SCRIPT_ERROR",
    says: /mine/,
  },
  {
    script:
      "Object.defineProperty(tests, 'a', { enumerable: true, get() { for (;;); } })",
    ends: "SCRIPT_TIMEOUT",
  },
  {
    script: "tests = new Proxy({}, { ownKeys() { for (;;); } })",
    ends: "SCRIPT_TIMEOUT",
  },
  { script: "tests.a = { toString() { throw 1 } }", tests: ["a passed"] },
  { script: "tests.__proto__ = { inherited: false }" },
  {
    script: "tests['__proto__'] = false; tests['constructor'] = true",
    tests: ["constructor passed"],
  },
  {
    script: "tests[Symbol('s')] = false; tests[''] = false",
    tests: [" failed"],
  },
  {
    script: "for (let i = 0; i < 20000; i++) tests['t' + i] = true",
    ends: "LIMIT",
    says: /10000 results after the first 10000 are lost/,
    tests: Array.from({ length: 10 }, (_, i) => `t${i} passed`),
  },
  { script: "tests['n'.repeat(3e7)] = true", ends: "SCRIPT_MEMORY" },
  {
    script: "for (;;) tests[Math.random()] = true",
    ends: "any",
    says: /ran longer|more memory/,
  },
  // What is thrown as a skipped request is, is not.
  {
    script:
      "try { pm.execution.skipRequest() } catch (skipped) { skipped.message = 'x' }; pm.test('goes on', () => {})",
    tests: ["goes on passed"],
  },
  { script: "throw new Error('the request is skipped')", ends: "SCRIPT_ERROR" },
  {
    script: "Promise.reject(new Error('dropped'))",
    ends: "SCRIPT_ERROR",
    says: /dropped/,
  },
  {
    script: "pm.sendRequest('http://host/', () => { for (;;); })",
    ends: "SCRIPT_TIMEOUT",
  },
  {
    script: "(function send() { pm.sendRequest('http://host/', send) })()",
    ends: "SCRIPT_TIMEOUT",
  },
  {
    script:
      "let lost = 0; for (let i = 0; i < 2000; i++) pm.sendRequest('http://host/', (error) => { if (/more than 1000/.test(error)) tests.told = ++lost === 1000 })",
    ends: "any",
    says: /^$|ran longer/,
  },
  // Texts made to take for ever.
  { script: "pm.variables.replaceIn('{{'.repeat(1e5))" },
  { script: "pm.variables.replaceIn('{{a'.repeat(1e5) + '}}')" },
  {
    script: "pm.environment.replaceIn('{{a}}'.repeat(1e5))",
    ends: "any",
    says: /^$|ran longer/,
  },
  {
    script:
      "pm.request.url = 'http://' + '@'.repeat(1e5); pm.request.url.getHost()",
  },
  {
    script:
      "pm.request.url = 'http://h?' + '&'.repeat(1e4); pm.request.url.query.count()",
  },
  {
    script:
      "pm.request.url = 'a:'.repeat(1e5); pm.request.url.getPath(); pm.request.url.port",
  },
  {
    script: "const a = []; a.push(a); pm.environment.set('a', a)",
    ends: "SCRIPT_ERROR",
    says: /a cycle/,
  },
  {
    script: "const a = {}; a.a = a; pm.variables.replaceIn(a)",
    ends: "SCRIPT_ERROR",
    says: /stack overflow/,
  },
  {
    script:
      "let a = {}; for (let i = 0; i < 1e4; i++) a = { a }; pm.environment.set('a', a)",
    ends: "SCRIPT_ERROR",
    says: /levels/,
  },
  {
    script: "pm.environment.set('a', { toJSON() { return () => 1 } })",
    ends: "SCRIPT_ERROR",
    says: /is a function/,
  },
  {
    script: "pm.environment.set({ toString() { throw new Error('mine') } }, 1)",
    ends: "SCRIPT_ERROR",
    says: /mine/,
  },
  { script: "pm.environment.set('x'.repeat(1e6), 1)" },
  {
    script: "xml2Json('<a>'.repeat(1e4))",
    ends: "any",
    says: /Unclosed|stack|ran longer/,
  },
  {
    script: "xml2Json('<!DOCTYPE x [<!ENTITY a \"b\">]><x>&a;</x>')",
    ends: "any",
    says: /^$|entity/i,
  },
  {
    script: "pm.response.to.have.body(/(a+)+$/)",
    ends: "SCRIPT_ERROR",
    says: /to match/,
  },
  {
    script: "pm.expect('a'.repeat(40) + 'b').to.match(/^(a+)+$/)",
    ends: "SCRIPT_TIMEOUT",
  },
  {
    script: "pm.request.headers.add({ key: 'A\\r\\nB: c', value: 'x\\r\\ny' })",
  },
  // What would be told more than scripts may know.
  { script: "require('fs')", ends: "SCRIPT_ERROR", says: /no access/ },
  { script: "pm.require('npm:fs')", ends: "SCRIPT_ERROR", says: /no access/ },
  {
    script: "pm.require('../../../etc/passwd')",
    ends: "any",
    says: /etc\/passwd/,
  },
  {
    script:
      "pm.variables.get('process.env.HOME') === undefined || pm.expect.fail('told')",
  },
  {
    script: "pm.environment.set('process.env.HOME', 'x')",
    ends: "SCRIPT_ERROR",
    says: /reserved/,
  },
  {
    script: "this.constructor.constructor('return Deno')()",
    ends: "SCRIPT_ERROR",
    says: /Deno is not defined/,
  },
  {
    script: "pm.test.constructor('return Deno')()",
    ends: "SCRIPT_ERROR",
    says: /Deno is not defined/,
  },
  // What is not a script.
  { script: "pm.test('a', () => {", ends: "SCRIPT_SYNTAX" },
  { script: "}); pm.test('out', () => {", ends: "SCRIPT_SYNTAX" },
  { script: "// " + "x".repeat(1e6) },
];

describe("hostile scripts of Postman's", () => {
  afterAll(async () => {
    for (const sandbox of sandboxes.values()) (await sandbox).dispose();
  });

  for (const { script, ends = "fine", says, tests } of ROWS) {
    const test = async (limit: number) => {
      const sandbox = await sandboxOf(limit);
      const { error, tests: ran } = await runPostman(sandbox, script);
      if (ends !== "any") {
        assertEquals(error?.code ?? "fine", ends, error?.message);
      }
      if (says !== undefined) assertMatch(error?.message ?? "", says);
      if (tests !== undefined) {
        assertEquals(
          ran.slice(0, 10).map(({ name, status }) => `${name} ${status}`),
          tests,
        );
      }
      const next = await runPostman(
        sandbox,
        `pm.test("next", () => {
  pm.response.to.have.status(200);
  pm.response.to.be.ok;
  pm.expect([1].each(() => 0).length + {}.polluted).to.eql(NaN);
  pm.expect(_.map([pm.response.json().items[0].id], (it) => it + 1)).to.eql([2]);
});
tests["a text"] = responseBody.has("items");`,
      );
      assertEquals(
        [
          next.error?.message,
          ...next.tests.map(({ status, diagnostic }) =>
            diagnostic?.message ?? status
          ),
        ],
        [undefined, "passed", "passed"],
      );
      const other = await runScript(
        sandbox,
        "test('other', () => expect(typeof pm + typeof tests + ('has' in '' .constructor.prototype)).to.equal('undefinedundefinedfalse'))",
        withResponse(),
      );
      assertEquals(other.tests[0]?.diagnostic?.message, undefined);
    };
    // A script that never ends needs a short limit, in which those that follow
    // may not end on a busy machine.
    const isEndless = ends === "SCRIPT_TIMEOUT" || ends === "any";
    it(
      script.slice(0, 120),
      () => isEndless ? withLongerLimits(test) : test(PATIENT),
    );
  }
});

/** A document that was made to break its reader, or that someone broke. */
const DOCUMENTS: readonly [name: string, item: unknown, files: RegExp][] = [
  ["a script of 1 MB", {
    name: "a",
    event: [{ listen: "test", script: { exec: ["// " + "x".repeat(1e6)] } }],
    request: "http://h",
  }, /^opencollection\.yml a\.yml$/],
  ["what is not a script", {
    name: "a",
    event: [null, 5, { listen: "test" }, { listen: "test", script: 5 }, {
      listen: "test",
      script: { exec: [null, { a: 1 }, 5] },
    }, { listen: "other", script: { exec: "x" } }],
    request: "http://h",
  }, /^opencollection\.yml a\.yml$/],
  [
    "names of everything",
    {
      name: "__proto__",
      item: [{ name: "constructor", request: "http://h" }, {
        name: "toString",
        item: [],
      }, { name: null, request: null }],
    },
    /__proto__\/constructor\.yml/,
  ],
  ["what is not an item", [null, 1, "x", [], {}], /^opencollection\.yml/],
];

describe("hostile collections of Postman's", () => {
  for (const [name, item, written] of DOCUMENTS) {
    it(name, () => {
      const document = {
        info: { name: "C" },
        item: Array.isArray(item) ? item : [item],
      };
      const { value } = importPostman({
        name: "c.json",
        files: new Map([["c.json", JSON.stringify(document)]]),
        main: "c.json",
      });
      const { files } = toFiles(value!);
      assertMatch([...files.keys()].join(" "), written);
      const { diagnostics } = readCollection({ root: "", files });
      assertEquals(
        diagnostics.filter(({ severity }) => severity === "error"),
        [],
      );
    });
  }
});
