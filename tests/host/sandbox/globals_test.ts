import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
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
  ["await require('util').promisify(setTimeout)(1, 'a')", "a"],
  ["await require('node:util').promisify(setImmediate)('a')", "a"],
  ["await require('util').promisify((a, done) => done(null, a + 1))(1)", 2],
  [
    "await require('util').promisify(function (done) { done(null, this.a) }).call({ a: 1 })",
    1,
  ],
  [
    "await require('util').promisify((done) => done(new Error('no')))().catch((e) => e.message)",
    "no",
  ],
  [
    "(() => { try { require('util').promisify(1) } catch (e) { return e instanceof TypeError } })()",
    true,
  ],
  ["[bru.visualize('html', { template: 'x' }), client.visualize()].length", 2],
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
  // slices are views, ranges are compared, as in node
  [
    "[Buffer.from('abcd')].map(b => { const s = b.slice(1, 3); s[0] = 120; return [b.toString(), s.toString(), s.parent === b.buffer, Buffer.isBuffer(s)] })[0]",
    ["axcd", "xc", true, true],
  ],
  ["Buffer.from('abc').slice(-2).toString()", "bc"],
  [
    "[Buffer.from('xabcx')].map(b => [b.compare(Buffer.from('abc'), 0, 3, 1, 4), b.compare(Buffer.from('abd')), Buffer.from('b').compare(Buffer.from('a'))])[0]",
    [0, 1, 1],
  ],
  [
    "[Buffer.from('abcd').swap16().toString(), Buffer.isEncoding('base64URL'), Buffer.isEncoding('nope')]",
    ["badc", true, false],
  ],
  [
    "Buffer.from('a-_b', 'base64url').equals(Buffer.from('a+/b', 'base64'))",
    true,
  ],
  [
    "[Buffer.byteLength('YWI', 'base64url'), Buffer.alloc(4, 'YWI', 'base64url').toString(), Buffer.from('xab').indexOf('YWI', 0, 'base64url')]",
    [2, "abab", 1],
  ],
  [
    "[Buffer.alloc(3)].map(b => [b.write('YWI', 1, 'base64url'), b.toString('latin1')])[0]",
    [2, "\0ab"],
  ],
  [
    "[Buffer.alloc(3)].map(b => b.fill('_-', 0, 3, 'base64url').toString('base64url'))[0]",
    "____",
  ],
  [
    "[Buffer.from('YWI').includes('YWI', 0), Buffer.from('ab').includes('YWI', 0, 'base64url')]",
    [true, true],
  ],
  ["Buffer.from('YWI=ZZ', 'base64').toString()", "ab"],
  [
    "[Buffer.from('abcd').toString('utf8', 1, 3), Buffer.from('abcd').toString('base64', 9), Buffer.from('abcd').toString('base64url', -5, -1)]",
    ["bc", "", ""],
  ],
  ["Buffer.from([0xe2, 0x82, 0x61]).toString()", "\ufffda"],
  ["[...Buffer.from('\\ud800a')]", [0xef, 0xbf, 0xbd, 97]],
  ["Buffer.from('ab').buffer.byteLength", 2],
  ["Buffer.concat([Buffer.from('abc'), Buffer.from('d')], 2).toString()", "ab"],
  [
    "JSON.stringify({ b: Buffer.from(Buffer.from('a').toJSON()) })",
    '{"b":{"type":"Buffer","data":[97]}}',
  ],
  [
    "[Buffer.from('abc').map(x => x + 1).toString(), Buffer.from('abc').readUIntBE(0, 3)]",
    ["bcd", 0x616263],
  ],
  ["res.getDataBuffer().toString('base64').slice(0, 8)", "eyJpdGVt"],
  ["Buffer.isBuffer(res.getDataBuffer())", true],
  // Headers
  [
    "[...new Headers({ B: '2', a: ' 1\\t', C: 3 })]",
    [["a", "1"], ["b", "2"], ["c", "3"]],
  ],
  [
    "[new Headers([['b', '1'], ['A', '2'], ['B', '3']])].map(h => [[...h.keys()], [...h.values()], h.get('b'), h.get('nope'), h.has('a')])[0]",
    [["a", "b"], ["2", "1, 3"], "1, 3", null, true],
  ],
  [
    "[new Headers(new Headers([['set-cookie', 'a=1'], ['Set-Cookie', 'b=2'], ['x', '1']]))].map(h => [h.getSetCookie(), [...h.entries()], h.get('set-cookie')])[0]",
    [["a=1", "b=2"], [["set-cookie", "a=1"], ["set-cookie", "b=2"], [
      "x",
      "1",
    ]], "a=1, b=2"],
  ],
  [
    "[new Headers(new Map([['a', '1']]))].map(h => { h.set('A', '2'); h.append('b', '3'); h.delete('A'); const all = []; h.forEach(function (v, n, o) { all.push(this.x + n + v + (o === h)) }, { x: '-' }); return all })[0]",
    ["-b3true"],
  ],
  ["[`${new Headers()}`, `${new Response()}`]", [
    "[object Headers]",
    "[object Response]",
  ]],
  // Response
  [
    "[new Response('x', { status: 201, statusText: 'Made', headers: { 'X-A': '1' } })].map(r => [r.status, r.statusText, r.ok, r.headers.get('x-a'), r.headers.get('content-type'), r.type, r.url, r.redirected, r.bodyUsed])[0]",
    [
      201,
      "Made",
      true,
      "1",
      "text/plain;charset=UTF-8",
      "default",
      "",
      false,
      false,
    ],
  ],
  [
    "[new Response(), new Response(null, { status: 204 })].map(r => [r.status, r.headers.get('content-type')])",
    [[200, null], [204, null]],
  ],
  [
    "await Promise.all([new Response().text(), new Response(new URLSearchParams('a=1')).text()])",
    ["", "a=1"],
  ],
  [
    "new Response(new URLSearchParams('a=1')).headers.get('content-type')",
    "application/x-www-form-urlencoded;charset=UTF-8",
  ],
  ["await Response.json({ a: [1] }, { status: 400 }).json()", { a: [1] }],
  [
    "[Response.json(1).headers.get('content-type'), Response.json(1, { headers: { 'content-type': 'x/y' } }).headers.get('content-type')]",
    ["application/json", "x/y"],
  ],
  [
    "[Response.redirect('http://h/a', 307)].map(r => [r.status, r.headers.get('location')])[0]",
    [307, "http://h/a"],
  ],
  ["[Response.error()].map(r => [r.status, r.type, r.ok])[0]", [
    0,
    "error",
    false,
  ]],
  [
    "await (async r => { const c = r.clone(); return [await r.text(), r.bodyUsed, await c.text(), c.status, c.headers.get('a')] })(new Response('x', { status: 202, headers: { a: 'b' } }))",
    ["x", true, "x", 202, "b"],
  ],
  [
    "new Uint8Array(await new Response(Buffer.from('abc').subarray(1)).arrayBuffer()).length",
    2,
  ],
  ["await fetch('http://host/users').then(r => [r.redirected, r.type])", [
    false,
    "basic",
  ]],
  ["await fetch('http://host:80/users#a').then(r => r.redirected)", false],
  ["await fetch('http://host/a').then(r => r.redirected)", true],
  [
    "await fetch('http://host/a').then(async r => [await r.clone().text() === await r.text(), r.headers.get('content-type')])",
    [true, "application/json"],
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
      await crypto.subtle.verify("HMAC", key, signature, bytes("b")),
      key instanceof CryptoKey];
  })()`,
    ["eNqRUR5nVYf1ud94vt669VYNoqu4gWLuh13N90SVHZ4=", true, false, true],
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
  ["['b', 'a'].sort((a, b) => a.localeCompare(b, 'en-GB'))", ["a", "b"]],
  ["'b'.localeCompare('a', ['en', 'sv'])", 1],
  ["'Iß'.toLocaleUpperCase() + 'I'.toLocaleLowerCase('de-AT')", "ISSi"],
  ["'a'.toLocaleUpperCase(['zh-Hant-TW'])", "A"],
  [
    "[1234.5, null, 'a', [new Date(0)]].toLocaleString('en').slice(0, 9)",
    "1,234.5,,",
  ],
  ["new Float32Array([1234.5]).toLocaleString()", "1,234.5"],
  ["1234567n.toLocaleString() + (-1n).toLocaleString()", "1,234,567-1"],
  ["Date.now()", 1_700_000_000_000],
  ["new Date().getTime()", 1_700_000_000_000],
  ["new Date() instanceof Date", true],
  ["new (class extends Date {})(5).getTime()", 5],
];

/** What fails → what the error says. */
const ERRORS: readonly [code: string, message: RegExp][] = [
  ["'i'.toLocaleUpperCase('tr')", /toLocaleUpperCase for "tr": .* English/],
  ["'I'.toLocaleLowerCase('tr-TR')", /toLocaleLowerCase for "tr-TR"/],
  ["'I'.toLocaleLowerCase(['LT', 'en'])", /toLocaleLowerCase for "LT"/],
  ["'a'.toLocaleUpperCase('no_locale')", /for "no_locale"/],
  ["'a'.toLocaleUpperCase('en-u-va-posix')", /for "en-u-va-posix"/],
  ["'a'.localeCompare('b', 'sv')", /localeCompare for "sv"/],
  ["'a'.localeCompare('b', ['de', 'en'])", /localeCompare for "de"/],
  [
    "'a'.localeCompare('b', 'en', { ignorePunctuation: true })",
    /localeCompare with "ignorePunctuation": the sandbox knows sensitivity/,
  ],
  ["[1.5].toLocaleString('de')", /toLocaleString for "de"/],
  ["[[new Date()]].toLocaleString('de')", /toLocaleString for "de"/],
  ["new Float32Array(1).toLocaleString('de')", /toLocaleString for "de"/],
  ["5n.toLocaleString('de')", /toLocaleString for "de"/],
  ["5n.toLocaleString('en', { style: 'percent' })", /with "style"/],
  ["atob('a')", /it is not base64/],
  ["atob('$$$$')", /it is not base64/],
  ["atob()", /it is not base64/],
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
  ["new CryptoKey()", /use crypto\.subtle\.importKey/],
  ["await crypto.subtle.sign('HMAC', {}, new Uint8Array())", /Give a key/],
  ["Buffer.from(5)", /must not be of type number/],
  ["Buffer.byteLength(5)", /must be one of type string, Buffer/],
  ["Buffer.alloc(2).readUInt8(2)", /beyond buffer length/],
  ["Buffer.alloc(2).writeUInt8(256)", /out of bounds/],
  ["Buffer.alloc(2).writeInt8(-129)", /out of bounds/],
  ["Buffer.from('a', 'nope')", /Unknown encoding: nope/],
  // Headers
  ["new Headers().append('a b', '1')", /"a b" as the name of a header/],
  ["new Headers({ '': '1' })", /"" as the name of a header/],
  ["new Headers().has('ä')", /"ä" as the name/],
  ["new Headers([['A', '1\\n2']])", /"A": its value has a line end/],
  ["new Headers().set('A', '1\\r2')", /"A": its value has a line end/],
  ["new Headers({ A: '€' })", /above U\+00FF/],
  ["new Headers({ A: {} })", /Cannot set "A": it is an object/],
  // Response
  ["new Response('a', { status: 99 })", /the status 99 is not from 200 to 599/],
  ["new Response('a', { status: 200.5 })", /the status 200.5 is not/],
  ["new Response('a', { status: 204 })", /one with status 204 has no body/],
  ["Response.json(undefined)", /its data is not JSON/],
  ["Response.redirect('http://h/', 200)", /200 is not a redirect's status/],
  ["Response.redirect('nope')", /not absolute/],
  [
    "const r = new Response('a'); await r.text(); await r.json()",
    /Cannot read the body: its body has already been read/,
  ],
  [
    "const r = new Response('a'); await r.text(); r.clone()",
    /Cannot clone the response: its body has already been read/,
  ],
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

  it("Buffer reads and writes texts as node's does", async () => {
    const encodings = [
      "utf8",
      "base64",
      "base64url",
      "hex",
      "latin1",
      "ascii",
      "utf16le",
      "ucs2",
      "binary",
    ] as const;
    const rows = fc.sample(
      fc.tuple(
        fc.oneof(
          fc.string({ maxLength: 40 }),
          fc.string({ unit: ANY_CHARACTER, maxLength: 40 }),
          fc.base64String({ maxLength: 40 }),
          fc.string({
            unit: fc.constantFrom(..."0aF_-+/=\u0000é€😀 "),
            maxLength: 40,
          }),
        ),
        fc.constantFrom(...encodings),
        fc.constantFrom(...encodings),
        fc.integer({ min: -3, max: 30 }),
        fc.integer({ min: -3, max: 30 }),
      ),
      400,
      // Deno's own takes the low bytes of such characters for digits.
    ).filter(([text, from]) => from !== "hex" || /^[\0-\x7f]*$/.test(text));
    const code =
      "(rows) => rows.map(([text, from, to, start, end]) => { const b = Buffer.from(text, from); return [[...b], b.toString(to), b.toString(to, start, end), Buffer.byteLength(text, 'utf8')] })";
    const expected = (0, eval)(`(Buffer) => ${code}`)(Buffer)(rows);
    const found = await valueOf(sandbox, `(${code})(${JSON.stringify(rows)})`);
    (found as unknown[]).forEach((it, i) =>
      assertEquals(it, expected[i], JSON.stringify(rows[i]))
    );
  });

  it("fetch refuses a redirect where it is told to", async () => {
    const moved = fakeResponse({ status: 302, headers: [["Location", "/b"]] });
    const { error } = await runScript(
      sandbox,
      "await fetch('http://host/a', { redirect: 'error' })",
      fakeContext({ received: moved }),
    );
    assertMatch(
      error?.message ?? "",
      /the server redirects, and redirect is "error"/,
    );
  });

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
