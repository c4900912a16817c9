import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": "info: { name: Shop }\n",
  "package.json":
    '{ "dependencies": { "left-one": "1" }, "devDependencies": { "@a/dev": "1" } }',
  "lib/price.ts": "export const total = () => 1;\n",
  "lib/deep/index.js": "module.exports = 2;\n",
  "lib/habit.ts": 'import { total } from "./price.js";\ntotal();\n',
  "lib/lost.js": 'require("../libs/price");\n',
  "lib/own/package.json": '{ "dependencies": { "right-one": "1" } }',
  "lib/own/uses.js": 'require("right-one");\n',
  "node_modules/left-one/package.json": '{ "main": "gone.js" }',
  "node_modules/price.js": "",
};

/** What a script requires → what is said of it, before a run and in it. */
const ROWS: readonly (readonly [code: string, told: string])[] = [
  ['require("./libs/price")', '(did you mean "./lib/price"?)'],
  ['require("./lib/prize")', '(did you mean "./lib/price"?)'],
  ['require("./lib/price.js")', '(did you mean "./lib/price.ts"?)'],
  ['require("./libs/prices.ts")', '(did you mean "./lib/price.ts"?)'],
  ['require("./lib/habit")', '(did you mean "./price.ts"?)'],
  ['require("./lib/lost")', '(did you mean "./price"?)'],
  // Nothing is called so.
  ['require("./other/price")', ""],
  ['require("./lib/discount")', ""],
  ['require("./nodemodules/price")', ""],
  [
    'require("@a/dev/part")',
    'package.json lists it, but it is not installed (run "npm install" in the collection\'s folder)',
  ],
  [
    'require("./lib/own/uses")',
    'lib/own/package.json lists it, but it is not installed (run "npm install" in "lib/own")',
  ],
  // It is there, and lacks its file.
  ['require("left-one")', "node_modules/left-one has no main file"],
  ['require("none-such")', "the collection's node_modules does not have it"],
];

describe("what a script requires that is not there", () => {
  const brace = braceRows();
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.mkdir(join(cwd, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(cwd, path), text);
    }
  });

  afterAll(async () => await Deno.remove(cwd, { recursive: true }));

  for (const [code, told] of ROWS) {
    it(`${code}: ${told}`, async () => {
      await Deno.writeTextFile(
        join(cwd, "a.yml"),
        `http: { method: GET, url: "http://127.0.0.1:1/" }
runtime:
  scripts: [{ type: before-request, language: typescript, code: '${code}' }]
`,
      );
      for (const command of ["check", "run"]) {
        const { code, stdout, stderr } = await brace([command, "."], { cwd });
        const text = oneLine(stdout + stderr);
        assertEquals(code, command === "run" ? 5 : 1, text);
        if (told !== "") assertStringIncludes(text, told);
        else assert(!text.includes("did you mean"), text);
      }
    });
  }

  it("has no advice where it is there", async () => {
    await Deno.writeTextFile(
      join(cwd, "a.yml"),
      `http: { method: GET, url: "http://127.0.0.1:1/" }
runtime:
  scripts:
    - { type: before-request, code: 'require("./lib/deep"); require("./lib/price.ts").total()' }
`,
    );
    const { code, stdout } = await brace(["check", "."], { cwd });
    assertEquals(code, 0, stdout);
  });
});
