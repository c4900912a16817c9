import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import { leavesNothing } from "../../../lib/core/script/leaves_nothing.ts";
import { fakeContext } from "../../support/fake_script_context.ts";
import { runGood } from "../../support/with_script.ts";

/** What stands in most scripts. */
const HARMLESS = [
  "",
  'client.setVar("id", res.body.items[0].id);',
  'const count = bru.getVar("count") ?? 0; bru.setVar("count", count + 1);',
  'test("ok", () => { expect(res.status).to.equal(200); expect(res).to.have.property("body"); });',
  'test("ok", function () { expect(res.getBody()).to.be.an("array").that.has.length(2); });',
  "const { items: [first, ...rest], total = 0 } = res.body; assert.equal(rest.length, total);",
  "let sum = 0; for (const item of res.body) { sum += item.n; } console.log(`sum ${sum}`);",
  "res.body.forEach((item, i) => { expect(item['id']).to.equal(i); });",
  "const ids = Object.keys(res.body).map(Number).filter(Boolean); client.setVar('ids', JSON.stringify(ids));",
  "client.setVar('now', new Date(Date.now() + 1).toISOString());",
  "expect(res.body).to.have.property('id', 1); expect(res.body).to.have.nested.property('items[0].id');",
  "if (res.status !== 200) { client.runner.stopExecution(); return; }",
  "try { JSON.parse(res.text); } catch (error) { throw new Error(error.message); }",
  "function double(n) { return n * 2; } client.setVar('n', double(2));",
  "req.setHeader('x-a', String(Math.floor(Math.random() * 10))); req.setBody({ ...req.getBody(), a: 1 });",
  'const unused = { get a() { return 1 }, "b": [1, , 2] }; const text = "Array.prototype.map = 1";',
];

/** What could reach something that the next script finds, however it is hidden. */
const HARMFUL = [
  "Array.prototype.map = 1",
  "Object.prototype.polluted = 1",
  "const p = Object.getPrototypeOf([]); p.map = 1",
  "const get = () => Array; get()['proto' + 'type'].map = 1",
  "[].map.x = 1",
  "''['at'].x = 1",
  "const { constructor } = []; constructor.x = 1",
  "const { ['constructor']: c } = []; c",
  "const [{ prototype: p }] = [String]; p",
  "const key = 'con' + 'structor'; [].at[key]('leaked = 1')()",
  "[].at['constructor']('leaked = 1')()",
  "[].at?.constructor('leaked = 1')()",
  "[].at.con\\u0073tructor('leaked = 1')()",
  "for (const key of ['prototype']) String[key].at = 1",
  "for (client.x of [1]);",
  "for (expect in { a: 1 });",
  "({ a: client.getVar } = { a: 1 }); [client.x] = [1];",
  "client.getVar = 1",
  "client.n++",
  "delete client.getVar",
  "expect = 1",
  "leaked = 1",
  "{ let expect; } expect = 1",
  "var res; res = 1",
  "const f = (test) => 1; test = 1",
  "try { throw 1 } catch (bru) {} bru = 2",
  "{ function JSON() {} } JSON.parse = 1",
  "this.x = 1",
  "(function () { this.x = 1 })()",
  "(() => this)().x = 1",
  "globalThis.x = 1",
  "eval('leaked = 1')",
  "Object.assign(client, { x: 1 })",
  "Object.freeze(client)",
  "const { assign } = Object; assign(client, { x: 1 })",
  "const all = [Object]; all[0].freeze(client)",
  "Reflect.set(client, 'x', 1)",
  "[].push.call(client, 1)",
  "[].push.apply(client, [1])",
  "const push = [].push.bind(client); push(1)",
  "const e = Error; e.stackTraceLimit = 1",
  "Error.captureStackTrace(client)",
  "require('chai').use(() => {})",
  "setTimeout(() => {}, 1)",
  "new Function('leaked = 1')()",
  "new (class extends Array {})()",
  "class Own { static { leaked = 1 } }",
  "async () => { await 1 }",
  "function* f() {} f().next()",
  "String.raw`${1}`",
  "({ __proto__: client })",
  "client.__proto__ = null",
  "client.__defineGetter__('x', () => 1)",
  "with (client) { getVar = 1 }",
  "arguments[0]",
  "import('x')",
  "0 <!--client[leaked = 1]",
  "}; leaked = 1; {",
  "expect([]).to.have.property('constructor').that.satisfies((it) => it.from(1))",
  "expect([]).to.have.property('con' + 'structor')",
  "expect([]).to.have.nested.property('at.constructor')",
  "expect([]).to.have.nested.property('at[constructor]')",
  "expect({ a: [] }).to.have.ownProperty(...['constructor'])",
  "expect([])._obj.push(1)",
  "const { property: p } = expect([]); ({ ...expect([]), p }).p('constructor')",
  "const { property } = expect([]).to.have; property('constructor')",
  "console.count('a')",
  "console.time('a')",
  "const = 1",
];

describe("leavesNothing", () => {
  for (const code of HARMLESS) {
    it(code, () => assertEquals(leavesNothing(code), true));
  }
  for (const code of HARMFUL) {
    it(`not ${code}`, () => assertEquals(leavesNothing(code), false));
  }

  it("not what is more deeply nested than the stack is", () => {
    assertEquals(leavesNothing(`res${".body".repeat(100_000)}`), false);
    assertEquals(leavesNothing("[".repeat(100_000)), false);
  });

  it("a script's own variables never have a global's name", async () => {
    const sandbox = await createSandbox();
    const context = fakeContext();
    await runGood(
      sandbox,
      `require("crypto"); new URL("http://host");
      client.setVar("names", Object.getOwnPropertyNames(globalThis));`,
      context,
    );
    sandbox.dispose();
    const names = context.scopes.runtime.names as string[];
    const usable = names.filter((name) =>
      leavesNothing(`let ${name} = 1;`) || leavesNothing(`((${name}) => 1)(2)`)
    );
    assertEquals(usable, []);
  });
});
