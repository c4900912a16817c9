import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createSandbox } from "../../../lib/host/sandbox/create_sandbox.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runScript } from "../../support/with_script.ts";
import { lateTrusted } from "../../support/late_trusted.ts";

const sandboxes = {
  sandbox: await createSandbox(),
  trusted: lateTrusted(),
};

/** Scripts in which «» stands where the failure is to be found. */
const SCRIPTS = [
  "«»nope()",
  "const a = 1;\n\n  «»nope(a);",
  "const é = '😀😀'; «»nope()",
  "null.«»x",
  "client.«»setVar('x', NaN)",
  "let a;\n  JSON.«»parse('<html>');",
  "function f() {\n  throw new «»Error('x');\n}\nf();",
  "await null;\n  «»nope()",
  "const run = async () => {\n  await null;\n  «»nope();\n};\nother();\nawait run();\nfunction other() {}",
  "test('t', () => {\n  expect(1).to.«»equal(2);\n});",
  "test('t', () => {\n  expect(res.body.items)\n    .to.have.length(2)\n    .and.«»eql([]);\n});",
  "test('t', async () => {\n  await client.sleep(1); expect(1).to.«»equal(2);\n});",
  "[1].forEach((n) => {\n  test('t', () => «»nope(n));\n});",
  // What is not an error knows its test only
  "let a;\n«»test('t', () => { throw 'text'; });",
  "let a;\n«»test('t', async () => {\n  await null;\n  throw { code: 5 };\n});",
  // What fails while the script waits
  "let a;\n  await client.«»sendRequest('http://host/');",
  "let a;\n  await require('axios').«»get('http://host/');",
  "test('t', async () => {\n  await client.«»sendRequest('http://host/');\n});",
];

for (const [mode, sandbox] of Object.entries(sandboxes)) {
  describe(`places of failures (${mode})`, () => {
    afterAll(() => sandbox.dispose());

    for (const marked of SCRIPTS) {
      it(marked, async () => {
        const offset = marked.indexOf("«»");
        const context = fakeContext({
          response: fakeResponse(),
          received: fakeResponse({ status: 500 }),
        });
        const { error, tests } = await runScript(
          sandbox,
          marked.replace("«»", ""),
          context,
        );
        const { length, ...location } =
          (error ?? tests[0].diagnostic)?.location ?? {};
        assertEquals(location, {
          file: "shop/users.yml",
          yamlPath: "runtime.scripts[0].code",
          keys: ["runtime", "scripts", 0, "code"],
          offset: mode === "trusted" ? location.offset : offset,
          place: "script",
        });
        if (mode === "sandbox") {
          const [name = ""] = /^\w+/.exec(marked.slice(offset + 2)) ?? [];
          assertEquals(length, name.length);
        }
        const line = (to = 0) => marked.slice(0, to).split("\n").length;
        assertEquals(line(location.offset), line(offset));
      });
    }
  });
}

describe("places of syntax errors", () => {
  for (
    const [script, offset] of [
      ["let x = = 1", 8],
      ["let a;\n  foo(;\n", 13],
    ] as const
  ) {
    it(script, async () => {
      const sandbox = await createSandbox();
      const { error } = await runScript(sandbox, script);
      sandbox.dispose();
      assertEquals([error?.code, error?.location?.offset], [
        "SCRIPT_SYNTAX",
        offset,
      ]);
    });
  }
});
