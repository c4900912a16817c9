import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importOpenapi } from "../../../lib/tools/convert/openapi/import_openapi.ts";

const TEXT = { type: "string" };

/** What is sent of an operation. */
async function sent(
  operation: Record<string, unknown>,
  more: Record<string, unknown> = {},
) {
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Api", version: "1" },
    paths: { "/a": { post: operation } },
    ...more,
  });
  const { value } = await importOpenapi(
    { name: "a.json", main: "a.json", files: new Map([["a.json", text]]) },
    {},
  );
  const [item] = value?.items ?? [];
  assert(item?.kind === "request");
  return item.request.http;
}

/** Examples of one property, by its name and schema; the rest of the document in `more`. */
const rows: Record<string, [
  name: string,
  schema: Record<string, unknown>,
  example: unknown,
]> = {
  "another text": ["city", TEXT, "string"],
  "a password": ["password", TEXT, "pa$$word"],
  "a name of several words": ["X-Api-Key", TEXT, "pa$$word"],
  "a text that may be null": [
    "token",
    { type: ["string", "null"] },
    "pa$$word",
  ],
  "one of several": [
    "token",
    { anyOf: [TEXT, { type: "null" }] },
    "pa$$word",
  ],
  "a reference": ["token", { $ref: "#/components/schemas/T" }, "pa$$word"],
  "a short text": ["pin", { type: "string", maxLength: 4 }, "pa$$"],
  "a long text": ["token", { type: "string", minLength: 10 }, "pa$$word_q"],
  "a text with an example": ["token", { ...TEXT, example: "abc" }, "abc"],
  "a text with a default": ["token", { ...TEXT, default: "abc" }, "abc"],
  "one of some texts": ["token", { ...TEXT, enum: ["abc"] }, "abc"],
  "a text of a format": ["token", { ...TEXT, format: "date" }, "2019-08-24"],
  "a text with a pattern": ["pin", { ...TEXT, pattern: "^\\d{4}$" }, "1111"],
  "a number": ["pin", { type: "integer" }, 0],
  "an object": [
    "credentials",
    { type: "object", properties: { city: TEXT } },
    { city: "string" },
  ],
};

describe("an example that the import makes for a secret of an OpenAPI document", () => {
  for (const [name, [property, schema, example]] of Object.entries(rows)) {
    it(`is no word that other values are: ${name}`, async () => {
      const content = {
        "application/json": {
          schema: { type: "object", properties: { [property]: schema } },
        },
      };
      const http = await sent({ requestBody: { content } }, {
        components: { schemas: { T: TEXT } },
      });
      const { data } = http?.body as { data: string };
      assertEquals(JSON.parse(data), { [property]: example });
    });
  }

  it("is none in a parameter, a form and a form of Swagger 2.0 either", async () => {
    const content = {
      "application/x-www-form-urlencoded": {
        schema: { type: "object", properties: { password: TEXT, city: TEXT } },
      },
    };
    const http = await sent({
      parameters: [
        { name: "token", in: "query", schema: TEXT },
        { name: "X-Api-Key", in: "header", schema: TEXT },
        { name: "city", in: "query", schema: TEXT },
      ],
      requestBody: { content },
    });
    const swagger = await sent({
      parameters: [
        { name: "password", in: "formData", ...TEXT },
        { name: "city", in: "formData", ...TEXT },
      ],
      consumes: ["application/x-www-form-urlencoded"],
    }, { openapi: undefined, swagger: "2.0" });
    const values = (rows: unknown) =>
      (rows as { name: string; value: string }[]).map(({ name, value }) => [
        name,
        value,
      ]);
    const data = (body: unknown) => (body as { data: unknown }).data;
    assertEquals({
      params: values(http?.params),
      headers: values(http?.headers),
      form: values(data(http?.body)),
      swagger: values(data(swagger?.body)),
    }, {
      params: [["token", "pa$$word"], ["city", "string"]],
      headers: [["X-Api-Key", "pa$$word"]],
      form: [["password", "pa$$word"], ["city", "string"]],
      swagger: [["password", "pa$$word"], ["city", "string"]],
    });
  });
});
