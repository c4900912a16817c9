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
  [
    "[new TextEncoder().encodeInto('hé€', new Uint8Array(4))].map(r => [r.read, r.written])[0]",
    [2, 3],
  ],
  [
    "['UTF8', 'utf-16', 'latin1', 'shift_jis'].map(label => new TextDecoder(label).encoding)",
    ["utf-8", "utf-16le", "windows-1252", "shift_jis"],
  ],
  [
    "[{}, { ignoreBOM: true }].map(o => new TextDecoder('utf-8', o).decode(new Uint8Array([239, 187, 191, 104])))",
    ["h", "\ufeffh"],
  ],
  ["atob('aGk=')", "hi"],
  ["atob(' aG k\\n')", "hi"],
  ["atob('Pz8_')", "???"],
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
  ["Buffer.from([0xef, 0xbb, 0xbf, 104]).toString()", "\ufeffh"],
  ["new Buffer('aGk=', 'base64').toString()", "hi"],
  ["Buffer.from(new String('hi')).toString()", "hi"],
  ["[...Buffer.from(new Uint16Array([1, 300]))]", [1, 44]],
  ["Buffer.from([104, 0, 105, 0, 1]).toString('utf16le')", "hi"],
  ["Buffer.from('hello').toString(undefined, -1, 30)", "hello"],
  ["Buffer.alloc(4, 'aGk=', 'base64').toString()", "hihi"],
  ["Buffer.alloc(3).fill('ab').toString()", "aba"],
  [
    "[Buffer.from('abcabc')].map(b => [b.indexOf('c'), b.indexOf('c', 3), b.lastIndexOf('b'), b.includes('ca'), b.indexOf(Buffer.from('x')), b.indexOf(98)])[0]",
    [2, 5, 4, true, -1, 1],
  ],
  [
    "[Buffer.alloc(5)].map(b => [b.write('6869', 0, 'hex'), b.write('é', 2, 1), b.write('zz', 'latin1'), [...b]])[0]",
    [2, 1, 2, [122, 122, 195, 0, 0]],
  ],
  [
    "[Buffer.alloc(8)].map(b => [b.writeInt32LE(-2, 0), b.readInt32LE(0), b.readUInt32BE(0), b.readInt8(3), b.readUint16LE(0)])[0]",
    [4, -2, 0xfeffffff, -1, 0xfffe],
  ],
  [
    "[Buffer.alloc(8)].map(b => [b.writeDoubleBE(1.5), b.readDoubleBE(), b.writeFloatLE(0.5, 4), b.readFloatLE(4)])[0]",
    [8, 1.5, 8, 0.5],
  ],
  [
    "[Buffer.alloc(8)].map(b => (b.writeBigInt64LE(-5n), [b.readBigInt64LE(), b.readBigUInt64LE()]))[0]",
    [-5n, 18446744073709551611n],
  ],
  [
    "[Buffer.alloc(6)].map(b => [b.writeUIntBE(0x123456, 0, 3), b.writeIntLE(-3, 3, 3), b.readUIntLE(0, 3), b.readIntLE(3, 3), b.readIntBE(0, 6)])[0]",
    [3, 6, 0x563412, -3, 0x123456fdffff],
  ],
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
    const key = await crypto.subtle.importKey("raw", bytes("k"), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
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
  [
    "[structuredClone(new RangeError('r', { cause: { a: 1 } }))].map(e => [e instanceof RangeError, e.message, e.cause])[0]",
    [true, "r", { a: 1 }],
  ],
  ["1 in structuredClone([1, , 3])", false],
  ["structuredClone(new DataView(new ArrayBuffer(4), 1)).byteLength", 3],
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
  ["new Date(1e12).toLocaleString()", "9/9/2001, 1:46:40 AM"],
  ["new Date(1e12).toLocaleDateString('en-US')", "9/9/2001"],
  ["new Date(NaN).toLocaleTimeString()", "Invalid Date"],
  [
    "[1234567.8915, -999, 1e21, 0].map(n => n.toLocaleString())",
    ["1,234,567.892", "-999", "1,000,000,000,000,000,000,000", "0"],
  ],
  [
    "[1234.5, 1.005].map(n => n.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }))",
    ["1,234.50", "1.01"],
  ],
  [
    "['b', 'a', 'C', 'ä', 'B', 'A'].sort((a, b) => a.localeCompare(b))",
    ["a", "A", "ä", "b", "B", "C"],
  ],
  [
    "['a10', 'a2'].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))",
    ["a2", "a10"],
  ],
  ["'Ä'.localeCompare('a', undefined, { sensitivity: 'base' })", 0],
  ["Date.now()", 1_700_000_000_000],
  ["new Date().getTime()", 1_700_000_000_000],
  ["new Date() instanceof Date", true],
  ["new (class extends Date {})(5).getTime()", 5],
];

/** What fails → what the error says. */
const ERRORS: readonly [code: string, message: RegExp][] = [
  ["atob('a')", /it is no base64/],
  ["atob('$$$$')", /it is no base64/],
  ["atob()", /it is no base64/],
  ["btoa('€')", /up to U\+00FF/],
  ["new TextDecoder('nope')", /the encoding "nope" is unknown/],
  ["new TextDecoder().decode(new Uint8Array(), { stream: true })", /in parts/],
  ["new URLSearchParams([['a']])", /each is a name and a value/],
  ["structuredClone(new WeakMap())", /Cannot clone/],
  ["structuredClone([Promise.resolve()])", /Cannot clone/],
  ["crypto.getRandomValues(new Float32Array(1))", /array of integers/],
  ["crypto.getRandomValues(new Uint8Array(65537))", /at most 65536 bytes/],
  [
    "await crypto.subtle.importKey('raw', new Uint8Array(3), { name: 'HMAC', hash: 'SHA-1' }, false, ['verify']).then(k => crypto.subtle.sign('HMAC', k, new Uint8Array()))",
    /not for "sign"/,
  ],
  [
    "await crypto.subtle.importKey('raw', new Uint8Array(3), { name: 'HMAC', hash: 'SHA-1' }, false, []).then(k => crypto.subtle.exportKey('raw', k))",
    /not extractable/,
  ],
  ["await crypto.subtle.sign('HMAC', {}, new Uint8Array())", /Give a key/],
  ["Buffer.from(5)", /Cannot make the buffer/],
  ["Buffer.byteLength(5)", /Give a text/],
  ["Buffer.alloc(2).readUInt8(2)", /no 1 bytes at 2: its length is 2/],
  ["Buffer.alloc(2).writeUInt8(256)", /256 has no room in 1 bytes/],
  ["Buffer.alloc(2).writeInt8(-129)", /-129 has no room/],
  [
    "new Date(0).toLocaleDateString('de-DE')",
    /"de-DE": the sandbox knows en-US/,
  ],
  [
    "new Date(0).toLocaleString('en-US', { timeZone: 'Asia/Tokyo' })",
    /"timeZone"/,
  ],
  ["(1).toLocaleString('en-US', { style: 'currency' })", /with "style"/],
];

describe("globals of the sandbox", () => {
  afterAll(() => sandbox.dispose());

  for (const [expression, value] of VALUES) {
    it(expression.replaceAll(/\s+/g, " ").slice(0, 90), async () => {
      const context = fakeContext({ response: fakeResponse() });
      assertEquals(await valueOf(sandbox, expression, context), value);
    });
  }

  for (const [code, message] of ERRORS) {
    it(`fails: ${code.slice(0, 90)}`, async () => {
      assertMatch(
        (await runScript(sandbox, code)).error?.message ?? "",
        message,
      );
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
      console.log(new Map([["k", 1], [2, 3]]), new Uint8Array(3));
      console.log({ get a() { throw new Error("no") }, b: [, 1] }, new RangeError());
      console.log("%cred", "color: red", new URL("http://a/b"), new URLSearchParams("a=1"));
      console.assert(false, "%s too", "so"); console.count(); console.countReset(); console.count()`,
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
      { level: "log", text: "Map { k: 1, 2: 3 } [3 bytes]" },
      {
        level: "log",
        text: "{ a: [throws Error: no], b: [<empty>, 1] } RangeError",
      },
      { level: "log", text: 'red "http://a/b" [["a", "1"]]' },
      { level: "error", text: "Assertion failed: so too" },
      { level: "log", text: "default: 1" },
      { level: "log", text: "default: 1" },
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
