import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { oneLine } from "../support/one_line.ts";

const MAIN = '{"version": "1", "name": "Hostile", "type": "collection"}';
const sends = (path: string) =>
  `post {\n  url: http://127.0.0.1/\n  body: file\n}\nbody:file {\n  file: @file(${path})\n}\n`;

/** Folders of .bru files, a part of what is said of them, and a path that is not written. */
const ROWS: readonly [
  name: string,
  files: Record<string, string>,
  says: string,
  absent?: string,
][] = [
  [
    "settings of other kinds",
    {
      "bruno.json":
        '{"name": 5, "scripts": {"additionalContextRoots": [1, null, {}]}, "clientCertificates": {"certs": [1, {"certFilePath": {}}]}}',
    },
    "0 requests",
  ],
  [
    "a .env that cannot be read",
    { ".env": 'A="open\n<<<<<<< x\n= 1\nB=sesame-1\n' },
    "2 values of the source's .env left out",
  ],
  [
    "modules that require each other",
    {
      "r.bru":
        "get {\n  url: http://127.0.0.1/\n}\ntests {\n  require('./a')\n}\n",
      "a.js": "require('./b'); require('../../secret.txt'); require('.');",
      "b.js": "require('./a.js');",
    },
    '"../../secret.txt" is not copied',
  ],
  ["a file from above", { "r.bru": sends("../secret.txt") }, "outside"],
  ["a file of the system", { "r.bru": sends("/etc/passwd") }, "outside"],
  [
    "a file behind a link",
    { "r.bru": sends("link/secret.txt") },
    "is not copied",
    "link/secret.txt",
  ],
  [
    "a file in the place of the collection's own",
    { "r.bru": sends("opencollection.yml"), "opencollection.yml": "sesame-1" },
    "the collection has a file of that path",
  ],
  ["a folder as a file", { "r.bru": sends("data"), "data/x": "" }, "data"],
  ["names that every object has", {
    "r.bru":
      "get {\n  url: http://127.0.0.1/\n  body: constructor\n  auth: oauth2\n}\nauth:oauth2 {\n  constructor: x\n  toString: y\n}\n",
  }, '"constructor"'],
  ["a number that is none", {
    "r.bru": "meta {\n  seq: x\n}\nget {\n  url: http://127.0.0.1/\n}\n",
    "f/folder.bru": "meta {\n  name: f\n  seq: x\n}\n",
  }, "1 request"],
];

describe("folders of .bru files that do harm", () => {
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  for (const [index, [name, files, says, absent]] of ROWS.entries()) {
    it(name, async () => {
      const folder = `${cwd}/${index}`;
      for (
        const [path, text] of Object.entries({ "bruno.json": MAIN, ...files })
      ) {
        const file = `${folder}/in/${path}`;
        await Deno.mkdir(file.replace(/[^/]*$/, ""), { recursive: true });
        await Deno.writeTextFile(file, text);
      }
      await Deno.writeTextFile(`${folder}/secret.txt`, "secret");
      if (absent !== undefined) {
        await Deno.symlink("..", `${folder}/in/link`, { type: "dir" });
      }
      const { code, stdout, stderr } = await brace(
        ["import", "in", "-o", "out"],
        { cwd: folder },
      );
      const text = oneLine(stdout + stderr);
      assertEquals(code, 0, text);
      assert(text.includes(says), text);
      assert(!/^\s+at |Brace failed|sesame/m.test(stdout + stderr), stderr);
      assertEquals(
        [...Deno.readDirSync(folder)].map((it) => it.name).sort(),
        ["in", "out", "secret.txt"],
      );
      if (absent !== undefined) {
        const copied = await Deno.stat(`${folder}/out/${absent}`)
          .catch(() => undefined);
        assertEquals(copied, undefined);
      }
    });
  }
});
