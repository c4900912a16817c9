import { afterAll, describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { lateTrusted } from "../../support/late_trusted.ts";
import {
  fakeContext,
  fakeResponse,
} from "../../support/fake_script_context.ts";
import { runGood, runScript, valueOf } from "../../support/with_script.ts";

const trusted = lateTrusted();

describe("trusted mode", () => {
  afterAll(() => trusted.dispose());

  it("has node's modules and Brace's bundles", async () => {
    for (
      const [expression, value] of [
        ["require('fs').existsSync('/')", true],
        ["require('node:path').join('a', 'b')", "a/b"],
        ["require('lodash').last([1, 2])", 2],
        ["require('moment').utc(0).format('YYYY')", "1970"],
        [
          "require('jsonwebtoken').decode(require('jsonwebtoken').sign({ a: 1 }, 's')).a",
          1,
        ],
        ["(await require('axios').get('http://host/')).status", 200],
        ["await require('util').promisify(setTimeout)(1, 'a')", "a"],
        ["await require('util').promisify(setImmediate)('a')", "a"],
        ["typeof Deno", "object"],
        ["client.isSafeMode()", false],
      ] as const
    ) assertEquals(await valueOf(trusted, expression), value, expression);
  });

  it("does not let a script end the program", async () => {
    for (const code of ["process.exit(0)", "require('process').exit(0)"]) {
      const { error } = await runScript(trusted, code);
      assertStringIncludes(error?.message ?? "", "Cannot exit", code);
    }
  });

  it("loads files and packages from the collection's folder", async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.mkdir(`${folder}/node_modules/left`, { recursive: true });
      await Deno.writeTextFile(
        `${folder}/node_modules/left/index.js`,
        "module.exports = (text) => ' ' + text;",
      );
      await Deno.writeTextFile(
        `${folder}/helper.js`,
        `exports.pad = require('left');
exports.seen = () => { console.log('seen'); expect(res.status).to.equal(200); return bru.getVar('a') + req.getMethod(); };`,
      );
      const fake = fakeContext();
      const context = { ...fake, info: { ...fake.info, cwd: folder } };
      assertEquals(
        await valueOf(trusted, "require('./helper').pad('a')", context),
        " a",
      );
      // What scripts see, modules see too, as long as a script runs.
      const outcome = await runGood(
        trusted,
        "client.setVar('a', 'b'); client.setVar('value', require('./helper').seen())",
        {
          ...context,
          response: fakeResponse(),
          readFile: (path) => Deno.readTextFileSync(`${folder}/${path}`),
        },
      );
      assertEquals(context.scopes.runtime.value, "bGET");
      assertEquals(outcome.console, [{ level: "log", text: "seen" }]);
      assertEquals("bru" in globalThis, false);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("fails for what nothing catches", async () => {
    for (
      const [script, message] of [
        ["throw new TypeError('bad')", "TypeError: bad"],
        ["let x = = 1", "SyntaxError"],
        ["require('nope-nope')", "Cannot find module 'nope-nope'"],
        [
          "require('npm:lodash@4')",
          'TypeError: Cannot require "npm:lodash@4": "npm:" works only in a Postman script itself (write require("lodash"))',
        ],
        ["client.setVar('a', () => 1)", "it is a function"],
      ]
    ) {
      const { error } = await runScript(trusted, script);
      assertStringIncludes(error?.message ?? "", message);
      assertEquals(error?.message.includes("\n"), false);
    }
  });

  it("names what it cannot import, without a path of Brace's own", async () => {
    for (
      const [name, expected] of [
        ["nope", 'Import "nope" not a dependency'],
        [
          "./lib/nope.js",
          'Module not found "./lib/nope.js" (import() does not look in the collection: write require)',
        ],
      ]
    ) {
      const { error } = await runScript(trusted, `await import("${name}")`);
      assertStringIncludes(error?.message ?? "", expected);
      assertEquals(error?.message.includes("create_side"), false);
      assertEquals(error?.message.includes("file:"), false);
    }
  });

  it("names a missing module in one line, without the files of Node's stack", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/helper.js`, "require('nope-nope')");
    const fake = fakeContext();
    const context = { ...fake, info: { ...fake.info, cwd: folder } };
    for (
      const [code, expected] of [
        ["require('nope-nope')", "Cannot find module 'nope-nope'"],
        [
          "require('./helper')",
          `Cannot find module 'nope-nope' (required by "helper.js")`,
        ],
      ]
    ) {
      const script = `try { ${code} } catch (error) {
        client.setVar("code", error.code);
        client.setVar("isShort", !error.stack.includes("Require stack"));
        throw error;
      }`;
      const { error } = await runScript(trusted, script, {
        ...context,
        readFile: (path) => Deno.readTextFileSync(`${folder}/${path}`),
      });
      assertEquals(
        error?.message,
        `Cannot finish the tests script: ${expected}`,
      );
      assertEquals(context.scopes.runtime, {
        code: "MODULE_NOT_FOUND",
        isShort: true,
      });
    }
    await Deno.remove(folder, { recursive: true });
  });

  // In a process of its own: the test runner listens for these too.
  it("fails for rejected promises that nothing awaits", async () => {
    const here = (path: string) => new URL(`../../../${path}`, import.meta.url);
    const code = `
import { createTrusted } from "${
      here("lib/host/sandbox/trusted/create_trusted.ts")
    }";
import { fakeContext } from "${here("tests/support/fake_script_context.ts")}";
const at = { file: "a.yml", path: [] };
for (const code of [
  "Promise.reject(new Error('lost'))",
  "(async () => { throw new Error('lost') })()",
  "Promise.reject(1).catch(() => {})",
]) {
  const script = { phase: "tests", code, at };
  const { error } = await createTrusted().run(script, fakeContext());
  console.log(error?.message ?? "fine");
}`;
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", code],
      cwd: fromFileUrl(here("")),
    }).output();
    assertEquals(new TextDecoder().decode(stdout).trim().split("\n"), [
      "Cannot finish the tests script: a promise that nothing awaits was rejected: lost",
      "Cannot finish the tests script: a promise that nothing awaits was rejected: lost",
      "fine",
    ]);
  });

  it("checks with chai and its additions", async () => {
    const { tests } = await runGood(
      trusted,
      `test("a", () => expect(res.body).to.have.jsonSchema({ required: ["items"] }));
      test("b", () => expect({ a: 1 }).to.eql({ a: 2 }));`,
      fakeContext({ response: fakeResponse() }),
    );
    assertEquals(tests.map(({ status }) => status), ["passed", "failed"]);
    assertEquals([tests[1].expected, tests[1].actual], [
      "{ a: 2 }",
      "{ a: 1 }",
    ]);
  });
});
