import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fieldNameAt } from "../../../lib/core/source/field_names.ts";

/** A text, and the names of its lines that have one, from 1. */
const ROWS: [what: string, text: string, names: Record<number, string>][] = [
  ["a sibling above", "- name: A\n  value: x\n- name: B\n  value: y\n", {
    2: "A",
    4: "B",
  }],
  ["a sibling below", "- value: x\n  disabled: true\n  name: 'A' # a\n", {
    1: "A",
  }],
  ["siblings around", "auth:\n  key: A\n  in: query\n  value: x\nname: B\n", {
    4: "A",
  }],
  ["no sibling", "name: A\nbody:\n  value: x\n  data: y\n", {}],
  ["a sibling of what is around", "- name: A\n  value:\n    data: x\n", {
    3: "A",
  }],
  [
    "a text of several lines",
    "- value: |-\n    x\n\n    y\n  name: A\ntoken: >\n  z\nurl: u\n",
    { 1: "A", 2: "A", 4: "A", 7: "token" },
  ],
  [
    "JSON",
    '{\n  "a": [\n    {\n      "value": "x",\n      "name": "A"\n    },\n    {\n      "value": "y"\n    }\n  ]\n}',
    { 4: "A" },
  ],
  ["braces over lines", '- { "name": "A",\n    "value": "x" }\n', { 2: "A" }],
  [
    ".bru",
    "auth:apikey {\n  key: A\n  value: x\n}\nvars {\n  value: y\n  b: '''\n    z\n  '''\n}",
    { 3: "A", 8: "b" },
  ],
  ["CRLF", "- name: A\r\n  value: x\r\n", { 2: "A" }],
];

describe("fieldNameAt", () => {
  for (const [what, text, expected] of ROWS) {
    it(what, () => {
      const names = text.split("\n").flatMap((_, at) => {
        const name = fieldNameAt(text, at + 1);
        return name === undefined ? [] : [[at + 1, name]];
      });
      assertEquals(Object.fromEntries(names), expected);
    });
  }

  it("reads large files", () => {
    const many = "  value: x\n".repeat(100_000);
    assertEquals(fieldNameAt(`- name: A\n${many}`, 100_001), "A");
    const deep = Array.from(
      { length: 2_000 },
      (_, at) => `${" ".repeat(at)}value:\n`,
    ).join("");
    assertEquals(
      fieldNameAt(`${deep}${" ".repeat(2_000)}value: x\n`, 2_001),
      undefined,
    );
  });
});
