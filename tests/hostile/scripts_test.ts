import { beforeAll, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import type { EndedScript, WantedScript } from "../support/script_rows.ts";

/** What becomes of a script; without `ends` it is stopped when its time is up. */
interface Row {
  /** Default: the script. */
  readonly name?: string;
  readonly script: string;
  /** The code of its error, or "fine". */
  readonly ends?: string;
  readonly says?: RegExp;
  /** How the script goes on from where it was. */
  readonly at?: string;
  /** Its tests and how they ended. */
  readonly tests?: readonly (readonly [name: string, status: string])[];
}

const LONG = "const a = []; a.length = 4294967295; ";
const LIKE = "const a = { length: 2 ** 53 - 1 }; ";
const NEEDLE = "const n = 'a'.repeat(1e6) + 'b', s = 'a'.repeat(2e6); ";
const LIST = "const list = client.getVar('list'); ";
const TEXT = "const text = client.getVar('text'); ";

/** One call of a built-in function that takes for ever. */
const SINGLE_CALLS: readonly Row[] = [
  ...[
    "a.indexOf(1)",
    "a.lastIndexOf(1)",
    "a.includes(1)",
    "a.join('')",
    "a.sort()",
    "a.reverse()",
    "a.slice()",
    "a.splice(0, 1)",
    "a.shift()",
    "a.unshift(1)",
    "a.copyWithin(1, 0)",
    "a.flat()",
    "a.map(String)",
    "a.every(Boolean)",
    "a.findLast(() => 0)",
    "String(a)",
    "new Set(a)",
    "a.toLocaleString()",
    "expect(a).to.include(1)",
  ].map((call) => ({ script: LONG + call })),
  ...["indexOf", "includes", "reverse", "forEach", "join", "some", "at"].map(
    (name) => ({
      script: `${LIKE}Array.prototype.${name}.call(a, () => {})`,
      ...name === "at" ? { ends: "fine" } : {},
    }),
  ),
  {
    script:
      "[].concat({ length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true })",
  },
  { script: "const a = []; a[4294967294] = 1; a.sort()" },
  { script: "new Array(4294967295).join('x')" },
  ...["indexOf(n)", "includes(n)", "split(n)", "replaceAll(n, '')"].map(
    (call) => ({ script: `${NEEDLE}s.${call}` }),
  ),
  { script: "/(a+)+b/.test('a'.repeat(40))" },
  { script: "/(?:a|a)*$/.test('a'.repeat(60) + 'b')" },
  { script: "new Proxy([], { get() { for (;;); } }).x" },
  { script: `${LIST}for (;;) expect(list.slice()).to.eql(list)` },
];

/** Loops of dear calls: between two of them hardly anything is asked. */
const LOOPS: readonly Row[] = [
  { script: `${LONG}for (;;) { a.indexOf(1) }`, at: "indexOf(1)" },
  ...[
    "",
    "JSON.parse(text)",
    "JSON.stringify(list)",
    "text.toUpperCase()",
    "text.normalize('NFD')",
    "text.replace(/a/g, 'b')",
    "text.match(/x*y/g)",
    "encodeURIComponent(text)",
    "escape(text)",
    "list.slice().reverse()",
    "list.sort((a, b) => a.i - b.i)",
    "list.map((it) => it.n).sort()",
    "list.map((it) => it.n).join()",
    "text.split(',')",
    "Object.keys(list)",
    "structuredClone(list)",
    "client.getVar('list')",
    "client.setVar('other', list)",
    "client.getAllVars()",
    "client.interpolate('{{text}}')",
    "client.interpolate('{{slow}}')",
    "console.log(text)",
    "test(text.slice(0, 1e4), () => {})",
    "eval('1;'.repeat(1e5))",
    "new Function(text)",
    "new Uint8Array(1e7).fill(1)",
    "new Float64Array(1e6).sort()",
    "btoa(text)",
    "Buffer.from(text).toString('base64')",
    "new URL('http://host/' + text)",
    "require('crypto').createHash('sha256').update(text).digest()",
    "crypto.getRandomValues(new Uint8Array(65536))",
    "'a-b'.localeCompare(text, undefined, { numeric: true })",
    "new Date().toISOString()",
    "try { JSON.parse(text) } catch {}",
    "try { for (;;); } catch {}",
    "await 1",
    "await client.sleep(0)",
    "await Promise.all([1, 2, 3])",
  ].map((call) => ({
    script: `${call.includes("list") ? LIST : ""}${
      call.includes("text") ? TEXT : ""
    }for (;;) { ${call} }`,
  })),
  { script: "const f = () => Promise.resolve().then(f); f()" },
  { script: "queueMicrotask(function f() { queueMicrotask(f); })" },
  {
    script: "setTimeout(() => { for (;;) JSON.parse(client.getVar('text')) })",
  },
  { script: "test('t', () => { for (;;) client.getVar('list') })" },
  { script: "throw { get message() { for (;;); } }" },
];

/** What wants more memory than there is. */
const GREEDY: readonly Row[] = [
  "const a = []; for (;;) a.push(a.concat(a))",
  "[...new Array(4294967295)]",
  "Array.from({ length: 4294967295 })",
  "new Array(1e7).fill(0).sort()",
  "const texts = []; for (;;) texts.push('x'.repeat(1e6) + texts.length)",
  "for (let i = 0;; i++) client.setVar('v' + i, 'x'.repeat(1e6))",
  "for (;;) test('x'.repeat(1e6), () => {})",
].map((script) => ({ script, ends: "SCRIPT_MEMORY" }));

const REFUSED: readonly Row[] = [
  { script: "let s = 'a'; for (;;) s += s", ends: "SCRIPT_ERROR" },
  { script: `${LONG}a.toReversed()`, ends: "SCRIPT_ERROR" },
  { script: `${LONG}client.setVar('x', a)`, ends: "SCRIPT_ERROR" },
  { script: `${LONG}Math.max.apply(null, a)`, ends: "SCRIPT_ERROR" },
  {
    script: "let b = 2n; for (;;) b *= b",
    ends: "SCRIPT_ERROR",
  },
  { script: "const f = () => f(); f()", ends: "SCRIPT_ERROR" },
];

const TIMERS: readonly Row[] = [
  ...[1_001, 20_000, 40_000].map((count) => ({
    script:
      `for (let i = 0; i < ${count}; i++) setTimeout(() => {}, 1); test('after', () => {})`,
    ends: "SCRIPT_ERROR",
    says: /more than 1000 would run at once/,
    at: "setTimeout",
    tests: [],
  })),
  ...["setTimeout", "setInterval", "setImmediate"].map((name) => ({
    script: `for (let i = 0; i < 2000; i++) try { ${name}(() => {}) } catch {}`,
    ends: "SCRIPT_ERROR",
    says: /more than 1000 would run at once/,
  })),
  {
    script:
      "for (let i = 0; i < 999; i++) client.sleep(5); for (const name of ['a', 'b']) setTimeout(() => test(name, () => {}), 1)",
    ends: "SCRIPT_ERROR",
    says: /more than 1000 things at once/,
    tests: [["a", "passed"]],
  },
  {
    script:
      "let n = 0; for (let i = 0; i < 1000; i++) setTimeout(() => { if (++n === 1000) test('all', () => {}) }, 1)",
    ends: "fine",
    tests: [["all", "passed"]],
  },
  {
    script:
      "for (let i = 0; i < 3000; i++) clearTimeout(setTimeout(() => {}, 1e6)); test('after', () => {})",
    ends: "fine",
    tests: [["after", "passed"]],
  },
  {
    script:
      "for (let i = 0; i < 1200; i++) client.sleep(1).catch(() => {}); test('after', () => {})",
    ends: "fine",
    tests: [["after", "passed"]],
  },
];

/** Tests that would pass without having run. */
const TESTS: readonly Row[] = [
  "function* () { throw 1 }",
  "async function* () { throw 1 }",
  "() => (function* () {})()",
  "(() => { class G { *m() {} } return new G().m })()",
  "undefined",
  "'text'",
  "async () => { throw 1 }",
  "() => Promise.reject(1)",
].map((body) => ({
  script: `test('t', ${body})`,
  ends: "fine",
  tests: [["t", "failed"]],
}));

const ENDLESS: readonly Row[] = [
  "() => ({ then() {} })",
  "() => new Promise(() => {})",
].map((body) => ({
  script: `test('t', ${body})`,
  ends: "SCRIPT_ERROR",
  says: /it waits for a promise that nothing settles/,
  tests: [["t", "failed"]],
}));

/** Texts that are hostile before they run. */
const SOURCES: readonly Row[] = [
  { name: "a.b.b…", script: `const a = {}; a${".b".repeat(100_000)}` },
  { name: "f()()…", script: `const f = 1; f${"()".repeat(100_000)}` },
  {
    name: "async a.b.b…",
    script: `const f = async () => {}; f${".b".repeat(100_000)}`,
  },
  { name: "((…", script: "(".repeat(100_000) },
  { name: "[[…]]", script: `${"[".repeat(20_000)}${"]".repeat(20_000)}` },
  { name: "async [[…", script: `async () => {}; ${"[".repeat(20_000)}` },
  { name: "!!…1", script: `${"!".repeat(100_000)}1` },
  { name: "require(require(…", script: "require(".repeat(50_000) },
  {
    name: "an error of 30 MB",
    script: "throw new Error('x'.repeat(3e7))",
    ends: "SCRIPT_MEMORY",
  },
].map((row) => ({ ends: "SCRIPT_ERROR", ...row }));

const ROWS: readonly Row[] = [
  ...SOURCES,
  ...ENDLESS,
  ...TIMERS,
  ...TESTS,
  ...SINGLE_CALLS,
  ...LOOPS,
  ...GREEDY,
  ...REFUSED,
];

/** Milliseconds of a script that is to be stopped; any other has plenty. */
const MAX_TIME = 40;
const PLENTY = 100_000;
/** Bytes for a script that wants more than there are: half of what others have. */
const LITTLE = 32 * 1024 * 1024;
/** Milliseconds after which a script that has not ended hangs. */
const HANGING = 60_000;
const CHILD = fromFileUrl(
  new URL("../support/script_rows.ts", import.meta.url),
);

/** Runs rows in one process, and in another one what comes after a row that hangs. */
async function run(rows: readonly Row[]): Promise<(EndedScript | undefined)[]> {
  const ended: (EndedScript | undefined)[] = [];
  while (ended.length < rows.length) {
    const wanted = rows.slice(ended.length).map(
      ({ script, ends }): WantedScript => ({
        script,
        limit: ends === undefined ? MAX_TIME : PLENTY,
        ...ends === "SCRIPT_MEMORY" && { memory: LITTLE },
      }),
    );
    ended.push(...await runSome(wanted));
    // The one that it did not come back from.
    if (ended.length < rows.length) ended.push(undefined);
  }
  return ended;
}

/** As many as end. */
async function runSome(
  wanted: readonly WantedScript[],
): Promise<EndedScript[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      // It has flags of its own: those of V8 belong to the cache.
      "--no-code-cache",
      "--allow-read",
      "--allow-env",
      CHILD,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(wanted)));
  await writer.close();
  const ended: EndedScript[] = [];
  const hangs = () => child.kill("SIGKILL");
  let timer = setTimeout(hangs, HANGING);
  let rest = "";
  for await (
    const text of child.stdout.pipeThrough(new TextDecoderStream())
  ) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    ended.push(...lines.map((line) => JSON.parse(line) as EndedScript));
    clearTimeout(timer);
    timer = setTimeout(hangs, HANGING);
  }
  clearTimeout(timer);
  await child.status;
  return ended;
}

describe("a hostile script ends, and the next one runs", () => {
  let results: (EndedScript | undefined)[];
  beforeAll(async () => {
    const half = Math.ceil(ROWS.length / 2);
    const halves = [ROWS.slice(0, half), ROWS.slice(half)];
    results = (await Promise.all(halves.map(run))).flat();
  });

  ROWS.forEach(
    ({ name, script, ends = "SCRIPT_TIMEOUT", says, at, tests }, index) => {
      it(name ?? script, () => {
        const result = results[index];
        assert(result !== undefined, "it hangs");
        assertEquals(result.code, ends, result.message);
        if (says) assertMatch(result.message, says);
        if (at) assertEquals(result.at?.slice(0, at.length), at);
        if (tests) assertEquals(result.tests, tests);
        if (ends !== "fine") assertEquals(result.file, "shop/users.yml");
        assert(result.next, "the next script does not run as it should");
      });
    },
  );
});
