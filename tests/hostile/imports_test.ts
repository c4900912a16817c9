import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
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

/** An OpenAPI document whose operations post what schemas say. */
const openapi = (
  schemas: Record<string, unknown>,
  posted: readonly unknown[] = [{ $ref: `#/components/schemas/S0` }],
  { media = "application/json", example, received }: {
    media?: string;
    example?: unknown;
    /** What a response of any media type has. */
    received?: unknown;
  } = {},
) =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Hostile", version: "1" },
    servers: [{ url: "http://127.0.0.1" }],
    paths: Object.fromEntries(posted.map((schema, at) => [`/${at}`, {
      post: {
        requestBody: { content: { [media]: { schema, example } } },
        responses: {
          "200": {
            description: "ok",
            ...received !== undefined && {
              content: { "*/*": { schema: received } },
            },
          },
        },
      },
    }])),
    components: { schemas },
  });
/** So many schemas, each made by its number. */
const schemas = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`S${index}`, make(index)]),
  );
const eight = <Value>(make: (index: number) => Value): Value[] =>
  Array.from({ length: 8 }, (_, index) => make(index));
const schema = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
/** Eight levels of schemas, each of which is eight times all of the next one. */
const allOfOne = () =>
  schemas(8, (at) => ({ allOf: eight(() => schema(at + 1)) }));
const ONE = { a: { type: "string" } };
/** A document whose paths are in files of their own, and some of these. */
const inFiles = (count: number, there: number) => ({
  "a.json": JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Hostile", version: "1" },
    paths: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`/${at}`, {
        $ref: `in/${at}.yaml`,
      }]),
    ),
  }),
  ...Object.fromEntries(
    Array.from({ length: there }, (_, at) => [
      `in/${at}.yaml`,
      "get: { responses: {} }\n",
    ]),
  ),
});

/** What all files of an import have at most. */
const MAX_WRITTEN = 8 * 1024 * 1024;

/** What is imported, and what comes of it: an exit code, and a part of what is said. */
const ROWS: readonly [
  name: string,
  file: string,
  /** Of the file, or of several. */
  content: string | Uint8Array | Readonly<Record<string, string>>,
  code: number,
  says: string,
][] = [
  ["nothing", "a.json", "", 2, "it is empty"],
  ["no JSON", "a.json", '{"item": [', 2, "it ends too early"],
  [
    "a postman export cut short",
    "a.json",
    '{"info": {}, "item": [',
    2,
    "it ends too early",
  ],
  [
    "commands in a command that nothing closes",
    "a.sh",
    "curl http://127.0.0.1/ " + "$(".repeat(20_000),
    0,
    "",
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
    "does not exist",
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
    "only 2.0 and 3.0 to 3.2",
  ],
  [
    "a reference to itself",
    "a.yaml",
    'openapi: 3.0.3\ninfo: {}\npaths: { /a: { get: { parameters: [{ $ref: "#/x" }], responses: {} } } }\nx: { $ref: "#/x" }\n',
    2,
    '"#/x" leads to itself',
  ],
  [
    "a reference to itself beside what is right",
    "a.json",
    openapi({ S0: schema(0) }, [schema(0), { type: "string" }]),
    0,
    'Left out "POST /0": "#/components/schemas/S0" leads to itself',
  ],
  [
    "references in a circle of 20,000",
    "a.json",
    openapi(schemas(20_000, (at) => schema((at + 1) % 20_000))),
    2,
    "leads to itself",
  ],
  [
    "20,000 references in a row",
    "a.json",
    openapi({
      ...schemas(20_000, (at) => schema(at + 1)),
      S20000: { type: "string" },
    }),
    0,
    "1 request",
  ],
  [
    "eight schemas of eight schemas each",
    "a.json",
    openapi(
      schemas(8, () => ({
        type: "object",
        properties: Object.fromEntries(eight((at) => [`p${at}`, schema(at)])),
      })),
      eight(schema),
    ),
    0,
    "The example is cut",
  ],
  [
    "eight levels of eight schemas that are all of one",
    "a.json",
    openapi({ ...allOfOne(), S8: { type: "object", properties: ONE } }),
    0,
    "The example is cut",
  ],
  [
    "XML of eight levels of eight schemas that are all of one",
    "a.json",
    openapi({ ...allOfOne(), S8: { type: "object", properties: ONE } }, [
      schema(0),
    ], { media: "application/xml", example: { a: "b" } }),
    0,
    "1 request",
  ],
  [
    "XML of a schema in itself",
    "a.json",
    openapi({ S0: { type: "object", properties: { a: schema(0) } } }, [
      schema(0),
    ], { media: "application/xml" }),
    0,
    "1 request",
  ],
  [
    "a response of eight levels of eight schemas that are all of one",
    "a.json",
    openapi({ ...allOfOne(), S8: {} }, [{}], { received: schema(0) }),
    0,
    "1 request",
  ],
  [
    "eight levels of members of any name",
    "a.json",
    openapi({
      ...schemas(8, (at) => ({
        type: "object",
        properties: { a: schema(at + 1), b: schema(at + 1), c: schema(at + 1) },
        additionalProperties: schema(at + 1),
      })),
      S8: { type: "string" },
    }),
    0,
    "The example is cut",
  ],
  [
    "a list and texts as long as they like",
    "a.json",
    openapi({
      S0: {
        type: "array",
        minItems: 1e9,
        items: { type: "string", minLength: 1e9 },
      },
    }),
    0,
    "The example is cut",
  ],
  [
    "a text as long as it likes",
    "a.json",
    openapi({ S0: { type: "string", minLength: 1e9 } }),
    0,
    "The example is cut",
  ],
  [
    "a pattern that fails only after each way to match",
    "a.json",
    openapi({ S0: { type: "string", pattern: `${"(.*)".repeat(2000)}!` } }),
    0,
    "",
  ],
  [
    "a list as long as it likes",
    "a.json",
    openapi({
      S0: { type: "array", minItems: 1e9, items: { type: "string" } },
    }),
    0,
    "The example is cut",
  ],
  [
    "an example that a thousand members share",
    "a.json",
    openapi({
      S0: {
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: 1000 }, (_, at) => [`p${at}`, schema(1)]),
        ),
      },
      S1: { type: "string", example: "x".repeat(100_000) },
    }),
    0,
    "The example is cut",
  ],
  ["a document of 661 files", "a.json", inFiles(661, 661), 0, "661 requests"],
  [
    "a document of more files than are read",
    "a.json",
    inFiles(5_100, 5),
    2,
    "it refers to more than 5000 other files",
  ],
  [
    "a document of many files that are not there",
    "a.json",
    inFiles(600, 0),
    2,
    "580 more references lead nowhere",
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
  ["a URL in a file of curl", "a.sh", "curl -K c\n", 2, 'of the file "c"'],
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
    "a fragment of GraphQL that is open",
    "a.http",
    "fragment A on B {\n" + "{\n".repeat(100_000),
    2,
    "no request",
  ],
  [
    "fragments of GraphQL that use each other",
    "a.http",
    Array.from(
      { length: 2_000 },
      (_, at) => `fragment F${at} on A { ...F${at + 1} ...F0 }\n`,
    ).join("") + "GRAPHQL http://127.0.0.1/\n\nquery { ...F0 }\n",
    0,
    "1 request",
  ],
  [
    "a form of 20,000 parts",
    "a.http",
    "POST http://127.0.0.1/\nContent-Type: multipart/form-data; boundary=x\n\n" +
    '--x\nContent-Disposition: form-data; name="a"\n\nb\n'.repeat(20_000),
    0,
    "1 request",
  ],
  [
    "a form of boundaries",
    "a.http",
    "POST http://127.0.0.1/\nContent-Type: multipart/form-data; boundary=x\n\n" +
    "--x\n".repeat(100_000),
    0,
    "The body is multipart and sent as a text",
  ],
  [
    "a body of comments and empty lines in a .http file",
    "a.http",
    "POST http://127.0.0.1/\n\n" + "# a\n\n".repeat(50_000) + "b",
    0,
    "1 request",
  ],
  [
    "marks and assertions of a .http file",
    "a.http",
    "# @no-log\n".repeat(20_000) + "GET http://127.0.0.1/\n" +
    `?? ${"a ".repeat(20_000)}\n`.repeat(3) +
    "?? status == 200\n".repeat(20_000),
    0,
    '"@no-log" (20000 times)',
  ],
  [
    "an open handler",
    "a.http",
    "GET http://127.0.0.1/\n\n> {%\nx",
    0,
    "1 request",
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
];

describe("imports that do harm", () => {
  const brace = braceRows({ limit: 120_000 });
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
      const contents = typeof content === "string" ||
          content instanceof Uint8Array
        ? { [file]: content }
        : content;
      for (const [name, one] of Object.entries(contents)) {
        const bytes = typeof one === "string"
          ? new TextEncoder().encode(one)
          : one;
        await Deno.writeFile(`${folder}/${name}`, bytes);
      }
      const outcome = await brace(
        ["import", file, "-o", "out", "--with-tests"],
        {
          cwd: folder,
        },
      );
      const text = oneLine(outcome.stdout + outcome.stderr);
      assertEquals(outcome.code, code, text);
      assert(text.includes(says), text);
      assert(!/^\s+at |Brace failed/m.test(outcome.stderr), outcome.stderr);
      const left = [...Deno.readDirSync(folder)].map((it) => it.name);
      assertEquals(left.includes("out"), code === 0);
      assertEquals(left.filter((it) => it.endsWith(".tmp")), []);
      assert(code !== 0 || sizeOf(`${folder}/out`) < MAX_WRITTEN);
      assert(text.split("error ").length < 30, text);
    });
  }
});

/** Bytes of all files in a folder. */
function sizeOf(folder: string): number {
  let size = 0;
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    size += isDirectory ? sizeOf(path) : Deno.statSync(path).size;
  }
  return size;
}
