import { assertGreaterOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { followMeter, loadQuickJs } from "../../../lib/host/sandbox/quickjs.ts";

const TIMES = 20;

/** What takes a good while in few turns of the interpreter; done again and again. */
const CALLS = [
  // One instruction of WebAssembly copies or fills memory, without a loop.
  "a.fill(1)",
  "a.copyWithin(1, 0)",
  "a.set(b)",
  "a.slice()",
  "new ArrayBuffer(4e6)",
  "text.slice(1)",
  // A loop inside QuickJS.
  "a.indexOf(2)",
  "text.indexOf('ab')",
];

describe("QuickJS's host is asked while it is at", () => {
  for (const call of CALLS) {
    it(call, async () => {
      const quickJs = await loadQuickJs();
      using context = quickJs.newContext();
      let asked = 0;
      followMeter(quickJs, () => asked++);
      const run = (code: string) =>
        context.unwrapResult(context.evalCode(code)).dispose();
      run(`const a = new Uint8Array(4e6), b = new Uint8Array(4e6);
        const text = "a".repeat(4e6);`);
      asked = 0;
      run(`for (let i = 0; i < ${TIMES}; i++) ${call}`);
      assertGreaterOrEqual(asked, TIMES);
    });
  }
});
