import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import type { Sandbox } from "../../../lib/core/script/border/types.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runScript, SCRIPT_AT } from "../../support/with_script.ts";
import { lateTrusted } from "../../support/late_trusted.ts";

const sandbox = await createSandbox();
const trusted = lateTrusted();

const FILES = {
  "lib/bang.js":
    "#!/usr/bin/env node\nmodule.exports = () => { client.nope() };",
  "lib/total.js":
    "function hidden() {}\nfunction helper() {}\nmodule.exports = { sumUp: () => 1, 'big': 2, bigs: 3, helper, [hidden]: 4 };",
  "lib/one.js": "exports.sumUp = () => 1;\nexports.same == 1;",
  "lib/two.js":
    "export const sumUp = () => 1;\nconst a = 2;\nexport { a as average };",
  "lib/imports.js":
    "import { sumUpp as s } from './two';\nexport const go = () => s();",
  "lib/a.js":
    "exports.boom = () => {\n  const é = '😀'; client.setEnvar('a', 1);\n};\nexports.tail = () => {\n  return bru.nope();\n};",
};

/** Script → its failure. */
const NAMED: readonly [code: string, message: string][] = [
  [
    "client.setVariable('a', 1)",
    'client.setVariable is not a function (did you mean "setVar"?)',
  ],
  [
    "await bru.getEnvironmentVar('a')",
    'bru.getEnvironmentVar is not a function (did you mean "getEnvVar"?)',
  ],
  [
    "bru.setGlobalVariable('a', 1)",
    'bru.setGlobalVariable is not a function (did you mean "setGlobalEnvVar"?)',
  ],
  [
    "client.runner.skip()",
    'client.runner.skip is not a function (did you mean "skipRequest"?)',
  ],
  [
    "client.cookies.jar().getAll()",
    'client.cookies.jar().getAll is not a function (did you mean "getCookies"?)',
  ],
  [
    "const jar = bru.cookies.jar(); jar.setCooky('a')",
    'jar.setCooky is not a function (did you mean "setCookie"?)',
  ],
  [
    "bru.cookies.gte('a')",
    'bru.cookies.gte is not a function (did you mean "get"?)',
  ],
  [
    "req.getBodyy()",
    'req.getBodyy is not a function (did you mean "getBody"?)',
  ],
  [
    "req.headerList.getAll()",
    'req.headerList.getAll is not a function (did you mean "all"?)',
  ],
  ["res.json()", 'res.json is not a function (did you mean "body"?)'],
  [
    "res.text()",
    "res.text is not a function: it is a value; leave out the brackets",
  ],
  [
    "client.runner.iterationData.set('a', 1)",
    "client.runner.iterationData.set is not a function (write client.setVar, which wins over the column)",
  ],
  ["res.getBody().nope()", "res.getBody().nope is not a function"],
  [
    "(await client.getTestResults()).nope()",
    "(await client.getTestResults()).nope is not a function",
  ],
  [
    "console.wran('x')",
    'console.wran is not a function (did you mean "warn"?)',
  ],
  ["JSON.pasre('1')", 'JSON.pasre is not a function (did you mean "parse"?)'],
  ["client['set' + 'X'](1)", "client['set' + 'X'] is not a function"],
  [
    "client?.setVariabel?.(1); client?.setVra(1)",
    'client.setVra is not a function (did you mean "setVar"?)',
  ],
  [
    "const { setVra: set } = client; set('a', 1)",
    'set is not a function (did you mean "setVar"?)',
  ],
  [
    "req.headerList\n  .all()\n  .foo(1,\n 2)",
    "req.headerList.all().foo is not a function",
  ],
  [
    "[1, 2].map((x) => x).first(1).second()",
    "[1, 2].map(…).first is not a function",
  ],
  [
    "const f = () => { return client.nope(); }; f()",
    "client.nope is not a function",
  ],
  ["new client.Foo()", "client.Foo is not a function"],
  ["client.nope`x`", "client.nope is not a function"],
  ["setTimeout(() => { client.nope() }, 1)", "client.nope is not a function"],
  ["[1].map(client.nope)", "an argument of [1].map is not a function"],
  [
    "req.headerList.find(5)",
    "an argument of req.headerList.find is not a function",
  ],
  [
    "require('./lib/a').boom()",
    'client.setEnvar is not a function (did you mean "setEnvVar"?)',
  ],
  ["require('./lib/a').tail()", "bru.nope is not a function"],
  ["throw new TypeError('not a function')", "not a function"],
  [
    "const client = { nope: 1 }; client.setVariable()",
    "client.setVariable is not a function",
  ],
  ["require('./lib/bang')()", "client.nope is not a function"],
  [
    "(client?.cookies).gte('a')",
    '(client?.cookies).gte is not a function (did you mean "get"?)',
  ],
  [
    "client.interp('a')",
    'client.interp is not a function (did you mean "interpolate"?)',
  ],
  ["const p = new Proxy({}, { get: 5 }); p.x", "not a function"],
  [
    "try { client.nope() } catch (e) { e.stack = ''; throw e }",
    "not a function",
  ],
  // what is undefined
  [
    "for (const x of client.nope) {}",
    "cannot read property 'Symbol.iterator' of undefined",
  ],
  [
    "res.body.nope.deeper",
    "cannot read property 'deeper' of undefined: res.body.nope is undefined",
  ],
  [
    "res.data.token",
    `cannot read property 'token' of undefined: res.data is undefined (did you mean "body"?)`,
  ],
  [
    "const x = res.body.items[7]; x.id",
    "cannot read property 'id' of undefined: x is undefined",
  ],
  [
    "res.body.items[7].id",
    "cannot read property 'id' of undefined: res.body.items[7] is undefined",
  ],
  [
    "req.hedaers['a']",
    `cannot read property of undefined: req.hedaers is undefined (did you mean "headers"?)`,
  ],
  [
    "req.timeout.x",
    "cannot read property 'x' of undefined: req.timeout is undefined",
  ],
  [
    "req.nope.x = 1",
    "cannot set property 'x' of undefined: req.nope is undefined",
  ],
  [
    "const x = undefined; x['a']",
    "cannot read property of undefined: x is undefined",
  ],
  [
    "const x = res.body.items[7]['id']",
    "cannot read property of undefined: res.body.items[7] is undefined",
  ],
  [
    "res.body['nope'].a",
    "cannot read property 'a' of undefined: res.body['nope'] is undefined",
  ],
  ["const { a } = res.body.nope", "cannot convert to object"],
  [
    "const n = 1;\nclient.setVar('t', res.headers['Content-Type'])",
    'Cannot set the variable "t": it is undefined (names in res.headers are in lower case: write res.getHeader("Content-Type"))',
  ],
  [
    "client.setVar('t', res.headers?.ETag)",
    'Cannot set the variable "t": it is undefined (names in res.headers are in lower case: write res.getHeader("ETag"))',
  ],
  [
    "res.headers.ETag.length",
    "cannot read property 'length' of undefined: res.headers.ETag is undefined (names in res.headers are in lower case: write res.getHeader(\"ETag\"))",
  ],
  [
    "res.headers.etag.length; res.body.nope",
    "cannot read property 'length' of undefined: res.headers.etag is undefined",
  ],
  [
    "const t = res.headers.ETag;\nclient.setVar('t', t)",
    'Cannot set the variable "t": it is undefined (names in res.headers are in lower case: write res.getHeader("ETag"))',
  ],
  [
    "res.headers.hasOwnProperty('a'); client.setVar('t')",
    'Cannot set the variable "t": it is undefined',
  ],
  [
    "const r = client.sendRequest({ url: 'u' }); r.catch(() => {}); r.data.ok",
    "cannot read property 'ok' of undefined: r.data is undefined: r is a promise (write \"await\" before client.sendRequest(…))",
  ],
  [
    "const later = async () => ({}); later().json()",
    "later().json is not a function: later() gives a promise (write (await later()).json)",
  ],
  [
    "const r = client.sendRequest({ url: 'u' }); r.catch(() => {}); client.setVar('t', r.data)",
    'Cannot set the variable "t": it is undefined: r is a promise (write "await" before client.sendRequest(…))',
  ],
  [
    "const r = client.sendRequest({ url: 'u' }); r.catch(() => {}); const t = r.data; client.setVar('t', { t })",
    'Cannot set the variable "t": its "t.t" is undefined: r is a promise (write "await" before client.sendRequest(…))',
  ],
  [
    "const later = async () => ({}); client.setVar('t', later())",
    'Cannot set the variable "t": it is an instance of Promise: later() gives a promise (write await later())',
  ],
  ...["{ t: 'x', of: made.later() }", "made.later()"].map((
    value,
  ): [code: string, message: string] => [
    `const made = { ['la' + 'ter']: async () => ({}) }; client.setVar('t', ${value})`,
    `Cannot set the variable "t": ${
      value.startsWith("{") ? 'its "t.of"' : "it"
    } is an instance of Promise (write "await" before the call that gives it)`,
  ]),
  [
    "const later = async () => ({}); const { data } = later(); data.token",
    `cannot read property 'token' of undefined: data is undefined: later() gives a promise (write "await" before later())`,
  ],
  [
    "const later = async () => ({}); const r = later(); client.setVar('t', (await r).data)",
    'Cannot set the variable "t": it is undefined',
  ],
  // a variable's value that may be absent
  [
    "client.setVar('t', res.body.nope)",
    'Cannot set the variable "t": it is undefined (if it may be absent, write "res.body.nope ?? null")',
  ],
  [
    "bru.setEnvVar('t', res.body?.['nope'], { persist: true })",
    'Cannot set the variable "t": it is undefined (if it may be absent, write "res.body?.[\'nope\'] ?? null")',
  ],
  [
    "client.setVar('t', res('nope'))",
    'Cannot set the variable "t": it is undefined (if it may be absent, write "res(\'nope\') ?? null")',
  ],
  [
    "client.setVar('t', res.getHeader('x-nope'))",
    'Cannot set the variable "t": it is undefined (if it may be absent, write "res.getHeader(\'x-nope\') ?? null")',
  ],
  [
    "const { nope: t } = res.body; client.setVar('t', t)",
    'Cannot set the variable "t": it is undefined (if it may be absent, write "t ?? null")',
  ],
  [
    "const login = () => {}; client.setVar('t', login())",
    'Cannot set the variable "t": it is undefined',
  ],
  [
    "client.setVar('t', undefined)",
    'Cannot set the variable "t": it is undefined',
  ],
  ["client.setVar('t', res.body.nope ?? null)", ""],
  ["client.setVar('t', res('nope') ?? null)", ""],
  ["(null).x", "cannot read property 'x' of null: null is null"],
  // what Node's modules have, and the sandbox's lack
  [
    "const { Transform } = require('stream'); class A extends Transform {}",
    `Transform is not a class${without("stream", "Transform")}`,
  ],
  [
    "const s = require('node:stream'); new s.Readable()",
    `s.Readable is not a function${without("stream", "Readable")}`,
  ],
  [
    "const { promises: p } = require('stream'); p.pipeline()",
    `cannot read property 'pipeline' of undefined: p is undefined${
      without("stream", "promises")
    }`,
  ],
  [
    "const stream_1 = require('stream'); (0, stream_1.pipeline)()",
    `stream_1.pipeline is not a function${without("stream", "pipeline")}`,
  ],
  [
    "const util = require('util'); util.types.isMap()",
    `util.types.isMap is not a function${without("util", "types.isMap")}`,
  ],
  [
    "require('util').inherits(Map, require('stream').Duplex)",
    `an argument of require(…).inherits is not a function${
      without("stream", "Duplex")
    }`,
  ],
  ["class A extends res.body {}", "res.body is not a class"],
  [
    "const _ = require('lodash'); _.nope()",
    "_.nope is not a function",
  ],
];

/** Script → what the message says of a name that a required file does not export. */
const UNEXPORTED: readonly [code: string, message: string][] = [
  ...["total", "one", "two"].map((file): [string, string] => [
    `const { sumUpp } = require('./lib/${file}'); sumUpp()`,
    'sumUpp is not a function (did you mean "sumUp"?)',
  ]),
  [
    "const lib = require('./lib/total'); lib.helpr()",
    'lib.helpr is not a function (did you mean "helper"?)',
  ],
  [
    "const helpr = 'x'; require('./lib/total')[helpr]()",
    "require(…)[helpr] is not a function",
  ],
  [
    "const { averge: mean } = require('./lib/two'); (() => mean())()",
    'mean is not a function (did you mean "average"?)',
  ],
  [
    "require('./lib/imports').go()",
    's is not a function (did you mean "sumUp"?)',
  ],
  [
    "const { hiden } = require('./lib/total'); hiden()",
    "hiden is not a function",
  ],
  [
    "const { big } = require('./lib/total'); big()",
    "big is not a function",
  ],
  [
    "const lib = require('./lib/one'); lib.sme()",
    "lib.sme is not a function",
  ],
];

function without(module: string, part: string): string {
  return `: the sandbox's "${module}" has no ${part}; use brace run --trust-scripts if you trust this collection`;
}

/** Script → what the message says of the name. */
const UNDEFINED: readonly [code: string, message: string][] = [
  [
    "pm.environment.set('a', 1)",
    'pm is not defined: it is Postman\'s API; write client.setEnvVar(name, value) instead of pm.environment.set ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  [
    "pm.globals.unset('a')",
    'pm is not defined: it is Postman\'s API; write client.deleteGlobalEnvVar(name) instead of pm.globals.unset ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  [
    "pm.collectionVariables.toObject()",
    'pm is not defined: it is Postman\'s API; write client.getAllCollectionVars() instead of pm.collectionVariables.toObject ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  [
    "pm.test('x', () => {})",
    'pm is not defined: it is Postman\'s API; write test(name, fn) instead of pm.test ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  [
    "const j = pm.response.json()",
    'pm is not defined: it is Postman\'s API; write res.body instead of pm.response.json ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  [
    "pm.response.to.be.ok",
    'pm is not defined: it is Postman\'s API; write expect(res.status), expect(res.body) instead of pm.response.to ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  [
    "pm.nope.nope()",
    'pm is not defined: it is Postman\'s API; write client, req, res, test and expect ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  [
    "pm.environment.nope('a')",
    'pm is not defined: it is Postman\'s API; write client, req, res, test and expect ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  [
    "pm",
    'pm is not defined: it is Postman\'s API; write client, req, res, test and expect ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  [
    "postman.setNextRequest('x')",
    'postman is not defined: it is Postman\'s API; write client.setNextRequest(name) instead of postman.setNextRequest ("brace help scripts" lists them), or add extensions: { brace: { dialect: postman } } to the script',
  ],
  ["JSON.parse(responseBody)", "responseBody is not defined: write res.text"],
  [
    "tests['ok'] = responseCode.code === 200",
    "tests is not defined: write test(name, fn)",
  ],
  ["responseCode.code", "responseCode is not defined: write res.status"],
  [
    "axios.get('x')",
    'axios is not defined: write const axios = require("axios")',
  ],
  ["_.get({}, 'a')", '_ is not defined: write const _ = require("lodash")'],
  [
    "CryptoJS.MD5('a')",
    'CryptoJS is not defined: write const CryptoJS = require("crypto-js")',
  ],
  [
    "fs.readFileSync('x')",
    "fs is not defined: the sandbox has no access to it; use brace run --trust-scripts if you trust this collection",
  ],
  [
    "Deno.env.get('A')",
    "Deno is not defined: write process.env.NAME, which --allow-env=NAME gives",
  ],
  [
    "Deno.readTextFileSync('a')",
    "Deno is not defined: the sandbox has no access to it; use brace run --trust-scripts if you trust this collection",
  ],
  [
    "localStorage.a",
    "localStorage is not defined: keep the value in a variable",
  ],
  [
    "new ReadableStream()",
    "ReadableStream is not defined: the sandbox has no access to it; use brace run --trust-scripts if you trust this collection",
  ],
  ["alert('a')", "alert is not defined: write console.log(text)"],
  ["clinet.setVar('a', 1)", 'clinet is not defined (did you mean "client"?)'],
  [
    "((cents) => cent / 100)(1)",
    'cent is not defined (did you mean "cents"?)',
  ],
  [
    "(() => { const cents = 1; })(); cent",
    'cent is not defined (did you mean "client"?)',
  ],
  ["constructor1 = zzz", "zzz is not defined"],
  ["toString1()", "toString1 is not defined"],
];

async function failure(runner: Sandbox, code: string): Promise<string> {
  const context = fakeContext({ response: fakeResponse(), files: FILES });
  const { error } = await runScript(runner, code, context);
  return (error?.message ?? "").replace(/^.*script: (?:\w*Error: )?/, "");
}

describe("failures name the thing", () => {
  afterAll(() => {
    sandbox.dispose();
    trusted.dispose();
  });

  for (const [code, message] of [...NAMED, ...UNEXPORTED, ...UNDEFINED]) {
    it(code, async () => {
      assertEquals(await failure(sandbox, code), message);
    });
  }

  for (const [code, message] of UNDEFINED) {
    // Deno has some names of its own.
    if (/^(?:axios|fs|Deno|localStorage|new ReadableStream|alert)/.test(code)) {
      continue;
    }
    it(`trusted: ${code}`, async () => {
      assertEquals(await failure(trusted, code), message);
    });
  }

  it("trusted scripts get hints, too", async () => {
    assertEquals(
      await failure(trusted, "client.setVariable('a', 1)"),
      'client.setVariable is not a function (did you mean "setVar"?)',
    );
    assertEquals(
      await failure(trusted, "res.body.nope.deeper"),
      "Cannot read properties of undefined (reading 'deeper'): res.body.nope is undefined",
    );
  });

  it("where no dialect can be named, no message asks for it", async () => {
    const context = fakeContext({ response: fakeResponse() });
    const hint =
      'ReferenceError: pm is not defined: it is Postman\'s API; write test(name, fn) instead of pm.test ("brace help scripts" lists them)';
    const { error } = await sandbox.run({
      phase: "tests",
      code: "pm.test()",
      at: { ...SCRIPT_AT, file: "a.bru" },
    }, context);
    assertEquals(error?.message, `Cannot finish the tests script: ${hint}`);
    const evaluation = await sandbox.evaluate(
      { text: "pm.test()", at: SCRIPT_AT },
      context,
    );
    assertEquals(
      evaluation.ok ? "" : evaluation.diagnostic.message,
      `Cannot evaluate "pm.test()": ${hint}`,
    );
  });

  it("in tests and in expressions", async () => {
    const context = fakeContext({ response: fakeResponse() });
    const { tests } = await runScript(
      sandbox,
      "for (let i = 0; i < 3; i++) test('t', () => { client.setVariable(1) })",
      context,
    );
    assertEquals(
      new Set(tests.map((test) => test.diagnostic?.message)),
      new Set([
        'Test "t" failed: TypeError: client.setVariable is not a function (did you mean "setVar"?)',
      ]),
    );
    const evaluation = await sandbox.evaluate(
      { text: "res.getBodyy().x", at: SCRIPT_AT },
      context,
    );
    assertEquals(
      evaluation.ok ? "" : evaluation.diagnostic.message,
      'Cannot evaluate "res.getBodyy().x": TypeError: res.getBodyy is not a function (did you mean "getBody"?)',
    );
  });
});
