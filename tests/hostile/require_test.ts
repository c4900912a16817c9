import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { oneLine } from "../support/one_line.ts";
import { braceRows } from "../support/brace_rows.ts";
import { recordingServer } from "../support/recording_server.ts";

/** Script → exit code and what is printed; CWD is the folder that holds the collection. */
const ROWS: readonly [
  name: string,
  code: string,
  exit: number,
  text: string,
][] = [
  [
    "a path from cwd()",
    `if (require(bru.cwd() + "/lib/a.js") !== 2) throw 1`,
    0,
    "1 request passed",
  ],
  [
    "an absolute path",
    `if (require("CWD/api/lib/a") !== 2) throw 1`,
    0,
    "1 request passed",
  ],
  [
    "a file beside the collection",
    `require("CWD/secret.js")`,
    5,
    "outside the collection",
  ],
  [
    "a way up from cwd()",
    `require(bru.cwd() + "/../secret.js")`,
    5,
    "outside the collection",
  ],
  [
    "a link that leads out",
    `require(bru.cwd() + "/link.js")`,
    6,
    "outside the collection",
  ],
  [
    "a folder whose name only begins so",
    `require(bru.cwd() + "2/secret.js")`,
    5,
    "outside the collection",
  ],
  [
    "a file that is not there",
    `require(bru.cwd() + "/nope.js")`,
    5,
    `"nope.js"`,
  ],
];

describe("require by absolute paths", () => {
  const brace = braceRows();
  for (const [name, code, exit, text] of ROWS) {
    it(name, async () => {
      await using server = recordingServer(() => ({ json: {} }));
      const cwd = await Deno.makeTempDir({ prefix: "brace-require-" });
      try {
        const secret = "console.log('a secret')";
        const files = {
          "secret.js": secret,
          "api2/secret.js": secret,
          "api/lib/a.js": "module.exports = 1 + require('./b')",
          "api/lib/b.js": "module.exports = 1",
          "api/opencollection.yml":
            "opencollection: 1.0.0\ninfo: {name: Api}\n",
          "api/1.yml": `info: {name: One}
http: {url: "${server.url}/x"}
runtime:
  scripts:
    - type: before-request
      code: |-
        ${code.replaceAll("CWD", cwd)}
`,
        };
        for (const [path, content] of Object.entries(files)) {
          await Deno.mkdir(`${cwd}/${path}/..`.replace(/[^/]+\/\.\.$/, ""), {
            recursive: true,
          });
          await Deno.writeTextFile(`${cwd}/${path}`, content);
        }
        await Deno.symlink("../secret.js", `${cwd}/api/link.js`);
        const { code: ended, stdout, stderr } = await brace(["run", "api"], {
          cwd,
        });
        assertStringIncludes(oneLine(stdout + stderr), text);
        assertEquals((stdout + stderr).includes("a secret"), false);
        assertEquals(ended, exit);
      } finally {
        await Deno.remove(cwd, { recursive: true });
      }
    });
  }
});
