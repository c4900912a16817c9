import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { DiagnosticCode } from "../../../lib/core/source/diagnostic.ts";
import type { ScriptOutcome } from "../../../lib/core/script/border/types.ts";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runGood, runScript } from "../../support/with_script.ts";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";

// A busy machine must not end what is quick.
const patient = await createSandbox();
const LIMIT = 100;
const limited = await createSandbox({ timeLimit: LIMIT });

/** A busy machine can take the time of a script before it has come to anything. */
async function unhurried(
  run: () => Promise<ScriptOutcome>,
  hasCome: (outcome: ScriptOutcome) => boolean,
): Promise<ScriptOutcome> {
  let outcome = await run();
  for (let left = 9; left > 0 && !hasCome(outcome); left--) {
    outcome = await run();
  }
  return outcome;
}

/** Script → code, part of the message. After each, the next script must run. */
const CASES: readonly [
  script: string,
  code: DiagnosticCode | "SCRIPT_",
  message: string,
][] = [
  // endless loops
  ["while (true) {}", "SCRIPT_TIMEOUT", `ran longer than ${LIMIT} ms`],
  ["for (;;) await null", "SCRIPT_TIMEOUT", "ran longer"],
  ["while (true) await client.sleep(0)", "SCRIPT_TIMEOUT", "ran longer"],
  [
    "await (async function again() { await null; return again(); })()",
    "SCRIPT_TIMEOUT",
    "ran longer",
  ],
  [
    "(function again() { Promise.resolve().then(again); })()",
    "SCRIPT_TIMEOUT",
    "ran longer",
  ],
  [
    "(function again() { queueMicrotask(again); })(); await new Promise(() => {})",
    "SCRIPT_TIMEOUT",
    "ran longer",
  ],
  ["/^(a+)+$/.test('a'.repeat(40) + 'b')", "SCRIPT_TIMEOUT", "ran longer"],
  ["[2, 1].sort(() => { for (;;); })", "SCRIPT_TIMEOUT", "ran longer"],
  ["({ get a() { for (;;); } }).a", "SCRIPT_TIMEOUT", "ran longer"],
  ["({ toString() { for (;;); } }) + ''", "SCRIPT_TIMEOUT", "ran longer"],
  ["test('t', () => { while (true); })", "SCRIPT_TIMEOUT", "ran longer"],
  [
    "test('t', async () => { await null; while (true); })",
    "SCRIPT_TIMEOUT",
    "ran longer",
  ],
  ["setTimeout(() => { for (;;); }, 1)", "SCRIPT_TIMEOUT", "ran longer"],
  [
    "for (;;) { try { for (;;); } catch {} finally { continue; } }",
    "SCRIPT_TIMEOUT",
    "ran longer",
  ],
  ["client.setVar('x', { get a() { for (;;); } })", "SCRIPT_TIMEOUT", "longer"],
  ["console.log({ get a() { for (;;); } })", "SCRIPT_TIMEOUT", "longer"],
  ["throw { get message() { for (;;); } }", "SCRIPT_TIMEOUT", "longer"],
  ["function* g() { for (;;) yield 1; } [...g()]", "SCRIPT_", ""],
  // stack
  ["(function f() { f(); })()", "SCRIPT_ERROR", "stack overflow"],
  ["JSON.parse('['.repeat(1e6))", "SCRIPT_ERROR", "stack overflow"],
  ["eval('('.repeat(1e5))", "SCRIPT_ERROR", "stack overflow"],
  ["const a = []; a.push(a); a.flat(Infinity)", "SCRIPT_", ""],
  // what a script throws
  ["throw null", "SCRIPT_ERROR", "null"],
  ["throw Object.create(null)", "SCRIPT_ERROR", "{}"],
  ["throw new Proxy({}, { get() { throw 1; } })", "SCRIPT_ERROR", ""],
  ["throw { get message() { throw 1; } }", "SCRIPT_ERROR", "throws when"],
  [
    "throw Object.assign(new Error('a\\nb'), { stack: 5 })",
    "SCRIPT_ERROR",
    "a b",
  ],
  [
    "client.setVar('x', { get a() { throw new Error('got') } })",
    "SCRIPT_ERROR",
    "got",
  ],
  // what a script does to how Brace hears of it
  [
    "Object.prototype.toJSON = () => undefined; test('a', () => {}); throw 1",
    "SCRIPT_ERROR",
    "",
  ],
  [
    "Object.prototype.error = { message: 1 }; test('a', () => {}); throw 1",
    "SCRIPT_ERROR",
    "1",
  ],
  [
    "Object.prototype.toJSON = () => ({ v: 1 }); test('a', () => { throw 1 }); throw 1",
    "SCRIPT_ERROR",
    "",
  ],
  [
    "Array.prototype.unshift = () => { throw { get name() { for (;;); } } }; throw 1",
    "SCRIPT_TIMEOUT",
    "ran longer",
  ],
  ["await client.sleep(Infinity)", "SCRIPT_ERROR", "Cannot sleep Infinity ms"],
  // promises
  [
    "Promise.reject(new Error('lost'))",
    "SCRIPT_ERROR",
    "nothing awaits was rejected: lost",
  ],
  ["new Promise((_, no) => no(new Error('lost')))", "SCRIPT_ERROR", "lost"],
  ["(async () => { throw new Error('lost') })()", "SCRIPT_ERROR", "lost"],
  [
    "async function f() { throw new Error('lost') } f()",
    "SCRIPT_ERROR",
    "lost",
  ],
  [
    "client.sendRequest('{{x}}')",
    "SCRIPT_ERROR",
    "nothing awaits was rejected",
  ],
  [
    "[1].forEach(async function () { await null; throw new Error('lost ' + this.a) }, { a: 7 })",
    "SCRIPT_ERROR",
    "nothing awaits was rejected: lost 7",
  ],
  [
    "test('t', () => [1, 2].forEach(async (n) => expect(n).to.equal(1)))",
    "SCRIPT_ERROR",
    "nothing awaits was rejected: expected 2 to equal 1",
  ],
  ["fetch('{{x}}')", "SCRIPT_ERROR", "nothing awaits was rejected"],
  // placeholders, which nothing would resolve
  [
    "await client.sendRequest({ url: 'http://h/', headers: { a: 'b {{c}}' } })",
    "SCRIPT_ERROR",
    'Cannot send the header "a": placeholders such as "{{c}}"',
  ],
  [
    "await require('axios').get('http://h/', { params: { a: '{{b}}' } })",
    "SCRIPT_ERROR",
    'Cannot send to this URL: placeholders such as "{{b}}"',
  ],
  // What stands around one may be secret.
  [
    "await client.sendRequest({ url: 'http://h/', auth: { username: 'u', password: 's3cret{{p}}' } })",
    "SCRIPT_ERROR",
    'Cannot send the auth: placeholders such as "{{p}}"',
  ],
  [
    "Promise.resolve().then(() => { throw new Error('lost') })",
    "SCRIPT_ERROR",
    "lost",
  ],
  [
    "await new Promise(() => {})",
    "SCRIPT_ERROR",
    "waits for a promise that nothing settles",
  ],
  ["test('t', () => new Promise(() => {}))", "SCRIPT_ERROR", "nothing settles"],
  // ways out
  ["process.exit(1)", "SCRIPT_ERROR", "Cannot exit"],
  ["Deno.exit(1)", "SCRIPT_ERROR", "Deno is not defined"],
  ["require('../../etc/passwd')", "SCRIPT_ERROR", "outside the collection"],
  ["await import('node:fs')", "SCRIPT_ERROR", "Cannot import"],
  ["(() => {}).constructor('return Deno')()", "SCRIPT_ERROR", "Deno is not"],
  [
    "expect.constructor('return process')().exit()",
    "SCRIPT_ERROR",
    "Cannot exit",
  ],
  // no JavaScript
  ["let x = = 1", "SCRIPT_SYNTAX", "unexpected token"],
  ["foo(", "SCRIPT_SYNTAX", "SyntaxError"],
  [
    "test('t', () => {",
    "SCRIPT_SYNTAX",
    "ends before a bracket is closed",
  ],
  ["}); client.setVar('out', 1); (function () {", "SCRIPT_SYNTAX", ""],
  ["import x from 'y'", "SCRIPT_SYNTAX", "require()"],
  ["import.meta.url", "SCRIPT_SYNTAX", "client.cwd() is the collection's"],
  ["const a = 1; const a = 2", "SCRIPT_SYNTAX", ""],
  // texts that a script reads
  [
    "JSON.parse('<html>')",
    "SCRIPT_ERROR",
    "Unexpected token '<', \"<html>\" is not valid JSON",
  ],
  ["JSON.parse(undefined)", "SCRIPT_ERROR", '"undefined" is not valid JSON'],
  ["await Promise.resolve('').then(JSON.parse)", "SCRIPT_ERROR", "end of JSON"],
  [
    "JSON.parse('1', () => { throw new SyntaxError('mine'); })",
    "SCRIPT_ERROR",
    "SyntaxError: mine",
  ],
  ["eval('import x from y')", "SCRIPT_ERROR", "SyntaxError"],
  ["new Function('a b')", "SCRIPT_ERROR", "expecting ';'"],
];

describe("scripts that do harm", () => {
  afterAll(() => {
    patient.dispose();
    limited.dispose();
  });

  for (const [script, code, message] of CASES) {
    it(script, async () => {
      const sandbox = code === "SCRIPT_TIMEOUT" || code === "SCRIPT_"
        ? limited
        : patient;
      const context = fakeContext({ response: fakeResponse() });
      const { error } = await unhurried(
        () =>
          runScript(sandbox, `client.setVar("before", 1);\n${script}`, context),
        () => context.scopes.runtime.before === 1 || code === "SCRIPT_SYNTAX",
      );
      assertStringIncludes(error?.code ?? "", code);
      assertStringIncludes(error?.message ?? "", message);
      assertEquals(error?.message.includes("\n"), false);
      assertEquals(error?.location?.keys, ["runtime", "scripts", 0, "code"]);
      if (code !== "SCRIPT_SYNTAX") {
        assertEquals(context.scopes.runtime, { before: 1 });
      }
      const next = await unhurried(() =>
        runScript(
          sandbox,
          "test('next', () => expect(res.body.items).to.have.length(2))",
          context,
        ), ({ error }) => error?.code !== "SCRIPT_TIMEOUT");
      assertEquals(next.error?.message, undefined);
      assertEquals(next.tests, [{ name: "next", status: "passed" }]);
    });
  }

  it("tests before the harm keep their results", async () => {
    const { tests, console, error } = await unhurried(
      () =>
        runScript(limited, "test('a', () => {}); console.log('b'); for (;;);"),
      ({ console }) => console.length > 0,
    );
    assertEquals(tests, [{ name: "a", status: "passed" }]);
    assertEquals(console, [{ level: "log", text: "b" }]);
    assertEquals(error?.code, "SCRIPT_TIMEOUT");
  });

  it("more tests than are kept are an error: a failed one may be among them", async () => {
    const roomy = await createSandbox({ timeLimit: 60_000 });
    const { tests, error } = await runScript(
      roomy,
      "for (let i = 0; i < 10_002; i++) test(`${i}`, () => expect(i).to.be.below(10_001));",
    );
    roomy.dispose();
    assertEquals(tests.length, 10_000);
    assertEquals(error?.code, "LIMIT");
    assertStringIncludes(error?.message ?? "", "2 results after the first");
  });

  it("has a limit of what it waits for at once", async () => {
    const roomy = await createSandbox();
    const { error } = await runScript(
      roomy,
      "await Promise.all(Array.from({ length: 1001 }, () => client.sleep(1)))",
    );
    roomy.dispose();
    assertStringIncludes(
      error?.message ?? "",
      "Cannot wait for more than 1000 things at once",
    );
  });

  it("a rejected promise that something handles is not an error", async () => {
    for (
      const script of [
        "Promise.reject(1).catch(() => {})",
        "try { await Promise.reject(1) } catch {}",
        "await Promise.allSettled([Promise.reject(1)])",
        "const p = Promise.reject(1); await client.sleep(1); await p.catch(() => {})",
        "(async () => { throw 1 })().catch(() => {})",
        "const f = async () => { throw 1 }; try { await f() } catch {}",
        "const p = (async () => { throw 1 })(); await Promise.race([p, 2]).catch(() => {})",
      ]
    ) await runGood(patient, script);
  });

  it("expressions are limited too", async () => {
    const at = { file: "a.yml", path: ["x"] };
    for (
      const [text, message] of [
        ["(() => { for (;;); })()", `longer than ${LIMIT} ms`],
        ["res.body.nope.id", "cannot read property 'id' of undefined"],
        ["1 +", "SyntaxError"],
        ["() => 1", "is a function"],
        ["(function f() { f(); })()", "stack overflow"],
      ]
    ) {
      const context = fakeContext({ response: fakeResponse() });
      const sandbox = message.startsWith("longer") ? limited : patient;
      const result = await sandbox.evaluate({ text, at }, context);
      const diagnostic = result.ok ? undefined : result.diagnostic;
      assertEquals(diagnostic?.code, "ASSERTION");
      assertStringIncludes(diagnostic?.message ?? "", message);
    }
  });
});

describe("scripts that want too much memory", () => {
  const roomy = createSandbox({ memoryLimit: 8 * 1024 * 1024 });
  afterAll(async () => (await roomy).dispose());

  for (
    const script of [
      "const all = []; for (;;) all.push(new Uint8Array(1e5))",
      "const all = []; for (;;) all.push(`${all.length} `.repeat(1e4).split(''))",
      "const all = {}; for (let i = 0;; i++) all['k' + i] = { i }",
      "new Uint8Array(1e9)",
      "'x'.repeat(2 ** 28)",
      "test('t', () => { const all = []; for (;;) all.push(new Array(1000).fill(all)) })",
      "for (let i = 0;; i++) client.setVar('v' + i, 'x'.repeat(1e6))",
    ]
  ) {
    it(script, async () => {
      const sandbox = await roomy;
      const context = fakeContext();
      const { error, tests } = await runScript(sandbox, script, context);
      const diagnostic = error ?? tests[0].diagnostic;
      assertStringIncludes(
        diagnostic ? inFlags(diagnostic).message : "",
        "needs more memory than it may have (raise --script-memory)",
      );
      if (error !== undefined) assertEquals(error.code, "SCRIPT_MEMORY");
      await runGood(sandbox, "expect(1).to.equal(1)");
    });
  }

  for (
    const [script, line] of [
      ["\nconst all = [];\nfor (;;) all.push({ a: 'b' });", 3],
      ["\nfunction grow(to) {\n  for (;;) to.push([1]);\n}\ngrow([]);", 3],
      [
        "test('t', () => {\n  const all = [];\n  for (;;) all.push({ a: 'b' });\n});",
        3,
      ],
      [
        "test('t', async () => {\n  const all = [];\n  await null;\n  for (;;) all.push({ a: 'b' });\n});",
        4,
      ],
    ] as const
  ) {
    it(`points to the line: ${script}`, async () => {
      const { error, tests } = await runScript(await roomy, script);
      const { location } = error ?? tests[0].diagnostic!;
      const before = script.slice(0, location?.offset);
      assertEquals(before.split("\n").length, line);
    });
  }
});
