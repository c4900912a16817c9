import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readRows } from "../../lib/plan/read_rows.ts";

const GOOD: [name: string, file: string, text: string, rows: unknown][] = [
  ["CSV", "a.csv", 'id,name\n1,Ada\n2,"Grace ""G"", H"\n', [
    { id: "1", name: "Ada" },
    { id: "2", name: 'Grace "G", H' },
  ]],
  ["CSV of Windows", "A.CSV", "\uFEFFid,name\r\n1,\r\n", [
    { id: "1", name: "" },
  ]],
  [
    "JSON",
    "a.json",
    '[{"id": 1, "tags": ["x"], "big": 12345678901234567890}]',
    [
      { id: 1, tags: ["x"], big: 12345678901234567890n },
    ],
  ],
  ["names like inherited ones", "a.csv", "__proto__,constructor\n1,2", [
    Object.fromEntries([["__proto__", "1"], ["constructor", "2"]]),
  ]],
];

const BAD: [file: string, text: string, reason: RegExp][] = [
  ["a.txt", "x", /ends neither in .csv nor in .json/],
  ["a.json", "{}", /expected an array of objects/],
  ["a.json", "[1]", /expected an object as row 1/],
  ["a.json", "[", /JSON/],
  ["a.json", "[]", /it has no rows/],
  ["a.csv", "", /it has no rows/],
  ["a.csv", "id\n", /it has no rows/],
  ["a.csv", "id,name\n1\n", /row 1 has 1 field instead of 2/],
  ["a.csv", "id,id\n1,2\n", /"id" occurs twice/],
  ["a.csv", "id, id\n1,2\n", /"id" occurs twice/],
  ["a.csv", "id;name\n1;2\n", /separated by ";", write commas$/],
  ["a.csv", "id\tname\n1\t2\n", /separated by a tab, write commas$/],
  ["a.csv", 'id\n"1\n', /": extraneous or missing "/],
];

const LOCATED: [file: string, text: string, line: number, column: number][] = [
  ["a.csv", 'id,name\n1,a"b\n', 2, 4],
  ["a.json", '[{"id": 1},\n {"id": 2,}]', 2, 11],
];

describe("readRows", () => {
  for (const [name, file, text, rows] of GOOD) {
    it(`reads ${name}`, () => {
      assertEquals(readRows(text, file), { rows, diagnostics: [] } as never);
    });
  }

  for (const [file, text, reason] of BAD) {
    it(`refuses ${JSON.stringify(text)} in ${file}`, () => {
      const { rows, diagnostics: [diagnostic] } = readRows(text, file);
      assertEquals(rows, []);
      assertEquals(reason.test(diagnostic.message), true, diagnostic.message);
      assertEquals(diagnostic.message.includes("\n"), false);
    });
  }

  for (const [file, text, line, column] of LOCATED) {
    it(`says where ${file} is malformed`, () => {
      const { diagnostics: [{ location, message }] } = readRows(text, file);
      assertEquals(location, { file, line, column });
      assertEquals(/line|position/.test(message), false, message);
    });
  }
});
