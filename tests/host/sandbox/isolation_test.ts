import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import {
  createSandbox,
  InstancePool,
} from "../../../lib/host/sandbox/create_sandbox.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runGood, runScript, valueOf } from "../../support/with_script.ts";

const sandbox = await createSandbox();
// A sandbox that has run many scripts knows which of them leave nothing behind.
for (let i = 0; i < 20; i++) {
  await runGood(sandbox, "client.setVar('n', 1)", fakeContext());
}

/** What a script may do to its own world. The next one finds none of it. */
const TAMPERING = [
  "Object.prototype.polluted = 1; globalThis.polluted = 1",
  "leaked = 1; var hoisted = 2; function leak() {}",
  "Array.prototype.push = () => { throw 1 }; Array.prototype[Symbol.iterator] = null",
  "Array.prototype.map = Array.prototype.filter = Array.prototype.join = () => 'x'",
  "JSON.stringify = () => '\"x\"'; JSON.parse = () => 'x'",
  "Object.keys = Object.entries = Object.defineProperty = () => []",
  "Object.defineProperty(Object.prototype, 'then', { get() { throw 1 }, configurable: true })",
  "Promise.prototype.then = Promise.resolve = null; globalThis.Promise = null",
  "String.prototype.toLowerCase = String.prototype.split = RegExp.prototype.exec = () => 'x'",
  "Date.prototype.getTime = Date.now = () => NaN; globalThis.Date = null",
  "Map.prototype.get = Map.prototype.set = Set.prototype.has = WeakSet.prototype.add = () => 1",
  "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 1; Reflect.apply = null",
  "Error.prototype.name = 'Fine'; globalThis.Error = class {}; Error.captureStackTrace = () => 1",
  "client.setVar = client.getVar = () => 'fake'; bru = client = null",
  "test = expect = assert = require = console = req = res = undefined",
  "Object.freeze(Object.prototype); Object.freeze(Array.prototype); Object.freeze(globalThis)",
  "Object.setPrototypeOf(Array.prototype, null); Object.setPrototypeOf(Function.prototype, null)",
  "for (const key of Reflect.ownKeys(globalThis)) { try { delete globalThis[key] } catch {} }",
  "expect.fail = null; require('chai').Assertion.prototype.equal = () => 1; require('chai').config.truncateThreshold = 0",
  "class Sneaky extends Array { get length() { throw 1 } } Array = Sneaky",
];

const CHECK = `
test("equal", () => expect([1, { a: new Date(0) }]).to.eql([1, { a: new Date(0) }]));
test("fails", () => expect(1).to.equal(2));
test("async", async () => { await client.sleep(0); expect(res.body.items.map(i => i.id)).to.eql([1, 2]); });
client.setVar("seen", [typeof polluted, typeof leaked, typeof hoisted, typeof leak, client.getVar("n"), {}.polluted === undefined]);
console.log("fine", { a: 1 });`;

/** What could reach what all scripts share, and hides it. */
const HIDDEN = [
  "const p = Object.getPrototypeOf([]); p.map = () => 'x'",
  "const get = () => Array; get()['proto' + 'type'].map = () => 'x'",
  "const key = 'con' + 'structor'; [].at[key]('Array.prototype.map = () => 1')()",
  "expect([]).to.have.property('__proto__').that.satisfies((it) => { it.map = 1; return true; })",
  "{ let expect; } expect = 1",
  "JSON\n.parse = () => 'x'",
  `JSON${" ".repeat(300)}.parse = () => 'x'`,
  `/"/.test(""); JSON.parse = () => 'x'; /"/.test("")`,
  "/'/.test(''); Array.isArray = () => false; /'/.test('')",
  "[JSON.parse, Object.keys] = [() => 'x', () => []]",
  "({ a: JSON.parse } = { a: () => 'x' })",
  "for (JSON.parse of [() => 'x']);",
  "for (const key of ['parse', 'stringify']) (() => JSON)()[key] = () => 'x'",
  "for (test of [() => {}]);",
  "[expect] = [() => 1]",
  "(() => expect)().fail = null; (() => Object)().keys = () => []",
  "const of = (it) => Object.getPrototypeOf(it); of(of(expect(1))).equal = () => 1",
  "const it = [].at; const all = Object.getPrototypeOf(it); all.call = all.apply = () => 1",
  "[[].map][0].name; const p = Object.getPrototypeOf(Object.getPrototypeOf([].values())); p.next = 1; Object.getPrototypeOf([].values()).next = () => ({ done: true })",
  "const p = Object.getPrototypeOf(new Map()); p.get = p.set = () => 1",
  "const p = Object.getPrototypeOf(Object.getPrototypeOf([])); p.polluted = 1",
  "const { log } = console; Object.getPrototypeOf(log).leaked = 1; (() => console)().log = () => {}",
  "(() => client)().getVar = () => 'fake'; (() => res)().getBody = null",
  "const show = [client][0]; show.setVar = () => {}",
  "let [a] = [res]; a.body = 1; a.status = 500; a.getStatus = () => 1",
];

describe("what a script changes of its world", () => {
  afterAll(() => sandbox.dispose());

  for (const script of TAMPERING) {
    it(script, async () => {
      const context = fakeContext({
        response: fakeResponse(),
        scopes: { runtime: { n: 7 } },
      });
      // It may break itself; that is its own affair.
      await runScript(sandbox, `// chai\n${script}`, context);
      const { tests, console } = await runGood(sandbox, CHECK, context);
      assertEquals(tests.map(({ name, status }) => [name, status]), [
        ["equal", "passed"],
        ["fails", "failed"],
        ["async", "passed"],
      ]);
      assertEquals([tests[1].expected, tests[1].actual], ["2", "1"]);
      assertEquals(context.scopes.runtime.seen, [
        ...Array(4).fill("undefined"),
        7,
        true,
      ]);
      assertEquals(console, [{ level: "log", text: "fine { a: 1 }" }]);
    });
  }

  for (const script of HIDDEN) {
    it(`the same request does not find: ${script}`, async () => {
      const context = fakeContext({
        response: fakeResponse(),
        scopes: { runtime: { n: 7 } },
      });
      await runScript(sandbox, `// chai\n${script}`, context);
      const { tests, console } = await runGood(sandbox, CHECK, context);
      assertEquals(tests.map(({ status }) => status), [
        "passed",
        "failed",
        "passed",
      ]);
      assertEquals(context.scopes.runtime.seen, [
        ...Array(4).fill("undefined"),
        7,
        true,
      ]);
      assertEquals(console, [{ level: "log", text: "fine { a: 1 }" }]);
    });

    it(`another request does not find: ${script}`, async () => {
      for (let i = 0; i < 3; i++) {
        await runScript(sandbox, script, fakeContext());
        const context = fakeContext({
          response: fakeResponse(),
          scopes: { runtime: { n: 7 } },
        });
        await runGood(sandbox, CHECK, context);
        const { tests } = await runGood(sandbox, CHECK, context);
        assertEquals(tests.map(({ status }) => status), [
          "passed",
          "failed",
          "passed",
        ]);
      }
    });
  }

  it("does not change what it hands over", async () => {
    const context = fakeContext();
    await runGood(
      sandbox,
      `JSON.stringify = () => '[["runtime","a","forged"]]';
      Object.keys = () => ["forged"];
      client.setVar("a", { b: [1] });`,
      context,
    );
    assertEquals(context.scopes.runtime, { a: { b: [1] } });
  });

  it("cannot name Brace's side of the border", async () => {
    assertEquals(
      await valueOf(
        sandbox,
        `Reflect.ownKeys(globalThis).filter(k => typeof k === "string" && /host|border|bridge|install/i.test(k))`,
      ),
      [],
    );
  });

  it("scripts that wait do not see each other", async () => {
    const contexts = [1, 2, 3].map((n) =>
      fakeContext({ scopes: { runtime: { n } } })
    );
    await Promise.all(contexts.map((context) =>
      runGood(
        sandbox,
        `globalThis.mine = client.getVar("n");
        await client.sleep(5);
        client.setVar("mine", mine);`,
        context,
      )
    ));
    assertEquals(contexts.map(({ scopes }) => scopes.runtime.mine), [1, 2, 3]);
  });

  it("a script can run a request whose scripts run in the sandbox", async () => {
    const inner = fakeContext();
    const outer = {
      ...fakeContext(),
      runRequest: async () => {
        await runGood(sandbox, "client.setVar('inner', 1)", inner);
        return fakeResponse();
      },
    };
    await runGood(
      sandbox,
      "const own = 5; await client.runRequest('x'); client.setVar('outer', own)",
      outer,
    );
    assertEquals(inner.scopes.runtime, { inner: 1 });
    assertEquals(outer.scopes.runtime, { outer: 5 });
  });

  it("scripts that run at once share a few instances", async () => {
    const instances = new Set<unknown>();
    class Counting extends InstancePool {
      override async take(...of: Parameters<InstancePool["take"]>) {
        const instance = await super.take(...of);
        instances.add(instance);
        return instance;
      }
    }
    const other = await createSandbox({ pool: new Counting() });
    const contexts = Array.from({ length: 30 }, () => fakeContext());
    await Promise.all(
      contexts.map((context) =>
        runGood(other, "client.setVar('ran', 1)", context)
      ),
    );
    assertEquals(
      contexts.map(({ scopes }) => scopes.runtime.ran),
      Array(30).fill(1),
    );
    assertEquals(instances.size <= 4, true, `${instances.size}`);
    other.dispose();
  });

  it("scripts that wait keep no other from running", async () => {
    const other = await createSandbox();
    const all = Promise.withResolvers<void>();
    let waiting = 0;
    const runs = Array.from({ length: 20 }, () => ({
      ...fakeContext(),
      // Each ends only when all have begun.
      runRequest: async () => {
        if (++waiting === 20) all.resolve();
        await all.promise;
        return fakeResponse();
      },
    }));
    await Promise.all(
      runs.map((context) =>
        runGood(other, "await client.runRequest('x')", context)
      ),
    );
    assertEquals(waiting, 20);
    other.dispose();
  });

  it("a disposed sandbox ends what waits", async () => {
    const other = await createSandbox();
    const context = fakeContext();
    const running = runScript(
      other,
      "test('t', () => {}); client.setVar('waits', true); await client.sleep(60000)",
      context,
    );
    while (!context.scopes.runtime.waits) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    other.dispose();
    const { error, tests } = await running;
    assertEquals(error?.code, "SCRIPT_ERROR");
    assertEquals(tests.length, 1);
  });
});
