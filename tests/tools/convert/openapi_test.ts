import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type { Item, Request } from "../../../lib/core/collection/types.ts";
import { importOpenapi } from "../../../lib/tools/convert/openapi/import_openapi.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";
import { runs } from "../../support/check.ts";

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
const value = fc.oneof(
  fc.stringMatching(/^[\w {}"'\\:#-]{0,12}$/),
  fc.integer(),
  fc.boolean(),
);
const operation = fc.record({
  path: fc.array(word, { minLength: 1, maxLength: 3 }),
  method: fc.constantFrom("get", "post", "put", "delete", "patch"),
  tag: fc.option(word, { nil: undefined }),
  id: fc.option(word, { nil: undefined }),
  query: fc.uniqueArray(word, { maxLength: 3 }),
  header: fc.uniqueArray(word, { maxLength: 2 }),
  body: fc.option(fc.dictionary(word, value, { maxKeys: 4 }), {
    nil: undefined,
  }),
});

describe("importing OpenAPI", () => {
  it("what goes in comes out: operations, parameters, bodies", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(operation, {
          minLength: 1,
          maxLength: 8,
          selector: ({ path, method }) => `${method} ${path.join("/")}`,
        }),
        async (operations) => {
          const paths: Record<string, Record<string, unknown>> = {};
          for (const one of operations) {
            const item = paths[`/${one.path.join("/")}`] ??= {};
            item[one.method] = {
              ...(one.id && { operationId: one.id }),
              ...(one.tag && { tags: [one.tag] }),
              parameters: [
                ...one.query.map((name) => ({
                  name,
                  in: "query",
                  required: true,
                  schema: { type: "string" },
                  example: "x",
                })),
                ...one.header.map((name) => ({
                  name: `X-${name}`,
                  in: "header",
                  required: true,
                  schema: { type: "string" },
                  example: "y",
                })),
              ],
              ...(one.body && {
                requestBody: {
                  content: { "application/json": { example: one.body } },
                },
              }),
              responses: { "200": { description: "ok" } },
            };
          }
          const text = JSON.stringify({
            openapi: "3.0.3",
            info: { title: "x", version: "1" },
            servers: [{ url: "http://127.0.0.1" }],
            paths,
          });
          const imported = await importOpenapi({
            name: "a.json",
            main: "a.json",
            files: new Map([["a.json", text]]),
          }, {});
          assert(imported.value, JSON.stringify(imported.diagnostics));
          const { files } = toFiles(imported.value);
          const read = readCollection({ root: "", files });
          assertEquals(read.diagnostics, []);
          const found = new Map(
            requestsIn(read.value?.items ?? []).map((request) => [
              `${request.method.text} ${request.url.text}`,
              request,
            ]),
          );
          assertEquals(found.size, operations.length);
          for (const one of operations) {
            const request = found.get(
              `${one.method.toUpperCase()} {{baseUrl}}/${one.path.join("/")}`,
            );
            assert(request);
            assertEquals(
              request.params.map(({ name }) => name.text),
              one.query,
            );
            assertEquals(
              request.headers.map(({ name }) => name.text),
              one.header.map((name) => `X-${name}`),
            );
            const body = request.body?.type === "json"
              ? request.body.data.text.replaceAll("{{'{{'}}", "{{")
              : undefined;
            assertEquals(body && JSON.parse(body), one.body);
          }
        },
      ),
      { numRuns: runs(50) },
    );
  });
});

const place = fc.constantFrom(
  "parameter",
  "body",
  "response",
  "schema",
  "data",
  "data in a list",
  "none",
);
/** Operations of GET, by where they refer to something, and to what. */
const referring = fc.array(
  fc.record({
    place,
    to: fc.constantFrom("good", "through", "missing", "itself", "bad-through"),
  }),
  { minLength: 1, maxLength: 8 },
);

describe("references of OpenAPI", () => {
  it("what is bad costs its operation, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(referring, async (operations) => {
        const text = JSON.stringify({
          openapi: "3.0.3",
          info: { title: "x", version: "1" },
          servers: [{ url: "http://127.0.0.1" }],
          paths: Object.fromEntries([
            ["/good", { get: { responses: {} } }],
            ...operations.map(({ place, to }, at) => [
              `/${at}`,
              { get: operationAt(place, { $ref: `#/components/x/${to}` }) },
            ]),
          ]),
          components: {
            x: {
              good: { name: "a", in: "query" },
              through: { $ref: "#/components/x/good" },
              itself: { $ref: "#/components/x/itself" },
              "bad-through": { items: { $ref: "#/components/x/missing" } },
            },
          },
        });
        const { value, diagnostics } = await importOpenapi({
          name: "a.json",
          main: "a.json",
          files: new Map([["a.json", text]]),
        }, {});
        assertEquals(diagnostics, []);
        assert(value);
        const isBad = ({ place, to }: typeof operations[number]) =>
          !["data", "data in a list", "none"].includes(place) &&
          !["good", "through"].includes(to);
        const found = value.items.map((item) =>
          item.kind === "request" ? item.request.http?.url : ""
        );
        assertEquals(found, [
          "{{baseUrl}}/good",
          ...operations.flatMap((one, at) =>
            isBad(one) ? [] : [`{{baseUrl}}/${at}`]
          ),
        ]);
        const lost = value.notes.filter((note) => note.lost?.requests === 1)
          .map(({ source }) => source?.path);
        assertEquals(
          lost,
          operations.flatMap((one, at) =>
            isBad(one) ? [`paths./${at}.get`] : []
          ),
        );
      }),
      { numRuns: runs(50) },
    );
  });
});

describe("limits of OpenAPI", () => {
  it("refuses more than 64 MiB in other files, before it reads them", async () => {
    const { value, diagnostics } = await importedFrom({
      openapi: "3.0.3",
      paths: { "/": { get: { parameters: [{ $ref: "big.json" }] } } },
    }, () => Promise.resolve({ text: "{}".padEnd(64 * 1024 * 1024 + 1) }));
    assertEquals(value, undefined);
    assertEquals(diagnostics.map(({ code, message }) => [code, message]), [[
      "LIMIT",
      'Cannot import "a.json": it refers to more than 5000 other files or 64 MiB, bundle it into one file or split it',
    ]]);
  });

  // The list and what it is in count, too: an example has 20,000 values at most.
  for (
    const [elements, isWhole] of [[19_998, true], [19_999, false]] as const
  ) {
    it(`${isWhole ? "writes" : "cuts"} an example of ${elements} elements`, async () => {
      const list = Array(elements).fill(1);
      const schema = { properties: { list: { type: "array", example: list } } };
      const { value } = await importedFrom({
        openapi: "3.0.3",
        paths: {
          "/": {
            post: {
              requestBody: { content: { "application/json": { schema } } },
            },
          },
        },
      });
      const [item] = value!.items;
      assert(item.kind === "request");
      const body = item.request.http?.body;
      assert(
        body !== undefined && !Array.isArray(body) && body.type === "json",
      );
      assertEquals(JSON.parse(body.data), { list: isWhole ? list : [] });
      assertEquals(
        value!.notes.some(({ message }) => /^The example is cut/.test(message)),
        !isWhole,
      );
    });
  }

  it("follows a chain of 101 references to a parameter", async () => {
    const chain = Array.from({ length: 101 }, (_, at) => [
      `p${at}`,
      { $ref: `#/components/parameters/p${at + 1}` },
    ]);
    const { value } = await importedFrom({
      openapi: "3.0.3",
      paths: {
        "/": { get: { parameters: [{ $ref: "#/components/parameters/p1" }] } },
      },
      components: {
        parameters: {
          ...Object.fromEntries(chain),
          p101: { name: "page", in: "query", required: true, example: 1 },
        },
      },
    });
    const [item] = value!.items;
    assert(item.kind === "request");
    assertEquals(item.request.http?.params?.map(({ name }) => name), ["page"]);
  });
});

describe("the content type of a body in Swagger 2.0", () => {
  const ROWS: [what: string, own: string[] | undefined, type: string][] = [
    ["the document's", undefined, "xml"],
    ["the operation's own", ["application/json"], "json"],
  ];
  for (const [what, consumes, type] of ROWS) {
    it(`is ${what}`, async () => {
      const { value } = await importedFrom({
        swagger: "2.0",
        consumes: ["application/xml"],
        paths: {
          "/": {
            post: {
              ...(consumes && { consumes }),
              parameters: [{
                name: "b",
                in: "body",
                schema: { type: "object" },
              }],
            },
          },
        },
      });
      const [item] = value!.items;
      assert(item.kind === "request");
      const body = item.request.http?.body;
      assert(body !== undefined && !Array.isArray(body));
      assertEquals(body.type, type);
    });
  }
});

describe("a body that several types are given for", () => {
  const ROWS: [types: string[], sent: string][] = [
    [
      ["application/merge-patch+json", "application/json-patch+json"],
      "application/merge-patch+json",
    ],
    [
      ["application/a+json", "application/json; charset=utf-8"],
      "application/json; charset=utf-8",
    ],
    [["application/xml", "multipart/form-data", "a/b+json"], "a/b+json"],
  ];
  for (const [types, sent] of ROWS) {
    it(`is ${sent} of ${types.join(", ")}`, async () => {
      const { value } = await importedFrom({
        openapi: "3.0.3",
        paths: {
          "/": {
            post: {
              requestBody: {
                content: Object.fromEntries(
                  types.map((type) => [type, { example: { type } }]),
                ),
              },
            },
          },
        },
      });
      const [item] = value!.items;
      assert(item.kind === "request");
      const { http, examples } = item.request;
      const body = http?.body;
      assert(
        body !== undefined && !Array.isArray(body) && body.type === "json",
      );
      assertEquals(JSON.parse(body.data), { type: sent });
      assertEquals(
        examples?.map(({ name }) => name),
        types.map((type) => `request ${type}`),
      );
    });
  }
});

describe("a form without a required field", () => {
  const ROWS: [
    what: string,
    body: { type: string; isRequired: boolean; field?: string },
    sent: string[],
  ][] = [
    ["of parts", { type: "multipart/form-data", isRequired: true }, [
      "file",
      "note",
    ]],
    [
      "of fields",
      { type: "application/x-www-form-urlencoded", isRequired: true },
      ["file", "note"],
    ],
    ["that has one", {
      type: "multipart/form-data",
      isRequired: true,
      field: "note",
    }, ["note"]],
    [
      "that is optional",
      { type: "multipart/form-data", isRequired: false },
      [],
    ],
  ];
  for (const [what, { type, isRequired, field }, sent] of ROWS) {
    it(`sends something if the body is required: ${what}`, async () => {
      const { value } = await importedFrom({
        openapi: "3.0.0",
        paths: {
          "/": {
            post: {
              requestBody: {
                required: isRequired,
                content: {
                  [type]: {
                    schema: {
                      type: "object",
                      properties: {
                        file: { type: "string", format: "binary" },
                        note: { type: "string" },
                      },
                      ...(field && { required: [field] }),
                    },
                  },
                },
              },
            },
          },
        },
      });
      const [item] = value!.items;
      assert(item.kind === "request");
      const body = item.request.http?.body;
      assert(
        body?.type === "multipart-form" || body?.type === "form-urlencoded",
      );
      const rows: { name: string; disabled?: boolean }[] = body.data;
      assertEquals(
        rows.filter(({ disabled }) => !disabled).map(({ name }) => name),
        sent,
      );
    });
  }
});

/** Imports a document, which is called a.json. */
function importedFrom(
  document: Record<string, unknown>,
  readReference?: () => Promise<{ text: string }>,
) {
  const info = { title: "x", version: "1" };
  return importOpenapi({
    name: "a.json",
    main: "a.json",
    files: new Map([["a.json", JSON.stringify({ info, ...document })]]),
    ...(readReference && { readReference }),
  }, {});
}

describe("references that lead nowhere, in every operation", () => {
  const rows: [count: number, said: number, last: RegExp][] = [
    [20, 20, /: "?#\/components\/parameters\/p19"? is not in the document$/],
    [21, 21, /: 1 more reference leads nowhere$/],
    [30, 21, /: 10 more references lead nowhere$/],
  ];
  for (const [count, said, last] of rows) {
    it(`${count} of them bring ${said} diagnostics`, async () => {
      const text = JSON.stringify({
        openapi: "3.0.3",
        info: { title: "x", version: "1" },
        servers: [{ url: "http://127.0.0.1" }],
        paths: Object.fromEntries(
          Array.from({ length: count }, (_, at) => [
            `/${at}`,
            {
              get: { parameters: [{ $ref: `#/components/parameters/p${at}` }] },
            },
          ]),
        ),
      });
      const { value, diagnostics } = await importOpenapi({
        name: "a.json",
        main: "a.json",
        files: new Map([["a.json", text]]),
      }, {});
      assertEquals(value, undefined);
      assertEquals(diagnostics.length, said);
      assertMatch(diagnostics.at(-1)!.message, last);
    });
  }
});

/** An operation that has a reference in one place. */
function operationAt(
  place:
    | "parameter"
    | "body"
    | "response"
    | "schema"
    | "data"
    | "data in a list"
    | "none",
  reference: Record<string, unknown>,
): Record<string, unknown> {
  switch (place) {
    case "parameter":
      return { parameters: [reference], responses: {} };
    case "body":
      return { requestBody: reference, responses: {} };
    case "response":
      return { responses: { default: reference } };
    case "schema":
      return schemaOf({ properties: { default: { allOf: [reference] } } });
    case "data":
      return schemaOf({ default: reference, enum: [{ a: reference }] });
    case "data in a list":
      return {
        parameters: [{ name: "a", in: "query", example: { a: reference } }],
        responses: {},
      };
    case "none":
      return { responses: {} };
  }
}

function schemaOf(schema: Record<string, unknown>): Record<string, unknown> {
  return {
    requestBody: { content: { "application/json": { schema } } },
    responses: {},
  };
}

function requestsIn(items: readonly Item[]): Request[] {
  return items.flatMap((item) =>
    item.kind === "folder"
      ? requestsIn(item.items)
      : item.kind === "request"
      ? [item]
      : []
  );
}

/** Where a document is, its server, an operation's own one, and the two addresses; `note` names what a person writes. */
const SERVERS: readonly [
  document: string,
  server: string | undefined,
  own: string | undefined,
  base: string,
  url: string,
  more?: { location?: string; note?: true },
][] = [
  ["a.json", "http://h/v1", "https://o/v2/", "http://h/v1", "https://o/v2"],
  ["a.json", "http://h/v1", "{s}://o", "http://h/v1", "{{s}}://o"],
  ["a.json", "http://h/v1", "../o", "http://h/v1", "{{baseUrl}}", {
    note: true,
  }],
  ["a.json", "http://h/v1", "/", "http://h/v1", "{{baseUrl}}", { note: true }],
  ["a.json", "http://h/v1", "o:1/p", "http://h/v1", "o:1/p"],
  [
    "http://h/d/a.json",
    "127.0.0.1:1/p",
    undefined,
    "127.0.0.1:1/p",
    "{{baseUrl}}",
  ],
  ["a.json", "/v1", "/v1/", "http://localhost/v1", "{{baseUrl}}"],
  ["a.json", undefined, "/", "http://localhost", "{{baseUrl}}"],
  ["http://h/d/a.json", "v1", "../o/{s}", "http://h/d/v1", "http://h/o/{{s}}"],
  ["http://h/d/a.json", "/v1", "/", "http://h/v1", "http://h"],
  ["http://h/d/a.json?b", "", "//o:1/p", "http://h", "http://o:1/p"],
  ["http://h/d/a.json", "./", "./", "http://h/d", "{{baseUrl}}"],
  ["http://u:p@h/d/a.json", "v1", "../o", "http://h/d/v1", "http://h/o"],
  ["http://h/a.json", "v1", "../o", "https://n/d/v1", "https://n/o", {
    location: "https://n/d/a.json",
  }],
];

describe("servers of OpenAPI", () => {
  for (const [name, server, own, base, url, more = {}] of SERVERS) {
    it(`${own} beside ${server} in ${more.location ?? name}`, async () => {
      const list = (one: string | undefined) =>
        one === undefined ? {} : {
          servers: [{
            url: one,
            ...(one.includes("{s}") &&
              { variables: { s: { default: "http" } } }),
          }],
        };
      const responses = { "200": { description: "ok" } };
      const text = JSON.stringify({
        openapi: "3.0.3",
        info: { title: "x", version: "1" },
        ...list(server),
        paths: { "/a": { ...list(own), get: { responses } } },
      });
      const { value } = await importOpenapi({
        name,
        main: "a.json",
        files: new Map([["a.json", text]]),
        ...(more.location !== undefined && { location: more.location }),
      }, {});
      const [item] = value?.items ?? [];
      assert(item?.kind === "request");
      assertEquals(item.request.http?.url, `${url}/a`);
      const [first] = value?.environments[0].variables ?? [];
      assertEquals(first.value, base);
      const named = value?.notes.some(({ message }) =>
        message.startsWith("The operation has the server")
      );
      assertEquals(named, more.note ?? false);
    });
  }
});

describe("servers without a host", () => {
  const rows: [urls: string[], messages: string[]][] = [
    [[], [
      'The document names no host: set baseUrl in the environment "localhost" to yours',
    ]],
    [["/api", "https://e.org", "/v2"], [
      'The server "/api" names no host: set baseUrl in the environment "localhost" to yours',
      'The server "/v2" names no host: set baseUrl in the environment "localhost 2" to yours',
    ]],
    [["https://e.org"], []],
    [["localhost:3000"], []],
    [["127.0.0.1:3000/v1", "api.e.org:80"], []],
    [["localhost/v1"], [
      'The document names no host: set baseUrl in the environment "localhost" to yours',
    ]],
  ];
  for (const [urls, messages] of rows) {
    it(urls.join(", ") || "none", async () => {
      const text = JSON.stringify({
        openapi: "3.0.3",
        info: { title: "x", version: "1" },
        servers: urls.map((url) => ({ url })),
        paths: { "/a": { get: { responses: { "200": { description: "" } } } } },
      });
      const { value } = await importOpenapi({
        name: "a.json",
        main: "a.json",
        files: new Map([["a.json", text]]),
      }, {});
      assertEquals(value?.notes.map(({ message }) => message), messages);
    });
  }
});

describe("the variable of a security scheme", () => {
  for (
    const [names, variable] of [
      [["key"], "apiKey"],
      [["key", "api_key"], "key"],
      [["shopKey"], "shopKey"],
      [["APIKeyHeader"], "apiKeyHeaderKey"],
      [["JWT"], "jwtKey"],
      [["OAuth2Key"], "oauth2Key"],
      [["X-API-Key"], "xAPIKey"],
    ] as const
  ) {
    it(names.join(", "), async () => {
      const scheme = { type: "apiKey", in: "header", name: "X" };
      const text = JSON.stringify({
        openapi: "3.0.3",
        info: { title: "x", version: "1" },
        components: {
          securitySchemes: Object.fromEntries(
            names.map((name) => [name, scheme]),
          ),
        },
        security: [{ [names[0]]: [] }],
        paths: { "/a": { get: { responses: {} } } },
      });
      const { value } = await importOpenapi({
        name: "a.json",
        main: "a.json",
        files: new Map([["a.json", text]]),
      }, {});
      assertEquals(
        value?.defaults?.variables?.map(({ name }) => name),
        [variable],
      );
    });
  }
});

describe("an operation with several security schemes", () => {
  const SCHEMES = {
    bearer: { type: "http", scheme: "bearer" },
    basic: { type: "http", scheme: "basic" },
    header: { type: "apiKey", in: "header", name: "X-Key" },
    query: { type: "apiKey", in: "query", name: "key" },
    implicit: {
      type: "oauth2",
      flows: { implicit: { authorizationUrl: "https://e.org/a" } },
    },
  };
  const rows: [
    names: (keyof typeof SCHEMES)[],
    expected: { auth: string; headers?: string[]; query?: string[] },
    notes?: string[],
  ][] = [
    [["bearer", "header"], { auth: "bearer", headers: ["X-Key"] }],
    [["header", "bearer"], { auth: "bearer", headers: ["X-Key"] }],
    [["query", "basic"], { auth: "basic", query: ["key"] }],
    [["header", "query"], { auth: "apikey", query: ["key"] }],
    [["header"], { auth: "apikey" }],
    [["implicit", "query"], { auth: "oauth2", query: ["key"] }, [
      'Brace has no OAuth 2 flow "implicit", which gives the token only to a browser: under "auth", write flow: authorization_code if the server has it, or type: bearer with a token',
    ]],
    [["bearer", "basic"], { auth: "bearer" }, [
      'A request has one auth: "basic" is left out, write its header into the request',
    ]],
  ];
  for (
    const [names, { auth, headers = [], query = [] }, notes = []] of rows
  ) {
    it(names.join(", "), async () => {
      const text = JSON.stringify({
        openapi: "3.1.0",
        info: { title: "x", version: "1" },
        servers: [{ url: "https://e.org" }],
        components: { securitySchemes: SCHEMES },
        paths: {
          "/a": {
            get: {
              security: [Object.fromEntries(names.map((name) => [name, []]))],
              responses: { "200": { description: "" } },
            },
          },
        },
      });
      const { value } = await importOpenapi({
        name: "a.json",
        main: "a.json",
        files: new Map([["a.json", text]]),
      }, {});
      const [{ request: { http } }] = toFiles(value!).requests;
      const namesOf = (all: readonly { name: string }[] = []) =>
        all.map(({ name }) => name);
      const own = http?.auth as { type: string };
      assertEquals(
        [own.type, namesOf(http?.headers), namesOf(http?.params)],
        [auth, headers, query],
      );
      assertEquals(value?.notes.map(({ message }) => message), notes);
    });
  }
});

describe("a pattern of the document", () => {
  const NOTE = (pattern: string) =>
    `The example may not match the pattern "${pattern}" of the document: write a value that does`;
  const rows: [pattern: string, value: string, notes: string[]][] = [
    ["^s", "string", []],
    ["^[A-Z]{3}$", "AAA", []],
    // No regular expression of JavaScript's.
    ["(?<", "string", [NOTE("(?<")]],
    ["^(a+)+$(?=b)", "string", [NOTE("^(a+)+$(?=b)")]],
  ];
  for (const [pattern, value, notes] of rows) {
    it(pattern, async () => {
      const schema = { type: "string", pattern };
      const text = JSON.stringify({
        openapi: "3.1.0",
        info: { title: "x", version: "1" },
        servers: [{ url: "https://e.org" }],
        paths: {
          "/a": {
            get: {
              parameters: [{ name: "q", in: "query", required: true, schema }],
              responses: { "200": { description: "" } },
            },
          },
        },
      });
      const { value: imported } = await importOpenapi({
        name: "a.json",
        main: "a.json",
        files: new Map([["a.json", text]]),
      }, {});
      assert(imported);
      assertEquals(imported.notes.map(({ message }) => message), notes);
      const [file] = [...toFiles(imported).files].filter(([path]) =>
        path.startsWith("GET") || path.startsWith("get")
      );
      assertEquals(/value: (.*)$/m.exec(file?.[1] ?? "")?.[1], value);
    });
  }
});

describe("the client of the flow password", () => {
  const form = (...required: readonly string[]) => ({
    properties: { username: {}, password: {}, client_id: {} },
    required: ["username", "password", ...required],
  });
  const rows: Record<string, {
    tokenUrl: string;
    schema: object;
    withClients?: boolean;
    hasClient?: boolean;
  }> = {
    "of FastAPI": { tokenUrl: "auth/token", schema: form() },
    "below the path of a server": {
      tokenUrl: "https://id.example/v1/auth/token",
      schema: form(),
    },
    "whose form asks for it": {
      tokenUrl: "/auth/token",
      schema: form("client_id"),
      hasClient: true,
    },
    "of another form": {
      tokenUrl: "/auth/token",
      schema: { properties: { grant_type: {} } },
      hasClient: true,
    },
    "of a token that the document does not give": {
      tokenUrl: "/oauth/token",
      schema: form(),
      hasClient: true,
    },
    "that a collection has already": {
      tokenUrl: "/auth/token",
      schema: form(),
      withClients: true,
      hasClient: true,
    },
  };
  for (
    const [name, { tokenUrl, schema, withClients, hasClient = false }] of Object
      .entries(rows)
  ) {
    it(name, async () => {
      const text = JSON.stringify({
        openapi: "3.1.0",
        info: { title: "x", version: "1" },
        components: {
          schemas: { Form: schema },
          securitySchemes: {
            OAuth2: { type: "oauth2", flows: { password: { tokenUrl } } },
          },
        },
        security: [{ OAuth2: [] }],
        paths: {
          "/auth/token": {
            post: {
              security: [],
              requestBody: {
                content: {
                  "application/x-www-form-urlencoded": {
                    schema: { $ref: "#/components/schemas/Form" },
                  },
                },
              },
              responses: {},
            },
          },
        },
      });
      const { value } = await importOpenapi({
        name: "a.json",
        main: "a.json",
        files: new Map([["a.json", text]]),
      }, withClients === undefined ? {} : { withClients });
      assertEquals(
        value?.defaults?.variables?.map(({ name }) => name),
        [
          ...hasClient ? ["oauth2ClientId", "oauth2ClientSecret"] : [],
          "oauth2Username",
          "oauth2Password",
        ],
      );
    });
  }
});

describe("XML of data that the author wrote", () => {
  const tag = { type: "object", xml: { name: "tag" }, properties: { n: {} } };
  const order = {
    type: "object",
    xml: { name: "order" },
    properties: {
      id: { type: "integer", xml: { attribute: true } },
      tags: { type: "array", xml: { wrapped: true }, items: tag },
    },
  };
  const list = (schema: Record<string, unknown>) => ({
    type: "object",
    xml: { name: "r" },
    properties: { b: { type: "array", example: ["x", "y"], ...schema } },
  });
  const item = { type: "string", xml: { name: "i" } };
  const whole = (n: string) =>
    `<order id="5">\n  <tags>\n    <tag>\n      <n>${n}</n>\n    </tag>\n  </tags>\n</order>`;
  const rows: Readonly<Record<string, [Record<string, unknown>, string]>> = {
    "a list": [
      { schema: list({ items: item }) },
      "<r>\n  <i>x</i>\n  <i>y</i>\n</r>",
    ],
    "a wrapped list": [
      { schema: list({ items: item, xml: { wrapped: true } }) },
      "<r>\n  <b>\n    <i>x</i>\n    <i>y</i>\n  </b>\n</r>",
    ],
    "a wrapped list whose elements have its name": [
      { schema: list({ items: {}, xml: { wrapped: true, name: "l" } }) },
      "<r>\n  <l>\n    <l>x</l>\n    <l>y</l>\n  </l>\n</r>",
    ],
    "the example of a medium": [
      { schema: order, example: { id: 5, tags: [{ n: "a<b" }] } },
      whole("a&lt;b"),
    ],
    "a named example": [
      {
        schema: order,
        examples: { e: { value: { id: 5, tags: [{ n: 1 }] } } },
      },
      whole("1"),
    ],
    "the example of a schema": [
      { schema: { ...order, example: { id: 5, tags: [{ n: "s" }] } } },
      whole("s"),
    ],
    "a namespace": [
      {
        schema: {
          ...order,
          xml: { name: "o", prefix: "p", namespace: "urn:x" },
        },
        example: { id: 5 },
      },
      '<p:o xmlns:p="urn:x" id="5"/>',
    ],
  };
  for (const [name, [media, written]] of Object.entries(rows)) {
    it(name, async () => {
      const text = JSON.stringify({
        openapi: "3.0.3",
        info: { title: "x", version: "1" },
        paths: {
          "/a": {
            post: {
              requestBody: { content: { "application/xml": media } },
              responses: {},
            },
          },
        },
      });
      const { value } = await importOpenapi({
        name: "a.json",
        main: "a.json",
        files: new Map([["a.json", text]]),
      }, {});
      let [one] = value!.items;
      while (one.kind === "folder") [one] = one.items;
      const body: unknown = one.request.http!.body;
      assertEquals(body, { type: "xml", data: written });
    });
  }
});
