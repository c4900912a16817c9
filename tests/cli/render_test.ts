import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { brace } from "../support/brace.ts";

const cwd = fromFileUrl(new URL("../../fixtures/cli/render", import.meta.url));

/** Everything that Brace adds, so that the table shows what differs. */
const ADDED = `User-Agent: brace/2.2.0
Accept: */*
Accept-Encoding: gzip, deflate, br, zstd
Connection: keep-alive`;

const cases: {
  name: string;
  args: string[];
  code: number;
  stdout: string;
  stderr?: string;
}[] = [
  {
    name: "a JSON body",
    args: ["json.yml", "--var", "count=2"],
    code: 0,
    stdout: `POST http://api.example.com/things?q=a%20b
Host: api.example.com
X-Name: café
${ADDED}
Content-Type: application/json
Content-Length: 33

{"count": 2, "date": "\\"today\\""}
`,
  },
  {
    name: "secrets, masked wherever they stand",
    args: ["secret.yml"],
    code: 0,
    stdout: `GET http://api.example.com/?token=***
Host: api.example.com
X-Copy: <***>
Authorization: Bearer ***
${ADDED}
`,
  },
  {
    name: "a form with a file",
    args: ["multipart.yml"],
    code: 0,
    stdout: `POST http://api.example.com/upload
Host: api.example.com
${ADDED}
Content-Type: multipart/form-data; boundary=BOUNDARY
Content-Length: LENGTH

title: Report
file: (the file body.txt)
`,
  },
  {
    name: "several requests",
    args: ["secret.yml", "file.yml"],
    code: 0,
    stdout: `# secret.yml
GET http://api.example.com/?token=***
Host: api.example.com
X-Copy: <***>
Authorization: Bearer ***
${ADDED}

# file.yml
PUT http://api.example.com/file
Host: api.example.com
${ADDED}
Content-Type: text/plain
Content-Length: 5

(the file body.txt)
`,
  },
  {
    name: "a variable that a script sets",
    args: ["json.yml"],
    code: 3,
    stdout: "",
    stderr:
      `error UNDEFINED_VARIABLE: Cannot resolve "{{count}}": no scope defines "count"
  json.yml:13:17  http.body.data
  13 |       {"count": {{count}}, "date": "{{date}}"}
     |                 ^^^^^^^^^
  searched: runtime, data, request, environment, collection, global
  "count" is set by the before-request script of json.yml, which has not run
`,
  },
  {
    name: "a file outside the collection",
    args: ["outside.yml"],
    code: 6,
    stdout: "",
  },
  {
    name: "no such path",
    args: ["nowhere.yml"],
    code: 2,
    stdout: "",
  },
];

describe("brace render", () => {
  for (const { name, args, code, stdout, stderr } of cases) {
    it(`prints or refuses ${name}`, async () => {
      const outcome = await brace(["render", ...args], { cwd });
      const printed = outcome.stdout
        .replace(/boundary=\S+/, "boundary=BOUNDARY")
        .replace(/(boundary=.*\n.*Length:) \d+/, "$1 LENGTH");
      assertEquals([outcome.code, printed], [code, stdout], outcome.stderr);
      if (stderr !== undefined) assertEquals(outcome.stderr, stderr);
      else assertEquals(outcome.stderr === "", code === 0, outcome.stderr);
    });
  }

  it("sends nothing", async () => {
    const seen: string[] = [];
    const api = serveDemo({ onRequest: ({ path }) => seen.push(path) });
    try {
      const { code, stdout } = await brace([
        "render",
        "json.yml",
        "--var=count=1",
        `--var=base=${api.url}`,
      ], { cwd });
      assertEquals([code, seen], [0, []]);
      assert(stdout.startsWith(`POST ${api.url}/things`), stdout);
    } finally {
      await api.stop();
    }
  });
});
