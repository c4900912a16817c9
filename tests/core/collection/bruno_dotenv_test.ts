import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  brunoDotenvValue,
  readBrunoDotenv,
} from "../../../lib/core/collection/read/bruno_dotenv.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";

/** As `bru` 4.1 reads them. */
const CASES: [text: string, expected: Record<string, string>][] = [
  ["A=1\n B = 2 # two\nexport C=3\nD=\nE", { A: "1", B: "2", C: "3", D: "" }],
  ['A="C:\\temp"\nB="x\\"y"\nC="a\\$b\\\\"', {
    A: "C:\\temp",
    B: 'x\\"y',
    C: "a\\$b\\\\",
  }],
  ["A=\"a\\nb\\rc\"\nB='a\\nb'\nC=a\\nb", {
    A: "a\nb\rc",
    B: "a\\nb",
    C: "a\\nb",
  }],
  ["A=un#quoted\nB='x#y'#z", { A: "un", B: "x#y" }],
  ["A='it's'\nB=it's\nC=`'\"`", { A: "it's", B: "it's", C: "'\"" }],
  ["A: 1\n1=2\n\uFEFFB=3\r\nC='x\r\ny'", {
    A: "1",
    1: "2",
    B: "3",
    C: "x\ny",
  }],
  ["A=1\nA=2", { A: "2" }],
];

describe("readBrunoDotenv", () => {
  for (const [text, expected] of CASES) {
    it(JSON.stringify(text), () => {
      const { value } = readBrunoDotenv(".env", text);
      assertEquals(Object.fromEntries(value), expected);
    });
  }

  it("warns about lines without an entry, and quotes that stay", () => {
    const { value, diagnostics } = readBrunoDotenv(
      ".env",
      "# all\nno\nA='a'b\nB=\"b\n<<<<<<< HEAD\n\nC='x\ny'\nnor\n",
    );
    assertEquals(Object.fromEntries(value), {
      A: "'a'b",
      B: '"b',
      C: "x\ny",
    });
    const kept = "with its quotes, as Bruno does";
    assertEquals(
      diagnostics.map(({ severity, message, location }) =>
        `${severity} ${location?.line} ${message.slice(0, 49)}`
      ),
      [
        'warning 2 Ignored line 2 of ".env": expected NAME=value',
        `warning 3 Read "A" in ".env" ${kept}`,
        `warning 4 Read "B" in ".env" ${kept}`,
        'error 5 Cannot read ".env": "<<<<<<<" marks a merge confl',
        'warning 9 Ignored line 9 of ".env": expected NAME=value',
      ],
    );
  });

  it("is how a folder with bruno.json is read, and no other", () => {
    const read = (main: string) =>
      readCollection({
        root: "",
        files: new Map([[main, "{}"], [".env", 'A="C:\\temp"']]),
      }).value?.dotenv.get("A");
    assertEquals(read("bruno.json"), "C:\\temp");
    assertEquals(read("opencollection.yml"), "C:\temp");
  });

  it("takes time in proportion to the text", () => {
    for (const part of [`A="`, `A='\\`, "A=x #", "=", "A", " \t", "A=", "`"]) {
      readBrunoDotenv(".env", part.repeat(200_000));
      readBrunoDotenv(".env", `${part}\n`.repeat(100_000));
    }
  });
});

describe("brunoDotenvValue", () => {
  for (
    const [value, text] of [
      ["a/b", "a/b"],
      ["pl#ain $x", "'pl#ain $x'"],
      ["pa$HOME'x", `"pa$HOME'x"`],
      [`it's "q"`, '`it\'s "q"`'],
      ["a\nb\r", '"a\\nb\\r"'],
      ['a\n"b\\n"', '`a\n"b\\n"`'],
      ["'`\"", "''`\"'"],
      [" '`\"\r\\n", undefined],
    ]
  ) {
    it(JSON.stringify(value), () => {
      assertEquals(brunoDotenvValue(value!), text);
      if (text === undefined) return;
      const line = `A=${text}\nB='#'`;
      assertEquals(readBrunoDotenv("", line).value.get("A"), value);
    });
  }
});
