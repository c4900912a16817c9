import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { oneLine } from "../support/one_line.ts";

const nested = (depth: number, inner: unknown): unknown =>
  depth === 0
    ? inner
    : { name: `level ${depth}`, item: [nested(depth - 1, inner)] };
const postman = (item: unknown[]) =>
  JSON.stringify({ info: { name: "Hostile" }, item });
const get = (name: string) => ({
  name,
  request: { method: "GET", url: "http://127.0.0.1/" },
});

/** What is imported, and what comes of it: an exit code, and a part of what is said. */
const ROWS: readonly [
  name: string,
  file: string,
  content: string | Uint8Array,
  code: number,
  says: string,
][] = [
  ["nothing", "a.json", "", 2, "not one of"],
  ["no JSON", "a.json", '{"item": [', 2, "not one of"],
  [
    "a postman export cut short",
    "a.json",
    '{"info": {}, "item": [',
    2,
    "not one of",
  ],
  ["bytes", "a.json", new Uint8Array([0xff, 0xfe, 0, 1, 2]), 2, "UTF-8"],
  ["a list", "a.json", "[1, 2]", 2, "not one of"],
  [
    "version 1 of Postman",
    "a.json",
    '{"requests": [], "folders": []}',
    2,
    "1.0",
  ],
  [
    "a Postman collection of nothing",
    "a.json",
    '{"info": {}, "item": []}',
    0,
    "0 requests",
  ],
  [
    "100 levels of folders",
    "a.json",
    postman([nested(100, get("deep"))]),
    0,
    "1 request",
  ],
  [
    "5,000 levels of folders",
    "a.json",
    postman([nested(3_000, get("deep"))]),
    0,
    "Imported",
  ],
  [
    "a script of 1 MB",
    "a.json",
    postman([{
      ...get("big"),
      event: [{ listen: "test", script: { exec: "x".repeat(1_000_000) } }],
    }]),
    0,
    "1 request",
  ],
  [
    "names that no file can have",
    "a.json",
    postman(
      [
        "/",
        "..",
        "CON",
        "nul.txt",
        "x".repeat(300),
        "a",
        "A",
        "a",
        "",
        " ",
        "\u0000",
        "é",
        "e\u0301",
      ].map(get),
    ),
    0,
    "13 requests",
  ],
  [
    "names of other things",
    "a.json",
    postman(
      [
        "__proto__",
        "constructor",
        "opencollection",
        "folder",
        "environments",
        ".env",
      ].map(get),
    ),
    0,
    "6 requests",
  ],
  [
    "wrong kinds everywhere",
    "a.json",
    postman([
      1,
      null,
      "x",
      { item: "no list" },
      { request: 7 },
      {
        request: {
          url: { raw: 5, query: 1, host: {} },
          header: 3,
          body: [],
          auth: "x",
        },
        event: "e",
        response: {},
      },
    ]),
    0,
    "6 requests",
  ],
  [
    "an OpenAPI document of no version",
    "a.yaml",
    "openapi: 9\npaths: {}\n",
    2,
    "only 2.0, 3.0 and 3.1",
  ],
  [
    "a reference to itself",
    "a.yaml",
    'openapi: 3.0.3\ninfo: {}\npaths: { /a: { get: { parameters: [{ $ref: "#/x" }], responses: {} } } }\nx: { $ref: "#/x" }\n',
    0,
    "1 request",
  ],
  [
    "a schema of itself",
    "a.yaml",
    'openapi: 3.0.3\ninfo: {}\npaths: { /a: { post: { requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } }, responses: {} } } }\ncomponents: { schemas: { A: { type: object, properties: { a: { $ref: "#/components/schemas/A" } } } } }\n',
    0,
    "1 request",
  ],
  [
    "a reference to nothing",
    "a.yaml",
    'openapi: 3.0.3\npaths: { /a: { $ref: "#/nope" } }\n',
    2,
    "not in the document",
  ],
  [
    "a reference to a missing file",
    "a.yaml",
    'openapi: 3.0.3\npaths: { /a: { $ref: "gone.yaml#/a" } }\n',
    2,
    "does not exist",
  ],
  [
    "a reference outside of the folder",
    "in/a.yaml",
    'openapi: 3.0.3\npaths: { /a: { $ref: "../secret.yaml" } }\n',
    6,
    "below its own folder",
  ],
  [
    "a reference to /etc",
    "a.yaml",
    'openapi: 3.0.3\npaths: { /a: { $ref: "/etc/hostname" } }\n',
    6,
    "below its own folder",
  ],
  [
    "a reference to the web",
    "a.yaml",
    'openapi: 3.0.3\npaths: { /a: { $ref: "http://127.0.0.1:9/a.yaml" } }\n',
    6,
    "--allow-net=127.0.0.1:9",
  ],
  [
    "YAML that grows",
    "a.yaml",
    `openapi: 3.0.3\na: &a [x,x,x,x,x,x,x,x,x,x]\n${
      "bcdefghi".split("").map((name, at) =>
        `${name}: &${name} [${Array(10).fill(`*${"abcdefgh"[at]}`).join(",")}]`
      ).join("\n")
    }\npaths: {}\n`,
    2,
    "more than 2000000 values",
  ],
  [
    "YAML that stands in itself",
    "a.yaml",
    "openapi: 3.0.3\na: &a [*a]\npaths: {}\n",
    2,
    "more than 2000000 values",
  ],
  [
    "an Insomnia export that grows",
    "a.yaml",
    `type: collection.insomnia.rest/5.0\nname: A\na: &a [x,x,x,x,x,x,x,x,x,x]\n${
      "bcdefghi".split("").map((name, at) =>
        `${name}: &${name} [${Array(10).fill(`*${"abcdefgh"[at]}`).join(",")}]`
      ).join("\n")
    }\ncollection:\n  - name: R\n    url: http://h.example/\n    body: { text: *i }\n`,
    2,
    "more than 2000000 values",
  ],
  ["an open quote", "a.sh", "curl 'http://127.0.0.1", 2, "not closed"],
  ["a curl command without a URL", "a.sh", "curl -H 'a: b'\n", 2, "has no URL"],
  [
    "a million backslashes",
    "a.sh",
    `curl http://127.0.0.1 -d ${"\\".repeat(1_000_000)}\n`,
    0,
    "1 request",
  ],
  ["a .bru file that is open", "a.bru", "get {\n", 2, "no end"],
  [
    "an archive of nothing",
    "a.har",
    '{"log": {"entries": []}}',
    2,
    "no request",
  ],
  [
    "an archive of wrong kinds",
    "a.har",
    '{"log": {"entries": [1, {"request": {"url": 5}}, null]}}',
    2,
    "no request",
  ],
  [
    "an Insomnia export of nothing",
    "a.json",
    '{"_type": "export", "__export_format": 4, "resources": []}',
    0,
    "0 requests",
  ],
  [
    "an Insomnia export in a circle",
    "a.json",
    '{"_type": "export", "__export_format": 4, "resources": [{"_id": "wrk", "_type": "workspace"}, {"_id": "a", "parentId": "b", "_type": "request_group"}, {"_id": "b", "parentId": "a", "_type": "request_group"}]}',
    0,
    "0 requests",
  ],
  [
    "a .http file of separators",
    "a.http",
    "###\n".repeat(100_000),
    2,
    "no request",
  ],
  [
    "20,000 secrets in a script",
    "a.json",
    postman([{
      ...get("a"),
      event: [{
        listen: "test",
        script: {
          exec: Array.from(
            { length: 20_000 },
            (_, at) => `x({ token: "abcdefg-${at}" });`,
          ),
        },
      }],
    }]),
    0,
    "20000 secrets left out",
  ],
  [
    "a script of open comments, texts and names",
    "a.json",
    postman([{
      ...get("a"),
      event: [{
        listen: "test",
        script: {
          exec: [
            "/*",
            '{token:"',
            "{token:`\\",
            "token='",
            'set("token","',
            '"?sig=',
          ]
            .map((part) => part.repeat(50_000)),
        },
      }],
    }]),
    0,
    "1 request",
  ],
  [
    "bodies of open fields and placeholders",
    "a.json",
    postman(
      ['{"token":"', "token={{", '"token":"\\"', "https://a:b@", "<token>"].map(
        (part) => ({
          name: "a",
          request: {
            method: "POST",
            url: "http://127.0.0.1/",
            body: {
              mode: "raw",
              raw: part.repeat(50_000),
              options: { raw: { language: "json" } },
            },
          },
        }),
      ),
    ),
    0,
    "5 requests",
  ],
  [
    "variables of a name that secrets want",
    "a.json",
    JSON.stringify({
      info: { name: "Hostile" },
      variable: Array.from({ length: 2_000 }, (_, at) => ({
        key: at === 0 ? "token" : `token${at + 1}`,
        value: "plain",
      })),
      item: Array.from({ length: 2_000 }, (_, at) => ({
        name: `r${at}`,
        request: {
          method: "GET",
          url: `http://127.0.0.1/?token=abcdefg-${at}`,
        },
      })),
    }),
    0,
    "2000 requests",
  ],
  [
    "an open handler",
    "a.http",
    "GET http://127.0.0.1/\n\n> {%\nx",
    0,
    "1 request",
  ],
];

describe("imports that do harm", () => {
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(`${cwd}/secret.yaml`, "get: { responses: {} }\n");
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  for (const [index, [name, file, content, code, says]] of ROWS.entries()) {
    it(name, async () => {
      const folder = `${cwd}/${index}`;
      await Deno.mkdir(`${folder}/in`, { recursive: true });
      await Deno.writeTextFile(`${folder}/secret.yaml`, "a: 1\n");
      const bytes = typeof content === "string"
        ? new TextEncoder().encode(content)
        : content;
      await Deno.writeFile(`${folder}/${file}`, bytes);
      const outcome = await brace(["import", file, "-o", "out"], {
        cwd: folder,
      });
      const text = oneLine(outcome.stdout + outcome.stderr);
      assertEquals(outcome.code, code, text);
      assert(text.includes(says), text);
      assert(!/^\s+at |Brace failed/m.test(outcome.stderr), outcome.stderr);
      const left = [...Deno.readDirSync(folder)].map((it) => it.name);
      assertEquals(left.includes("out"), code === 0);
      assertEquals(left.filter((it) => it.endsWith(".tmp")), []);
    });
  }
});
