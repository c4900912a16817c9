import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../../lib/tools/convert/import_source.ts";

const SCHEMA =
  "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const id = (digit: number) => `${digit}1111111-aaaa-4bbb-8ccc-222222222222`;
const KEPT = "which Brace does not keep";

/** A script, what the import makes of it, and what it says. */
const ROWS: [
  code: string,
  written: string,
  note?: [kind: string, message: string],
][] = [
  [
    `if (n < 3) postman.setNextRequest( '${id(1)}' );`,
    `if (n < 3) postman.setNextRequest( 'Log in' );`,
    [
      "changed",
      'The script goes on with the request "Log in" by its name instead of its ID',
    ],
  ],
  [
    `pm.execution.setNextRequest("${id(2)}")`,
    `pm.execution.setNextRequest("Ada's \\"own\\"")`,
    [
      "changed",
      `The script goes on with the request "Ada's "own"" by its name instead of its ID`,
    ],
  ],
  // newman looks for an ID first.
  [
    'pm.execution.setNextRequest("List")',
    'pm.execution.setNextRequest("Old list")',
    [
      "changed",
      'The script goes on with the request "Old list" by its name instead of its ID',
    ],
  ],
  [
    `pm.execution.setNextRequest("${id(3)}")`,
    `pm.execution.setNextRequest("${id(3)}")`,
    [
      "person",
      `The script goes on with the request "Twice" by its ID "${
        id(3)
      }", ${KEPT}, and other requests have this name, too: rename the request, and write its new name`,
    ],
  ],
  [
    `const next = "${id(1)}"; pm.execution.setNextRequest(next)`,
    `const next = "${id(1)}"; pm.execution.setNextRequest(next)`,
    [
      "person",
      `The script has the request "Log in" by its ID "${
        id(1)
      }", ${KEPT}: write the request's name`,
    ],
  ],
  // Names, folders, and IDs of other things.
  ...[
    'pm.execution.setNextRequest("Log in")',
    'pm.execution.setNextRequest("same")',
    'pm.environment.set("show", "List")',
    `pm.execution.setNextRequest("${id(8)}")`,
    `pm.environment.set("user", "${id(9)}")`,
    "pm.execution.setNextRequest(null)",
  ].map((code): [string, string] => [code, code]),
];

describe("a script of Postman's that goes on with a request by its ID", () => {
  for (const [code, written, note] of ROWS) {
    it(`${code} → ${note?.[1] ?? "stays"}`, async () => {
      const request = { url: "http://h/" };
      const text = JSON.stringify({
        info: { name: "C", _postman_id: id(9), schema: SCHEMA },
        item: [
          {
            name: "first",
            event: [{ listen: "test", script: { exec: [code] } }],
            request,
          },
          {
            name: "folder",
            id: id(8),
            item: [
              { name: "Log in", id: id(1), request },
              { name: 'Ada\'s "own"', _postman_id: id(2), request },
              { name: "Twice", id: id(3), request },
            ],
          },
          { name: "Twice", id: id(4), request },
          { name: "same", id: "same", request },
          { name: "List", request },
          { name: "Old list", id: "List", request },
        ],
      });
      const { value } = await importSource({
        name: "c.json",
        main: "c.json",
        files: new Map([["c.json", text]]),
      });
      const [first] = value!.items;
      assertEquals(
        first.kind === "request" &&
          first.request.runtime?.scripts?.map(({ code }) => code),
        [written],
      );
      assertEquals(
        value!.notes.map(({ kind, message }) => [kind, message]),
        note ? [note] : [],
      );
    });
  }
});
