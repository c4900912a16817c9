import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { exportPostman } from "../../../lib/tools/convert/export/export_postman.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";

const IN_QUOTES = 'body: {type: json, data: \'{"a": "{{v}}"}\'}';

/** What the variable `v` is, what the request has, and what the note names. */
const ROWS: readonly [
  value: string,
  http: string,
  named?: string,
][] = [
  ["'a \"b\"'", IN_QUOTES, '"v"'],
  ['"a\\nb"', IN_QUOTES, '"v"'],
  ["'C:\\dir'", IN_QUOTES, '"v"'],
  ["'a \"b\"'", 'body: {type: json, data: \'{"a": "x {{v.name}}"}\'}', '"v"'],
  ["'a \"b\"'", "body: {type: json, data: '{\"{{w}}\": 1}'}", '"w"'],
  // Escaped by hand, as an import from Bruno has it.
  ["'a \\\"b\\\"'", IN_QUOTES],
  ["\"a {{process.env['B']}}\"", IN_QUOTES],
  ["plain", IN_QUOTES],
  ['{type: object, data: \'{"a": "b"}\'}', IN_QUOTES],
  ["'\"b\"'", "body: {type: json, data: '{\"a\": {{v}}}'}"],
  ["'a \"b\"'", "body: {type: text, data: '\"{{v}}\"'}"],
  ["'a \"b\"'", "headers: [{name: A, value: '{{v}}'}]"],
];

describe("a value that another client does not escape", () => {
  for (const [value, http, named] of ROWS) {
    for (const client of ["Bruno", "Postman"] as const) {
      it(`${named ? "is" : "is not"} named for ${client}: ${value} in ${http}`, () => {
        assertEquals(
          noteOf(client, {
            "environments/l.yml":
              `name: l\nvariables: [{name: v, value: ${value}}, {name: w, value: "{{v}}!"}]\n`,
            "A.yml":
              `info: {name: A}\nhttp: {method: POST, url: "http://h/", ${http}}\n`,
          }),
          named &&
            `${client} inserts text into JSON as it is: a value of ${named} breaks the body of "A" there (in the exported files, write \\" for a quote, \\\\ for a backslash and \\n for a line break)`,
        );
      });
    }
  }

  it("is named with the bodies of GraphQL, up to five", () => {
    const requests = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [
        `R${index}.yml`,
        `info: {name: R${index}, type: graphql, seq: ${index}}\ngraphql: {url: "http://h/", body: {query: "{a}", variables: '{"a": "{{v}}"}'}}\nruntime: {variables: [{name: v, value: 'a "b"'}]}\n`,
      ]),
    );
    assert(
      noteOf("Bruno", requests)!.includes(
        'breaks the body of "R0", "R1", "R2", "R3", "R4", 2 more there',
      ),
    );
  });

  it("is not named if it is switched off", () => {
    const files = {
      "environments/l.yml":
        "name: l\nvariables: [{name: v, value: 'a \"b\"', disabled: true}]\n",
      "A.yml":
        `info: {name: A}\nhttp: {method: POST, url: "http://h/", ${IN_QUOTES}}\n`,
    };
    assertEquals(noteOf("Bruno", files), undefined);
  });
});

function noteOf(
  client: "Bruno" | "Postman",
  files: Readonly<Record<string, string>>,
): string | undefined {
  const { value } = readForExport(
    new Map(Object.entries({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: C}\n",
      ...files,
    })),
    "opencollection.yml",
    client === "Bruno" ? "bru" : "postman",
  );
  assert(value);
  const { notes } = client === "Bruno"
    ? exportBru(value)
    : exportPostman(value);
  return notes.find(({ message }) =>
    message.includes("text into JSON as it is")
  )
    ?.message;
}
