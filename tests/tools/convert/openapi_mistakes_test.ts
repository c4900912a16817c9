import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importOpenapi } from "../../../lib/tools/convert/openapi/import_openapi.ts";
import type { ImportedRequest } from "../../../lib/tools/convert/types.ts";

type Json = Record<string, unknown>;

const HEAD = { openapi: "3.1.0", info: { title: "x", version: "1" } };
const get = (operation: Json = {}): Json => ({
  paths: { "/a": { get: operation } },
});
const post = (type: string, media: Json): Json => ({
  paths: { "/a": { post: { requestBody: { content: { [type]: media } } } } },
});
const json = (media: Json) => post("application/json", media);
const secured = (security: unknown): Json => ({
  ...get(),
  security,
  components: {
    securitySchemes: { b: { type: "http", scheme: "bearer" } },
  },
});
const READ_AS =
  '"security" of the document is not a list of mappings: read as [{ b: [] }], check the auth';
const A_TEXT =
  "The example of the body is a text, and its schema has another type: write the body";
const OBJECT = { type: "object" };

interface Row {
  readonly name: string;
  readonly document: Json;
  readonly said?: readonly string[];
  /** Parts of the first request. */
  readonly url?: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly auth?: unknown;
}

const ROWS: readonly Row[] = [
  {
    name: "an operationId of several operations",
    document: {
      paths: {
        "/a": { get: { operationId: "b" }, put: { operationId: "b" } },
        "/b": { get: { operationId: "b" }, put: { operationId: "c" } },
      },
    },
    url: "{{baseUrl}}/a",
    said: [
      '3 operations have the operationId "b": GET /a, PUT /a, GET /b (each is a request; write an id for each that no other has)',
    ],
  },
  {
    name: "a path without a slash",
    document: { paths: { zones: { get: {} } } },
    url: "{{baseUrl}}/zones",
    said: [
      'The path "zones" of the document does not begin with "/": the URL has one before it',
    ],
  },
  {
    name: "an empty path",
    document: { paths: { "": { get: {} } } },
    url: "{{baseUrl}}",
  },
  {
    name: "a misspelled key",
    document: { path: { "/a": { get: {} } } },
    said: [
      'The document has an unknown key "path", which Brace ignores (did you mean "paths"?)',
    ],
  },
  {
    name: "a misspelled key beside paths",
    document: { ...get(), compnents: {} },
    url: "{{baseUrl}}/a",
    said: [
      'The document has an unknown key "compnents", which Brace ignores (did you mean "components"?)',
    ],
  },
  {
    name: "misspelled methods",
    document: {
      paths: {
        "/a": { get: {}, GET: {}, psot: {}, parameters: [] },
        "/b": { psot: {}, summry: "", "x-gett": {}, other: {} },
        "/c": { put: {}, pot: {} },
        "x-own": { psot: {} },
      },
      webhooks: { w: { puut: {} } },
    },
    url: "{{baseUrl}}/a",
    said: [
      'The path "/a" of the document has an unknown key "GET", which Brace ignores (did you mean "get"?)',
      '2 paths of the document, such as "/a", have an unknown key "psot", which Brace ignores (did you mean "post"?)',
      'The path "/c" of the document has an unknown key "pot", which Brace ignores (did you mean "post"?)',
      'The webhook "w" of the document has an unknown key "puut", which Brace ignores (did you mean "put"?)',
    ],
  },
  {
    name: "misspelled methods behind a reference",
    document: {
      paths: {
        "/a": { $ref: "#/components/pathItems/a" },
        "/b": { $ref: "#/components/pathItems/a" },
        "/c": { get: {} },
      },
      components: { pathItems: { a: { psot: {} } } },
    },
    url: "{{baseUrl}}/c",
    said: [
      '2 paths of the document, such as "/a", have an unknown key "psot", which Brace ignores (did you mean "post"?)',
    ],
  },
  {
    name: "operations under keys that are no methods",
    document: {
      paths: {
        "/a": {
          get: {},
          foo: { responses: {} },
          link: { operationId: "linkA" },
          other: { description: "no operation" },
        },
        "/b": { $ref: "#/components/pathItems/b" },
      },
      components: { pathItems: { b: { foo: { requestBody: {} } } } },
    },
    url: "{{baseUrl}}/a",
    said: [
      '2 paths of the document, such as "/a", have an unknown key "foo", which Brace ignores (it holds an operation: name it by its method, such as "get")',
      'The path "/a" of the document has an unknown key "link", which Brace ignores (it holds an operation: name it by its method, such as "get")',
    ],
  },
  {
    name: "no paths",
    document: { components: {} },
    said: ['The document has no "paths", which requests are made of'],
  },
  {
    name: "parameters in unknown places",
    document: get({
      parameters: [
        { name: "q", in: "qurey" },
        { name: "b", in: "body" },
        { name: "n" },
      ],
    }),
    said: [
      'Left out the parameter "q": its place "qurey" is unknown (did you mean "query"?)',
      'Left out the parameter "b": "in: body" is of Swagger 2.0, write it into the body',
      'Left out the parameter "n": "in" does not say its place',
    ],
  },
  ...["b", ["b"], { b: [] }].map((security) => ({
    name: `security as ${JSON.stringify(security)}`,
    document: secured(security),
    auth: "inherit",
    said: [READ_AS],
  })),
  {
    name: "security as it should be",
    document: secured([{ b: [] }]),
    auth: "inherit",
  },
  {
    name: "a JSON text as an example of an object",
    document: json({ schema: OBJECT, example: '{"a": 1}' }),
    body: { a: 1 },
  },
  {
    name: "a JSON text as a named example",
    document: json({ schema: OBJECT, examples: { b: { value: '{"a": 1}' } } }),
    body: { a: 1 },
  },
  {
    name: "a JSON text as an example of a schema",
    document: json({ schema: { type: "array", items: {}, example: "[1]" } }),
    body: [1],
  },
  {
    name: "JSON texts of members",
    document: json({
      schema: {
        properties: {
          a: { type: "integer", example: "5" },
          b: { type: "object", default: '{"c": true}' },
          d: { type: "string", example: "6" },
          e: { type: ["boolean", "null"], example: "true" },
        },
      },
    }),
    body: { a: 5, b: { c: true }, d: "6", e: true },
  },
  {
    name: "a text that is none of the schema",
    document: json({ schema: OBJECT, example: "abc" }),
    body: "abc",
    said: [A_TEXT],
  },
  {
    name: "a text of JSON where the schema allows texts",
    document: json({ schema: { type: ["string", "object"] }, example: "{}" }),
    body: "{}",
  },
  {
    name: "parameters of JSON",
    document: post("application/json; charset=utf-8", { example: { a: 1 } }),
    body: { a: 1 },
    contentType: "application/json; charset=utf-8",
  },
  {
    name: "parameters of a form",
    document: post("application/x-www-form-urlencoded; charset=utf-8", {}),
    contentType: "application/x-www-form-urlencoded; charset=utf-8",
  },
  {
    name: "parameters of parts, without the boundary",
    document: post("multipart/form-data; boundary=x; charset=utf-8", {}),
    contentType: "multipart/form-data; charset=utf-8",
  },
];

describe("mistakes of OpenAPI documents, and what they mean", () => {
  for (const { name, document, said = [], ...wanted } of ROWS) {
    it(name, async () => {
      const { value } = await importOpenapi({
        name: "a.json",
        main: "a.json",
        files: new Map([[
          "a.json",
          JSON.stringify({
            ...HEAD,
            servers: [{ url: "http://a" }],
            ...document,
          }),
        ]]),
      }, {});
      assertEquals(value!.notes.map(({ message }) => message), said);
      const [item] = value!.items as ImportedRequest[];
      const { url, body, headers, auth } = item?.request.http ?? {};
      if (wanted.url) assertEquals(url, wanted.url);
      if (wanted.auth) assertEquals(auth, wanted.auth);
      if (Object.hasOwn(wanted, "body")) {
        assertEquals(
          body?.type === "json" ? JSON.parse(body.data) : body,
          wanted.body,
        );
      }
      assertEquals(
        headers?.find(({ name }) => name === "Content-Type")?.value,
        wanted.contentType,
      );
    });
  }
});

it("references start where redirects lead", async () => {
  const asked: string[] = [];
  const texts: Record<string, [text: string, url?: string]> = {
    "http://a/new/b.json": [
      '{"get":{"parameters":[{"$ref":"c.json"}]}}',
      "http://a/last/b.json",
    ],
    "http://a/last/c.json": ['{"name":"q","in":"query","example":"1"}'],
  };
  const { value } = await importOpenapi({
    name: "http://a/old.json",
    location: "http://a/new/doc.json",
    main: "old.json",
    files: new Map([[
      "old.json",
      JSON.stringify({
        ...HEAD,
        paths: { "/a": { $ref: "b.json" } },
      }),
    ]]),
    readReference: (name) => {
      asked.push(name);
      const [text, url] = texts[name] ?? ["{}"];
      return Promise.resolve({ text, ...(url && { url }) });
    },
  }, {});
  const [{ request }] = value!.items as ImportedRequest[];
  assertEquals(asked, Object.keys(texts));
  assertEquals(request.http?.params?.map(({ name }) => name), ["q"]);
});
