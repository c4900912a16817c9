import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runGood, runScript, valueOf } from "../../support/with_script.ts";

const sandbox = await createSandbox();

/** Expression → its value. */
const VALUES: readonly [expression: string, value: unknown][] = [
  ["typeof Deno", "undefined"],
  ["typeof globalThis.process.versions.node", "undefined"],
  ["typeof WebAssembly", "undefined"],
  ["global === globalThis", true],
  // timers
  ["await new Promise(done => setTimeout(done, 1, 'a'))", "a"],
  [
    "await new Promise(done => { const id = setTimeout(done, 1, 'a'); clearTimeout(id); setTimeout(done, 3, 'b') })",
    "b",
  ],
  [
    "await new Promise(done => { let n = 0; const id = setInterval(() => { if (++n === 3) { clearInterval(id); done(n) } }, 1) })",
    3,
  ],
  ["await new Promise(done => setImmediate(done, 1))", 1],
  ["await new Promise(done => queueMicrotask(() => done(1)))", 1],
  ["await new Promise(done => process.nextTick(done, 1))", 1],
  // URL
  [
    "new URL('/a/../b?x=1&y=%20#h', 'https://u:p@host:8443/z').href",
    "https://u:p@host:8443/b?x=1&y=%20#h",
  ],
  [
    "[new URL('http://host:80/a?b#c')].map(u => [u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, u.origin])[0]",
    ["http:", "host", "host", "", "/a", "?b", "#c", "http://host"],
  ],
  [
    "[new URL('http://host/')].map(u => (u.pathname = '/ä', u.searchParams.set('q', 'a b&c'), u.hash = 'x', `${u}`))[0]",
    "http://host/%C3%A4?q=a+b%26c#x",
  ],
  [
    "[new URL('http://host/?a=1')].map(u => (u.search = '?a=2', u.searchParams.get('a')))[0]",
    "2",
  ],
  ["JSON.stringify({ u: new URL('http://host/') })", '{"u":"http://host/"}'],
  ["URL.canParse('nope')", false],
  ["URL.parse('nope')", null],
  ["new URLSearchParams('?a=1&b=%C3%A4+x&a=2').getAll('a')", ["1", "2"]],
  ["new URLSearchParams('b=%C3%A4+x').get('b')", "ä x"],
  ["new URLSearchParams({ a: 'ü/', b: 1 }).toString()", "a=%C3%BC%2F&b=1"],
  ["[...new URLSearchParams([['b', 2], ['a', 1]])]", [["b", "2"], ["a", "1"]]],
  [
    "[new URLSearchParams('b=2&a=1&b=3')].map(p => (p.sort(), p.delete('b', '3'), p.append('c', ''), [p.size, p.has('b'), `${p}`]))[0]",
    [3, true, "a=1&b=2&c="],
  ],
  ["new URLSearchParams('a=%zz').get('a')", "%zz"],
  // text
  ["[...new TextEncoder().encode('é😀')]", [195, 169, 240, 159, 152, 128]],
  ["new TextDecoder().decode(new Uint8Array([195, 169]))", "é"],
  ["new TextDecoder('latin1').decode(new Uint8Array([233]))", "é"],
  ["atob('aGk=')", "hi"],
  ["btoa('hé')", "aOk="],
  // Buffer
  ["Buffer.from('hé').toString('base64')", "aMOp"],
  ["Buffer.from('aMOp', 'base64').toString()", "hé"],
  ["Buffer.from('--__', 'base64url').toString('hex')", "fbefff"],
  ["Buffer.from('fbefff', 'hex').toString('base64url')", "--__"],
  ["Buffer.from([104, 105]).toString('latin1')", "hi"],
  [
    "Buffer.concat([Buffer.from('a'), Buffer.from('bc')]).toString('utf8', 1)",
    "bc",
  ],
  ["Buffer.byteLength('é')", 2],
  [
    "Buffer.isBuffer(Buffer.alloc(2)) && !Buffer.isBuffer(new Uint8Array())",
    true,
  ],
  ["Buffer.from('a').equals(Buffer.from('a'))", true],
  ["JSON.stringify(Buffer.from('a'))", '{"type":"Buffer","data":[97]}'],
  ["Buffer.from('abc').subarray(1).toString()", "bc"],
  ["Buffer.from([1, 2, 3, 4]).readUInt32BE(0)", 16909060],
  // crypto
  ["crypto.randomUUID().length", 36],
  ["crypto.getRandomValues(new Uint16Array(3)).length", 3],
  [
    "Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('a'))).toString('hex')",
    "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
  ],
  [
    `await (async () => {
    const bytes = (text) => new TextEncoder().encode(text);
    const key = await crypto.subtle.importKey("raw", bytes("k"), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const signature = await crypto.subtle.sign("HMAC", key, bytes("a"));
    return [Buffer.from(signature).toString("base64"),
      await crypto.subtle.verify("HMAC", key, signature, bytes("a")),
      await crypto.subtle.verify("HMAC", key, signature, bytes("b"))];
  })()`,
    ["eNqRUR5nVYf1ud94vt669VYNoqu4gWLuh13N90SVHZ4=", true, false],
  ],
  // clones
  ["structuredClone({ d: new Date(5), u: undefined, n: -0 }).d", new Date(5)],
  ["structuredClone(new Map([[1, new Set([2])]])).get(1).has(2)", true],
  [
    "[{}].map(o => (o.self = o, structuredClone(o))).every(c => c.self === c)",
    true,
  ],
  // fetch
  ["await fetch('http://host/a').then(r => [r.status, r.ok, r.url])", [
    200,
    true,
    "http://host/users",
  ]],
  [
    "await fetch('http://host/a').then(r => r.json()).then(j => j.items.length)",
    2,
  ],
  [
    "await fetch('http://host/a').then(r => r.text())",
    '{"items":[{"id":1,"name":"a"},{"id":2}]}',
  ],
  [
    "await fetch('http://host/a').then(r => r.headers.get('CONTENT-TYPE'))",
    "application/json",
  ],
  ["await fetch('http://host/a').then(r => r.bytes()).then(b => b.length)", 40],
  // dates without Intl
  ["new Date(0).toISOString()", "1970-01-01T00:00:00.000Z"],
  ["new Date(2020, 1, 30).getDate()", 1],
  ["Date.now()", 1_700_000_000_000],
  ["new Date().getTime()", 1_700_000_000_000],
  ["new Date() instanceof Date", true],
  ["new (class extends Date {})(5).getTime()", 5],
];

describe("globals of the sandbox", () => {
  afterAll(() => sandbox.dispose());

  for (const [expression, value] of VALUES) {
    it(expression.replaceAll(/\s+/g, " ").slice(0, 90), async () => {
      const context = fakeContext({ response: fakeResponse() });
      assertEquals(await valueOf(sandbox, expression, context), value);
    });
  }

  it("fetch sends what it is given", async () => {
    const context = fakeContext();
    await runGood(
      sandbox,
      `await fetch("http://host/a", {
        method: "PATCH", body: new URLSearchParams({ a: "1 2" }),
        headers: new Headers({ "X-A": "1" }), redirect: "manual",
      })`,
      context,
    );
    assertEquals(context.sent, [{
      method: "PATCH",
      url: "http://host/a",
      headers: [["x-a", "1"]],
      body: {
        type: "text",
        text: "a=1+2",
        contentType: "application/x-www-form-urlencoded",
      },
      authHeaders: [],
      settings: {
        followRedirects: false,
        maxRedirects: 0,
        forwardAuthorizationHeader: false,
      },
    }]);
  });

  it("console lines keep level and order", async () => {
    const outcome = await runGood(
      sandbox,
      `console.log("a", 1, { b: [null, undefined, -0] }, new Date(0));
      console.warn("%s is %d of %j%%", "x", "5", { y: 1 });
      console.error(new TypeError("bad")); console.debug(() => 1);
      console.info(); console.assert(1 === 2, "why");
      const cycle = {}; cycle.self = cycle; console.log(cycle, Symbol("s"), 5n);
      console.log(new Map([["k", 1]]), new Uint8Array(3))`,
    );
    assertEquals(outcome.console, [
      {
        level: "log",
        text: "a 1 { b: [null, undefined, -0] } 1970-01-01T00:00:00.000Z",
      },
      { level: "warn", text: "x is 5 of { y: 1 }%" },
      { level: "error", text: "TypeError: bad" },
      { level: "debug", text: "[Function]" },
      { level: "info", text: "" },
      { level: "error", text: "Assertion failed: why" },
      { level: "log", text: "{ self: [Circular] } Symbol(s) 5n" },
      { level: "log", text: "Map { k: 1 } [3 bytes]" },
    ]);
  });

  it("console output has a limit", async () => {
    const outcome = await runGood(
      sandbox,
      "for (let i = 0; i < 300; i++) console.log('x'.repeat(8192))",
    );
    assertEquals(outcome.console.length, 128);
    assertMatch(outcome.console.at(-1)?.text ?? "", /further output is cut/);
  });

  it("Math.random follows the run's random source", async () => {
    const draw = () => valueOf(sandbox, "[Math.random(), Math.random()]");
    const [first, second] = await draw() as number[];
    assertEquals(await draw(), [first, second]);
    assertEquals(first !== second && first >= 0 && first < 1, true);
  });

  it("what a timer throws fails the script", async () => {
    const { error } = await runScript(
      sandbox,
      "setTimeout(() => { throw new Error('late') }, 1)",
    );
    assertMatch(error?.message ?? "", /late/);
  });

  it("tests of a timer count, and repeating timers end", async () => {
    const { tests } = await runGood(
      sandbox,
      "setInterval(() => {}, 1); setTimeout(() => test('late', () => {}), 2)",
    );
    assertEquals(tests, [{ name: "late", status: "passed" }]);
  });

  it("repeating timers go on while others wait", async () => {
    const outcome = await runGood(
      sandbox,
      `let n = 0;
      const tick = () => { if (++n === 3) clearTimeout(end), console.log("3 times"); };
      setInterval(tick, 1);
      const end = setTimeout(() => { throw new Error("too late") }, 60_000)`,
    );
    assertEquals(outcome.console, [{ level: "log", text: "3 times" }]);
  });

  it("no script waits for a timer that was cleared", async () => {
    await runGood(
      sandbox,
      `clearTimeout(setTimeout(() => {}, 1e9)); clearTimeout(undefined);
      const id = setInterval(() => {}, 1e9);
      setTimeout(() => clearInterval(id), 1); setInterval(() => {}, 1e9);`,
    );
  });

  it("what a timer throws is told where a test waits for it in vain", async () => {
    const { error, tests } = await runScript(
      sandbox,
      `test("a", () => new Promise((done) =>
        setTimeout(() => { expect(1).to.equal(2); done() }, 1)));
      test("b", () => {});`,
    );
    assertMatch(error?.message ?? "", /expected 1 to equal 2/);
    assertEquals(
      tests.map(({ name, status, diagnostic }) => [
        name,
        status,
        diagnostic?.message,
      ]),
      [
        [
          "a",
          "failed",
          `Test "a" failed: it waits for a promise that nothing settles`,
        ],
        ["b", "passed", undefined],
      ],
    );
  });
});
