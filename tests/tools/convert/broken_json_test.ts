import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import type { ImportKind } from "../../../lib/tools/convert/types.ts";

/** Texts that are not JSON, and where they stop being it. */
const TEXTS: [
  what: string,
  text: string,
  line: number,
  column: number,
  why: string,
][] = [
  [
    "a missing comma",
    '{\n  "log": [1 2]\n}\n',
    2,
    13,
    'expected "," or "]", found "2"',
  ],
  [
    "a missing value",
    '{\n  "log": ,\n  "a": 1\n}\n',
    2,
    10,
    'expected a value, found ","',
  ],
  ["a comment", '{\n  // here\n  "log": ,\n}\n', 2, 3, "it has a comment"],
  ["a list that is open", '{\n  "log": [1', 2, 12, "it ends too early"],
  [
    "another format",
    "log:\n  entries: []\n",
    1,
    1,
    'expected a value, found "log"',
  ],
];

/** The file of each format that has to be JSON, and what lies beside it. */
const FILES: [from: ImportKind, file: string, beside: [string, string][]][] = [
  ["har", "a.json", []],
  ["postman", "a.json", []],
  ["http", "http-client.env.json", [["a.http", "GET http://h/\n"]]],
];

describe("a document that is not JSON is refused with its place", () => {
  for (const [from, file, beside] of FILES) {
    for (const [what, text, line, column, why] of TEXTS) {
      it(`${what}, as ${from}`, async () => {
        const { value, diagnostics } = await importSource({
          name: beside.length > 0 ? "folder" : file,
          ...(beside.length === 0 && { main: file }),
          files: new Map([...beside, [file, text]]),
        }, { from });
        assertEquals(value, undefined);
        assertEquals(diagnostics, [{
          code: "INVALID_SYNTAX",
          severity: "error",
          message: `Cannot read "${file}": it is not valid JSON: ${why}`,
          location: { file, line, column },
        }]);
      });
    }
  }
});
