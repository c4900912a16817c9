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
    "version 9 of Postman",
    "a.json",
    '{"info": {"schema": "https://x/json/collection/v9.1.0/collection.json"}, "item": []}',
    2,
    "a.json:1:21",
  ],
  [
    "a schema of Postman's that is none",
    "a.json",
    '{"info": {"schema": {"v": 9}}, "item": []}',
    0,
    "0 requests",
  ],
  [
    "files that no path leads to",
    "a.json",
    postman(["\u0000", "x".repeat(100_000), "../".repeat(5_000), 7, null].map(
      (src) => ({
        name: "a",
        request: {
          method: "POST",
          url: "http://127.0.0.1/",
          body: {
            mode: "formdata",
            formdata: [{ key: "f", type: "file", src }],
          },
        },
      }),
    )),
    0,
    "There is no file",
  ],
  [
    "a query of ends",
    "a.json",
    postman([{
      name: "a",
      request: {
        url: {
          raw: "http://127.0.0.1/",
          query: [{ key: "{{".repeat(50_000), value: "&".repeat(100_000) }],
        },
      },
    }]),
    0,
    "1 request",
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
    "an Insomnia export of 2,000 workspaces of one name",
    "a.yaml",
    `_type: export\nresources:\n${
      Array.from(
        { length: 2_000 },
        (_, at) =>
          `- { _id: w${at}, _type: workspace, name: A }\n- { _id: e${at}, parentId: w${at}, _type: environment, data: { __proto__: ${at}, a: ${at} } }\n`,
      ).join("")
    }`,
    0,
    "2000 folders",
  ],
  [
    "an Insomnia export of wrong kinds",
    "a.yaml",
    "_type: export\nresources: [1, null, { _type: workspace, _id: [] }, { _type: request, url: {} }, { _type: environment, data: 5 }, { _type: x_request }]\n",
    0,
    "1 request",
  ],
  ["a curl command that is open", "a.txt", "$ curl 'http://a", 2, "not closed"],
  [
    "a .http file of separators",
    "a.http",
    "###\n".repeat(100_000),
    2,
    "no request",
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
