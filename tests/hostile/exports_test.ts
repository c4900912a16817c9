import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const COLLECTION = "opencollection: 1.0.0\ninfo: {name: Hostile}\n";
const request = (http: string, more = "") =>
  `info: {name: R, type: http}\n${more}http:\n  method: GET\n  url: http://127.0.0.1/\n  ${http}\n`;
const json = (text: string) => JSON.stringify(text);

/** What is exported, both ways, and a part of what is said of it in .bru files. */
const ROWS: readonly [
  name: string,
  files: Record<string, string>,
  says: string,
][] = [
  [
    "a block that a value would close",
    {
      "r.yml": request(
        `headers: [{name: A, value: ${json("x\n}\nheaders {\n  B: c")}}]`,
      ),
    },
    "",
  ],
  [
    "a line that a name would add",
    { "r.yml": request(`headers: [{name: ${json("A: b\n  C")}, value: d}]`) },
    "a line break in a name",
  ],
  [
    "a megabyte of quotes",
    {
      "r.yml": request(
        `body: {type: form-urlencoded, data: [{name: a, value: ${
          json(`x\n${"'".repeat(1_000_000)}`)
        }}]}`,
      ),
    },
    "'''",
  ],
  [
    "names of the prototype",
    {
      "r.yml": request("headers: [{name: __proto__, value: a}]"),
      "environments/e.yml":
        "name: e\nvariables: [{name: __proto__, value: a}]\n",
    },
    '"__proto__" is left out',
  ],
  [
    "tags that would end their list",
    {
      "r.yml":
        'info: {name: R, type: http, tags: ["]\\n}", "a]"]}\nhttp: {url: http://127.0.0.1/}\n',
    },
    "is left out",
  ],
  [
    "environments in a circle",
    {
      "environments/a.yml": "name: a\nextends: b\nvariables: []\n",
      "environments/b.yml": "name: b\nextends: a\nvariables: []\n",
    },
    "",
  ],
  [
    "a secret whose name is none",
    {
      "environments/e.yml":
        'name: e\nvariables: [{name: "a]\\nb", value: x, secret: true}]\n',
    },
    "cannot hold such a name",
  ],
  [
    "a body from above the folder",
    {
      "r.yml": request(
        "body: {type: file, data: [{filePath: ../../secret.txt}]}",
      ),
    },
    "outside the source's folder",
  ],
  [
    "modules that require each other",
    {
      "r.yml": request(
        "",
        "runtime: {scripts: [{type: tests, code: require('./a')}]}\n",
      ),
      "a.js": "require('./b'); require('../../secret.txt');",
      "b.js": "require('./a'); require('.');",
    },
    '"../../secret.txt" is not copied',
  ],
  [
    "wrong kinds everywhere",
    {
      "r.yml":
        "info: {name: R, type: http, tags: 3}\nhttp: {url: http://127.0.0.1/, headers: 1, params: {a: 1}, body: 5, auth: {type: basic, username: [1]}}\nruntime: {scripts: 4, variables: x, assertions: {a: b}, actions: 3}\nexamples: 7\nsettings: 1\n",
      "opencollection.yml":
        `${COLLECTION}config: 4\nrequest: {headers: 1, auth: 5, variables: 3}\n`,
    },
    "",
  ],
];

describe("exports that do harm", () => {
  const brace = braceRows();
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(`${cwd}/secret.txt`, "secret");
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  for (const [index, [name, files, says]] of ROWS.entries()) {
    it(name, async () => {
      const all = { "opencollection.yml": COLLECTION, ...files };
      for (const [path, text] of Object.entries(all)) {
        const file = `${cwd}/${index}/in/${path}`;
        await Deno.mkdir(file.replace(/[^/]*$/, ""), { recursive: true });
        await Deno.writeTextFile(file, text);
      }
      const at = { cwd: `${cwd}/${index}` };
      const bru = await brace(["export", "bru", "in", "-o", "bru"], at);
      const text = oneLine(bru.stdout + bru.stderr);
      assertEquals(bru.code, 0, text);
      assert(text.includes(says), text.slice(0, 1_000));
      const postman = await brace(["export", "postman", "in", "-o", "pm"], at);
      assertEquals(postman.code, 0, postman.stderr);
      for (const { stderr } of [bru, postman]) {
        assert(!/^\s+at |Brace failed/m.test(stderr), stderr);
      }
      const again = await brace(["run", "bru", "--print-hosts"], at);
      assert(!again.stderr.includes("BRU_SYNTAX"), again.stderr);
      const list = await brace(["list", "bru"], at);
      assert(!list.stderr.includes("Cannot read"), list.stderr);
    });
  }
});
