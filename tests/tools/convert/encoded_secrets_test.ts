import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import type { ImportedRequest } from "../../../lib/tools/convert/types.ts";

const FORM = "application/x-www-form-urlencoded";
const curl = (args: string): [string, string] => ["a.sh", `curl ${args}`];
const postman = (request: unknown): [string, string] => [
  "a.json",
  JSON.stringify({
    info: {
      name: "P",
      schema:
        "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    item: [{ name: "a", request }],
  }),
];
const har = (url: string, text: string): [string, string] => [
  "a.har",
  JSON.stringify({
    log: {
      version: "1.2",
      entries: [{
        request: {
          method: "POST",
          url,
          headers: [],
          postData: { mimeType: FORM, text },
        },
      }],
    },
  }),
];

interface Row {
  readonly name: string;
  readonly source: [file: string, text: string];
  /** What `.env` has, and a star behind what is said to be percent-encoded. */
  readonly values: readonly string[];
  readonly encodeUrl?: true;
  readonly body?: string;
}

const ROWS: readonly Row[] = [
  {
    name: "a form whose secret is written otherwise than Brace writes it",
    source: curl("-d 'user=clerk&password=parken!42%26x' http://a/b"),
    values: ["parken!42&x"],
    body: "form-urlencoded",
  },
  {
    name: "a form that Brace would write otherwise",
    source: curl("-d 'b=x y&password=two%26x' http://a/b"),
    values: ["two%26x*"],
    body: "text",
  },
  {
    name: "a form whose escapes are broken",
    source: curl("-d 'password=%E9%26x' http://a/b"),
    values: ["%E9%26x"],
    body: "text",
  },
  {
    name: "braces in a form, which are no placeholder",
    source: curl("-d 'password=%7B%7Bx%7D%7D%26' http://a/b"),
    values: ["{{x}}&"],
    body: "form-urlencoded",
  },
  {
    name: "a query",
    source: curl("'http://a/b?api_key=zone%26key%2B7&x=%26'"),
    values: ["zone&key+7"],
    encodeUrl: true,
  },
  {
    name: "a query with a plus, of which encodeUrl warns",
    source: curl("'http://a/b?api_key=zone%26key7&x=1+1'"),
    values: ["zone%26key7*"],
  },
  {
    name: "a query with another placeholder",
    source: curl('"http://a/b?api_key=zone%26key7&x=$X"'),
    values: ["zone%26key7*"],
  },
  {
    name: "a query without anything encoded",
    source: curl("'http://a/b?api_key=zonekey7&x=%26'"),
    values: ["zonekey7"],
  },
  {
    name: "a query of Postman",
    source: postman({ method: "GET", url: "http://a/b?token=a%26b" }),
    values: ["a&b"],
    encodeUrl: true,
  },
  {
    name: "a query behind a variable of Postman",
    source: postman({ method: "GET", url: "{{base}}/b?token=a%26b" }),
    values: ["a&b"],
    encodeUrl: true,
  },
  {
    name: "a path parameter of Postman",
    source: postman({
      method: "GET",
      url: {
        raw: "http://a/:token?pin=1%26",
        host: ["a"],
        path: [":token"],
        variable: [{ key: "token", value: "a%252Fb" }],
        query: [{ key: "pin", value: "1%26" }],
      },
    }),
    values: ["1&", "a%2Fb"],
    encodeUrl: true,
  },
  {
    name: "a .http file",
    source: [
      "a.http",
      `POST http://a/b?token=a%26b\nContent-Type: ${FORM}\n\npassword=c!%26d\n`,
    ],
    values: ["a&b", "c!&d"],
    encodeUrl: true,
    body: "form-urlencoded",
  },
  {
    name: "a HAR file",
    source: har("http://a/b?token=a%26b", "password=c!%26d"),
    values: ["a&b", "c!&d"],
    encodeUrl: true,
    body: "form-urlencoded",
  },
];

describe("percent-encoded secrets of a source", () => {
  for (const { name, source: [file, text], ...wanted } of ROWS) {
    it(name, async () => {
      const { value } = await importSource({
        name: file,
        files: new Map([[file, text]]),
        main: file,
      });
      const [{ request }] = value!.items as ImportedRequest[];
      const encoded = value!.found?.filter(({ isEncoded }) => isEncoded)
        .map(({ env }) => env) ?? [];
      assertEquals(
        value!.secrets.map(({ env, value }) =>
          `${value}${encoded.includes(env) ? "*" : ""}`
        ).toSorted(),
        wanted.values.toSorted(),
      );
      assertEquals(request.settings?.encodeUrl, wanted.encodeUrl);
      assertEquals(request.http?.body?.type, wanted.body);
    });
  }
});

it("secrets that overlap in another text are told apart, and masked in a description", async () => {
  const { value } = await importSource({
    name: "c.json",
    main: "c.json",
    files: new Map([[
      "c.json",
      JSON.stringify({
        info: { name: "C" },
        item: [{
          name: "R",
          request: {
            method: "POST",
            url: "http://h",
            header: [
              { key: "X-Api-Key", value: "abcd1234efgh" },
              { key: "X-Token", value: "1234efgh5678" },
              { key: "X-A", value: "b", description: "not abcd1234efgh" },
            ],
            body: { mode: "raw", raw: "so abcd1234efgh5678!" },
          },
        }],
      }),
    ]]),
  });
  const [item] = value!.items;
  assert(item.kind === "request");
  const { http } = item.request;
  assertEquals(http?.headers?.map((row) => row.description), [
    undefined,
    undefined,
    "not ***",
  ]);
  assertEquals(http?.body, { type: "text", data: "so {{xApiKey}}5678!" });
});
