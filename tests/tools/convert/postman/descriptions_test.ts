import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../../lib/tools/convert/import_source.ts";

const SCHEMA =
  "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

const REQUEST = { name: "r", request: "http://h/" };

/** A collection with descriptions, and what is written of them. */
const ROWS: readonly [
  what: string,
  collection: Record<string, unknown>,
  descriptions: readonly string[],
][] = [
  [
    "of a secret variable, also if its value is a word",
    {
      variable: [
        { key: "password", value: "Tr0ub4dor&3", description: "a Tr0ub4dor&3" },
        {
          key: "token",
          value: "correct",
          description: "for correct, incorrectly",
        },
        { key: "pin", value: "47", description: "see 47", type: "secret" },
        { key: "theme", value: "dark", description: "dark or light" },
      ],
    },
    ["a ***", "for ***, incorrectly", "see 47", "dark or light"],
  ],
  [
    "of another variable and of a folder's",
    {
      variable: [
        { key: "apiKey", value: "zz99yy88xx" },
        { key: "b", value: "1", description: "with zz99yy88xx" },
      ],
      item: [{
        name: "f",
        variable: [{ key: "c", value: "1", description: "and zz99yy88xx" }],
        item: [REQUEST],
      }],
    },
    ["with ***", "and ***"],
  ],
  [
    "of a row, and the token of a header apart from its scheme",
    {
      item: [{
        name: "r",
        request: {
          url: "http://h/",
          description: "token abcdef123456xyz",
          header: [{
            key: "Authorization",
            value: "Bearer abcdef123456xyz",
            description: "as abcdef123456xyz says",
          }],
        },
      }],
    },
    ["as *** says", "token ***"],
  ],
];

describe("descriptions that say a secret", () => {
  for (const [what, collection, descriptions] of ROWS) {
    it(what, async () => {
      const { value } = await importSource({
        name: "c.json",
        main: "c.json",
        files: new Map([[
          "c.json",
          JSON.stringify({
            info: { name: "C", schema: SCHEMA },
            item: [REQUEST],
            ...collection,
          }),
        ]]),
      });
      assert(value);
      const found: unknown[] = [];
      const { defaults, items } = value;
      JSON.stringify({ defaults, items }, (key, one) => {
        if (/^(?:description|docs)$/.test(key)) found.push(one);
        return one;
      });
      assertEquals(found, [...descriptions]);
    });
  }
});
