import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertStrictEquals } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import { fakeContext } from "../../support/fake_script_context.ts";
import { runGood, runScript, valueOf } from "../../support/with_script.ts";
import { lateTrusted } from "../../support/late_trusted.ts";

const sandboxes = {
  sandbox: await createSandbox(),
  trusted: lateTrusted(),
};

/** Values that cross the border in both directions as they are. */
const KEPT: readonly [expression: string, value: unknown][] = [
  ["''", ""],
  ["'a\\0b\\udfff\\u{1f600}\"\\n'", 'a\0b\udfff\u{1f600}"\n'],
  ["-0", -0],
  ["1.5e300", 1.5e300],
  ["Number.MAX_SAFE_INTEGER", Number.MAX_SAFE_INTEGER],
  ["12345678901234567890n", 12345678901234567890n],
  ["null", null],
  ["false", false],
  ["new Date(1.5e12)", new Date(1.5e12)],
  ["new Date(-1)", new Date(-1)],
  ["[]", []],
  ["[[], {}, [null]]", [[], {}, [null]]],
  ["({ a: { d: [new Date(0), 5n, -0] } })", {
    a: { d: [new Date(0), 5n, -0] },
  }],
  ["({ $brace: 'date', v: 1 })", { $brace: "date", v: 1 }],
  ["({ a: { $brace: new Date(0) } })", { a: { $brace: new Date(0) } }],
  ["Object.create(null, { a: { value: 1, enumerable: true } })", { a: 1 }],
  ['JSON.parse(\'{"constructor": 1, "toString": 2}\')', {
    constructor: 1,
    toString: 2,
  }],
  ["({ b: 1, a: 2, 1: 3 })", { 1: 3, b: 1, a: 2 }],
];

/** Values that no variable can have, and what the message says of them. */
const REFUSED: readonly [expression: string, what: string][] = [
  ["undefined", "it is undefined"],
  ["NaN", "it is NaN"],
  ["-Infinity", "it is -Infinity"],
  ["new Date(NaN)", "it is an invalid date"],
  ["() => 1", "it is a function"],
  ["Symbol('s')", "it is a symbol"],
  ["new Map()", "it is an instance of Map"],
  ["new Set()", "it is an instance of Set"],
  ["/a/", "it is an instance of RegExp"],
  ["new Error('e')", "it is an instance of Error"],
  ["new (class User {})()", "it is an instance of User"],
  ["new (class {})()", "it is a class instance"],
  ["new URL('http://h/')", "it is an instance of URL"],
  ["new TextEncoder()", "it is an instance of TextEncoder"],
  ["Promise.resolve(1)", "it is an instance of Promise"],
  ["new Uint8Array(1)", "it is binary data"],
  ["({ a: [1, { b: undefined }] })", '"x.a[1].b" is undefined'],
  ["[NaN]", '"x[0]" is NaN'],
  ["[, 1]", '"x[0]" is undefined'],
  ["(() => { const a = {}; a.b = [a]; return a; })()", '"x.b[0]" is a cycle'],
  [
    "JSON.parse('['.repeat(500) + ']'.repeat(500))",
    "is nested deeper than 400 levels",
  ],
];

for (const [mode, sandbox] of Object.entries(sandboxes)) {
  describe(`values across the border (${mode})`, () => {
    afterAll(() => sandbox.dispose());

    for (const [expression, value] of KEPT) {
      it(`keeps ${expression}`, async () => {
        const context = fakeContext();
        const found = await valueOf(sandbox, expression, context);
        assertEquals(found, value);
        await runGood(
          sandbox,
          "client.setVar('again', client.getVar('value'))",
          context,
        );
        assertEquals(context.scopes.runtime.again, value);
      });
    }

    for (const [expression, what] of REFUSED) {
      it(`refuses ${expression}`, async () => {
        const context = fakeContext();
        const { error } = await runScript(
          sandbox,
          `client.setVar("x", ${expression})`,
          context,
        );
        assertEquals(error?.code, "SCRIPT_ERROR");
        const message = error?.message ?? "";
        assertEquals(
          message.includes('Cannot set the variable "x": ') &&
            message.includes(what),
          true,
          message,
        );
        assertEquals(context.scopes.runtime, {});
      });
    }

    it("shared objects are not a cycle", async () => {
      assertEquals(
        await valueOf(sandbox, "(() => { const a = [1]; return [a, a]; })()"),
        [[1], [1]],
      );
    });

    it("is a snapshot on the way in and out", async () => {
      const context = fakeContext();
      await runGood(
        sandbox,
        `const list = [1];
        client.setVar("list", list);
        list.push(2);
        client.getVar("list").push(3);
        client.setVar("seen", client.getVar("list"));`,
        context,
      );
      assertEquals(context.scopes.runtime, { list: [1], seen: [1] });
    });

    it("__proto__ is a member like any other", async () => {
      const context = fakeContext();
      await runGood(
        sandbox,
        `client.setVar("x", JSON.parse('{"__proto__": {"a": 1}}'));`,
        context,
      );
      const value = context.scopes.runtime.x as object;
      assertStrictEquals(Object.hasOwn(value, "__proto__"), true);
      assertStrictEquals(Object.getPrototypeOf(value), Object.prototype);
    });

    it("setVar gives undefined and takes legal names only", async () => {
      assertEquals(
        await valueOf(sandbox, "client.setVar('a', 1) === undefined"),
        true,
      );
      for (const name of ["'1a'", "'a.b'", "''", "5", "null"]) {
        const { error } = await runScript(sandbox, `client.setVar(${name}, 1)`);
        assertEquals(error?.code, "SCRIPT_ERROR", name);
      }
    });

    it("evaluate gives typed values", async () => {
      const at = { file: "a.yml", path: ["runtime", "assertions", 0] };
      const context = fakeContext();
      for (
        const [text, value] of [
          ["new Date(5)", new Date(5)],
          ["undefined", undefined],
          ["[1, -0]", [1, -0]],
          ["/* c */ 1 // d", 1],
        ] as const
      ) {
        assertEquals(await sandbox.evaluate({ text, at }, context), {
          ok: true,
          value: value as never,
        });
      }
    });
  });
}
