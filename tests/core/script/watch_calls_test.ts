import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { originalOffset } from "../../../lib/core/script/compiled_code.ts";
import { watchCalls } from "../../../lib/core/script/watch_calls.ts";

/** Code → the code with W for the watcher. */
const CASES: readonly [code: string, watched: string][] = [
  ["f()", "W(f())"],
  ["f(); await g(); const x = h();", "W(f()); await g(); const x = h();"],
  ["a?.b()", "W(a?.b())"],
  ["a && b()", "W(a && b())"],
  ["(async () => { f() })()", "W((async () => { W(f()) })())"],
  ["if (a) f(); else g()", "if (a) W(f()); else W(g())"],
  ["a.b.then(c)", "W(a.b.then(c))"],
  [
    "expect(a).to.equal(1); test('t', () => {}); console.log(1)",
    "expect(a).to.equal(1); test('t', () => {}); console.log(1)",
  ],
  ["test('t', async () => { f() })", "test('t', async () => { W(f()) })"],
  ["let a = 1\n;[1].map(f)", "let a = 1\n;W([1].map(f))"],
  ["import('x')", "W(import('x'))"],
  ["a.forEach(async () => {})", "W(a.forEach(W(async () => {})))"],
  [
    "a.forEach(async function () { f() }, b)",
    "W(a.forEach(W(async function () { W(f()) }), b))",
  ],
  [
    "await a.forEach(() => 1, async () => 2)",
    "await a.forEach(() => 1, async () => 2)",
  ],
  ["return f()", "return f()"],
  ["not javascript (", "not javascript ("],
];

describe("watchCalls", () => {
  for (const [code, watched] of CASES) {
    it(code, () => {
      const result = watchCalls(code);
      assertEquals(result.code.replaceAll("$brace_watch", "W"), watched);
    });
  }

  it("leads offsets back", () => {
    const code = "a(); b(() => {\n  c(); d;\n});";
    const compiled = watchCalls(code);
    for (const name of ["a", "b", "c", "d"]) {
      const at = compiled.code.search(new RegExp(`\\b${name}\\b`));
      assertEquals(originalOffset(compiled, at), code.search(name), name);
    }
  });
});
