import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace as braceAlone } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": "info: { name: Shop }\n",
  "package.json":
    '{ "dependencies": { "left-one": "1" }, "devDependencies": { "@a/dev": "1" } }',
  "lib/price.ts": "export const total = () => 1;\n",
  "lib/both.js": "",
  "lib/both.ts": "",
  "lib/deep/index.js": "module.exports = 2;\n",
  "lib/habit.ts": 'import { total } from "./price.js";\ntotal();\n',
  "lib/lost.js": 'require("../libs/price");\n',
  "lib/own/package.json": '{ "dependencies": { "right-one": "1" } }',
  "lib/own/uses.js": 'require("right-one");\n',
  "node_modules/left-one/package.json": '{ "main": "gone.js" }',
  "node_modules/price.js": "",
  "inner/node_modules/@out/side/package.json": "{}",
  "inner/node_modules/hoisted/package.json": "{}",
  "inner/api/package.json": '{ "dependencies": { "hoisted": "1" } }',
};

/** What a script requires → what is said of it, before a run and in it. */
const ROWS: readonly (readonly [code: string, told: string])[] = [
  ['require("./libs/price")', '(did you mean "./lib/price"?)'],
  ['require("./lib/prize")', '(did you mean "./lib/price"?)'],
  ['require("./lib/price.js")', '(did you mean "./lib/price.ts"?)'],
  ['require("./libs/prices.ts")', '(did you mean "./lib/price.ts"?)'],
  ['require("./libs/both.js")', '(did you mean "./lib/both.js"?)'],
  ['require("./libs/both.ts")', '(did you mean "./lib/both.ts"?)'],
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
  ['require("csv-parse/lib/sync")', 'run "npm install csv-parse@4"'],
  ['require("csv-parse/lib/sync")', "--trust-scripts if you trust"],
  [
    'require("none-such")',
    "the collection's node_modules does not have it (run \"npm install none-such\" in the collection's folder)",
  ],
  [
    'require("@no/ne")',
    '(run "npm install @no/ne" in the collection\'s folder)',
  ],
  [
    'require("@no/ne/part/a")',
    '(run "npm install @no/ne" in the collection\'s folder)',
  ],
  [
    'require("none-such/sync")',
    '(run "npm install none-such" in the collection\'s folder; the path of a file begins with ./)',
  ],
  [
    'require("none/such.js")',
    "the collection's node_modules does not have it a.yml",
  ],
  [
    'require("node:fs2")',
    "the collection's node_modules does not have it a.yml",
  ],
  // A package of another name is not to be installed.
  ['require("lodahs")', '(did you mean "lodash"?)'],
];

/** A package that is not the collection's → where it is. */
const OUTSIDE: readonly (readonly [name: string, folder?: string])[] = [
  ["left-one", "../../node_modules"],
  ["left-one/lib/part", "../../node_modules"],
  ["@out/side", "../node_modules"],
  // Its own package.json lists it.
  ["hoisted", "../node_modules"],
  ["none-such"],
  ["@out/.."],
];

function requiring(name: string): string {
  return `http: { method: GET, url: "http://127.0.0.1:1/" }
runtime:
  scripts: [{ type: before-request, code: 'require("${name}")' }]
`;
}

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

  for (const [name, folder] of OUTSIDE) {
    it(`${name} above the collection: ${folder ?? "is not there"}`, async () => {
      const path = join(cwd, "inner/api");
      await Deno.mkdir(path, { recursive: true });
      await Deno.writeTextFile(join(path, "opencollection.yml"), "");
      await Deno.writeTextFile(join(path, "a.yml"), requiring(name));
      for (const command of ["check", "run"]) {
        const { stdout, stderr } = await brace([command, path], { cwd });
        const text = oneLine(stdout + stderr);
        if (folder === undefined) {
          assert(!text.includes("outside of the collection's"), text);
          continue;
        }
        const [own] = name.split("/lib");
        assertStringIncludes(
          text,
          `Cannot require "${name}": it is in ${folder}, outside of the collection's folder (run "npm install --prefix . ${own}" in the collection's folder)`,
        );
      }
    });
  }

  it("does not look above the collection where Deno does not permit it", async () => {
    const path = join(cwd, "inner/own");
    await Deno.mkdir(path, { recursive: true });
    await Deno.writeTextFile(join(path, "opencollection.yml"), "");
    await Deno.writeTextFile(join(path, "a.yml"), requiring("@out/side"));
    const { stdout, stderr } = await braceAlone(["check", "."], {
      cwd: path,
      permissions: [`--allow-read=${path}`, "--no-prompt"],
    });
    const text = oneLine(stdout + stderr);
    assertStringIncludes(text, "the collection's node_modules does not have");
    assert(!text.includes("Requires read access"), text);
  });

  it("has no advice about files of packages, or outside", async () => {
    const path = join(cwd, "inner/closed");
    const inPackage = join(path, "node_modules/some");
    await Deno.mkdir(inPackage, { recursive: true });
    const write = (file: string, text: string) =>
      Deno.writeTextFile(join(path, file), text);
    await write("opencollection.yml", "");
    await write(
      "node_modules/some/package.json",
      '{ "dependencies": { "deep": "1" } }',
    );
    await write("node_modules/some/part.cjs", "");
    await write("node_modules/some/index.js", 'require("deep");');
    await write("node_modules/some/other.js", 'require("./part.mjs");');
    await Deno.symlink(join(cwd, "lib/price.ts"), join(path, "price.ts"));
    for (const name of ["some", "some/other", "./prise"]) {
      await write("a.yml", requiring(name));
      const { code, stdout } = await brace(["run", path], { cwd });
      assertEquals(code, 5, stdout);
      assert(!/did you mean|npm install/.test(oneLine(stdout)), stdout);
    }
  });

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
