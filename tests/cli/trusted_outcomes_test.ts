import { assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { recordingServer } from "../support/recording_server.ts";

/** What a request's script comes to: status, tests, errors. */
interface Row {
  readonly script: string;
  /** Absent where a script that breaks itself may end as it will. */
  readonly status?: "passed" | "failed" | "errored";
  readonly tests?: readonly string[];
  readonly error?: string;
}

const passes = (script: string): Row => ({ script, status: "passed" });
const fails = (script: string, error: string): Row => ({
  script,
  status: "errored",
  error: `Cannot finish the tests script: ${error}`,
});

/** Each has the same outcome in Deno itself as in the sandbox. */
const SAME: readonly Row[] = [
  {
    script: "setTimeout(() => test('late', () => { throw new Error('x') }), 5)",
    status: "failed",
    tests: ["late failed"],
  },
  {
    script: "setTimeout(() => setTimeout(() => test('later', () => {}), 2), 2)",
    status: "passed",
    tests: ["later passed"],
  },
  {
    script:
      "setInterval(() => {}, 1); setTimeout(() => test('t', () => {}), 9)",
    status: "passed",
    tests: ["t passed"],
  },
  {
    script: "client.sleep(5).then(() => test('slept', () => {}))",
    status: "passed",
    tests: ["slept passed"],
  },
  {
    script: "test('t', function* () {})",
    status: "failed",
    tests: ["t failed"],
  },
  {
    script: "test('t', () => new Promise(() => {}))",
    status: "errored",
    tests: ["t failed"],
    error:
      "Cannot finish the tests script: it waits for a promise that nothing settles",
  },
  fails("setTimeout(() => { throw new Error('boom') }, 5)", "boom"),
  fails("setTimeout(async () => { throw new Error('boom') }, 5)", "boom"),
  fails("setImmediate((x) => { throw new Error(x) }, 'given')", "given"),
  fails(
    "setTimeout(() => { Promise.reject(new Error('x')); }, 2); await client.sleep(9)",
    "a promise that nothing awaits was rejected: x",
  ),
  fails(
    "await new Promise(() => {})",
    "it waits for a promise that nothing settles",
  ),
  fails("throw new Error('at once')", "at once"),
  passes("const t = setTimeout(() => { throw 1 }, 1); clearTimeout(t)"),
  passes(
    "clearTimeout(setTimeout(() => {}, 1e9)); clearInterval(setInterval(() => {}, 1e9))",
  ),
  passes("Object.prototype.x = 1"),
  passes("Object.prototype.get = 1; Object.prototype.value = 2"),
  passes(
    `const { stringify } = JSON;
Object.defineProperty(JSON, "stringify", { get: () => () => "x", configurable: true });
Object.prototype.value = stringify; Object.prototype.writable = true`,
  ),
  { script: "Array.prototype.map = Array.prototype.push = () => 1" },
  { script: "Array.prototype[Symbol.iterator] = null" },
  { script: "Promise.prototype.then = null" },
  {
    script:
      "for (const key of ['leaked', 'JSON', 'Map', 'Promise']) globalThis[key] = undefined",
  },
  passes("JSON.stringify = JSON.parse = () => 'x'"),
  passes("Map.prototype.get = Set.prototype.has = () => 1"),
  passes("String.prototype.split = RegExp.prototype.exec = () => 'x'"),
  passes("Object.setPrototypeOf(Array.prototype, null)"),
  passes("Object.keys = Object.entries = Object.defineProperty = () => []"),
  passes(
    "Date.now = () => NaN; Math.random = () => 2; Error.prototype.name = 1",
  ),
  passes("globalThis.leaked = 1; globalThis.Date = globalThis.URL = null"),
];

/** What only Deno has. */
const TRUSTED: readonly Row[] = [
  fails("process.nextTick(() => { throw new Error('tick') })", "tick"),
  passes("setTimeout(() => {}, 1e9).unref()"),
  passes("clearTimeout(Number(setTimeout(() => {}, 1e9)))"),
  {
    script:
      "require('./extend'); test('t', () => expect('a'.shout()).to.equal('A'))",
    status: "passed",
    tests: ["t passed"],
  },
  {
    script:
      "require('./extend'); test('t', () => expect('b'.shout()).to.equal('B'))",
    status: "passed",
    tests: ["t passed"],
  },
];

/** What nothing could undo, and what Brace runs on besides the language. */
const BREAKING: readonly Row[] = [
  "Promise.prototype.then = () => {}; await client.sleep(5)",
  "Object.defineProperty(Array.prototype, 'map', { value: () => [], configurable: false })",
  "Reflect.defineProperty(Array.prototype, 'push', { value: null, configurable: false })",
  "Object.defineProperties(Map.prototype, { get: { value: null, configurable: false } })",
  "Object.defineProperty(Object.prototype, 'get', { value: 1, configurable: false })",
  "Object.defineProperty(Array.prototype, '0', { set() { throw 1 }, get() { throw 2 } }); await client.sleep(5)",
  "Array.prototype.map = null; Object.freeze(Array.prototype)",
  "Set.prototype.has = null; Object.seal(Set.prototype); Reflect.preventExtensions(globalThis)",
  "URL = null; URL.prototype; TextDecoder.prototype.decode = null",
  "TextEncoder.prototype.encode = TextDecoder.prototype.decode = null",
  "Buffer.prototype.toString = Buffer.from = Buffer.alloc = Buffer.concat = null",
  "require('events').prototype.emit = require('events').prototype.on = null",
  "require('stream').Readable.prototype.push = null",
  "require('net').Socket.prototype.connect = null; require('http').ClientRequest.prototype.end = null",
  "AbortSignal.any = AbortSignal.prototype.addEventListener = null",
  "Deno.stdout.writeSync = Deno.writeTextFile = () => { throw 1 }",
  "Object.defineProperty(Map.prototype, 'size', { get: () => 7 })",
  "const { keys } = Object; Object.defineProperty(Object, 'keys', { get: () => () => [] }); Object.prototype.value = keys; Object.prototype.writable = true",
].map((script) => ({ script }));

const FILES = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Trust}\n",
  "extend.js":
    "Object.defineProperty(String.prototype, 'shout', { value() { return this.toUpperCase() }, configurable: true })",
  "late.js":
    "let kept; exports.keep = (test) => { kept = test }; exports.go = () => { setTimeout(() => kept('lost', () => {}), 1) }",
};

const CHECK =
  "test('whole', () => expect([1, { a: new Date(0) }, typeof leaked, {}.x, [] instanceof Object, new Map().size, Object.keys({ b: 1 })]).to.eql([1, { a: new Date(0) }, 'undefined', undefined, true, 0, ['b']]))";

/** Runs rows, each followed by a script that finds everything as it should be. */
async function outcomes(
  rows: readonly Row[],
  ...flags: readonly string[]
): Promise<Row[]> {
  const cwd = await Deno.makeTempDir();
  await using server = recordingServer();
  try {
    const scripts = rows.flatMap(({ script }) => [script, CHECK]);
    const files: Record<string, string> = { ...FILES };
    scripts.forEach((script, index) => {
      const scripts = [{ type: "tests", code: script }];
      files[`${index}.yml`] = JSON.stringify({
        info: { name: `${index}`, seq: index + 1 },
        http: { method: "GET", url: server.url },
        runtime: { scripts },
      });
    });
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/${name}`, text);
    }
    const { stdout, stderr } = await brace(
      ["run", ".", "--reporter=json=report.json", ...flags],
      { cwd },
    );
    const text = await Deno.readTextFile(`${cwd}/report.json`).catch(() => {
      throw new Error(`no report: ${stdout}${stderr}`);
    });
    const { requests } = JSON.parse(text) as {
      requests: {
        status: Row["status"];
        tests: { name: string; status: string }[];
        diagnostics: { message: string }[];
      }[];
    };
    return requests.map(({ status, tests, diagnostics }, index) => ({
      script: scripts[index],
      status,
      tests: tests.map((test) => `${test.name} ${test.status}`),
      ...diagnostics.length === 0 ? {} : { error: diagnostics[0].message },
    }));
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

const modes = [
  { name: "the sandbox", rows: SAME, flags: [] },
  {
    name: "Deno itself",
    rows: [...SAME, ...TRUSTED, ...BREAKING],
    flags: ["--trust-scripts"],
  },
] as const;

for (const { name, rows, flags } of modes) {
  describe(`what a script comes to in ${name}`, () => {
    let found: Row[];
    beforeAll(async () => {
      found = await outcomes(rows, ...flags);
    });
    afterAll(() => {
      assertEquals(found.length, rows.length * 2);
    });

    rows.forEach((row, index) => {
      it(row.script, () => {
        if (row.status) assertEquals(found[2 * index], { tests: [], ...row });
        const { status, tests } = found[2 * index + 1];
        assertEquals([status, tests], ["passed", ["whole passed"]]);
      });
    });
  });
}

describe("a test that comes when its script has ended", () => {
  it("fails the script that runs then", async () => {
    const found = await outcomes(
      [
        passes("require('./late').keep(test)"),
        passes("require('./late').go(); await client.sleep(50)"),
      ],
      "--trust-scripts",
    );
    const errors = found.flatMap(({ error }) => error ?? []);
    assertEquals(errors, [
      "Cannot finish the tests script: TypeError: Cannot run the test: its script has ended",
    ]);
  });
});
