import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readDotenv } from "../../../lib/core/collection/read/read_dotenv.ts";

const CASES: [name: string, text: string, expected: Record<string, string>][] =
  [
    ["nothing", "", {}],
    ["a value", "A=1", { A: "1" }],
    ["blanks around", "  A = 1  \n", { A: "1" }],
    ["no value", "A=\nB=", { A: "", B: "" }],
    ["export", "export A=1\n\texport\tB=2", { A: "1", B: "2" }],
    ["comments", "# A=1\n  # B=2\n\nC=3 # three\nD=#4\nE=a#b", {
      C: "3",
      D: "",
      E: "a#b",
    }],
    ["an equals sign in the value", "A=b=c==", { A: "b=c==" }],
    ["single quotes", `A='a # "b" \\n'`, { A: `a # "b" \\n` }],
    ["double quotes", `A="a # 'b'" # c`, { A: "a # 'b'" }],
    ["backticks", "A=`a 'b' \"c\"`", { A: `a 'b' "c"` }],
    ["escapes", `A="a\\nb\\tc\\"d\\\\e\\xf\\$g"`, { A: `a\nb\tc"d\\e\\xf$g` }],
    ["no escapes without quotes", "A=a\\nb", { A: "a\\nb" }],
    ["several lines", `A="a\n  b\n"\nB=2`, { A: "a\n  b\n", B: "2" }],
    ["several lines in single quotes", `A='a\nb'\nB=2`, { A: "a\nb", B: "2" }],
    ["a comment behind quotes", `A="1"  # it's\nB='2' \t`, {
      A: "1",
      B: "2",
    }],
    ["a quote inside", `A=it's\nB=2`, { A: "it's", B: "2" }],
    ["no expansion", "A=1\nB=$A ${A}", { A: "1", B: "$A ${A}" }],
    ["the last one wins", "A=1\nA=2", { A: "2" }],
    ["names with dots and dashes", "a.b-c_1=x", { "a.b-c_1": "x" }],
    ["a byte order mark and CRLF", "\uFEFFA=1\r\nB='x\r\ny'\r\n", {
      A: "1",
      B: "x\ny",
    }],
    ["a placeholder", "A={{b}}", { A: "{{b}}" }],
  ];

const FAULTS: [name: string, text: string, places: string[]][] = [
  ["a double quote that is not closed", `A=1\nB="a\nC=2`, ["2:3"]],
  ["one whose end is escaped", `\n\n  A = "a\\"\nC=2`, ["3:7"]],
  ["a single quote that is not closed", `export A='a\nB="1"`, ["1:10"]],
  ["a backtick that is not closed", "A=`a\nC=2", ["1:3"]],
  ["one of each", "A=`a\nB='\nC=\"", ["1:3", "2:3", "3:3"]],
  ["text behind a closing quote", `A="a"b\nB='1'`, ["1:3"]],
  ["after a blank", `A='a' 'b'\nB=1`, ["1:3"]],
  ["what is not a comment", 'A="a"#b', ["1:3"]],
  ["behind several lines", `A="a\nb"\nB="\n\n"x\nC='d'e`, ["3:3", "6:3"]],
  ["a merge conflict", "A=1\n<<<<<<< HEAD\nB=1\n=======\nB=2\n>>>>>>> x", [
    "2:1",
    "4:1",
    "6:1",
  ]],
  ["and its base", "||||||| 1234567\r\nA=1", ["1:1"]],
  ["a password with a quote", `A="it"s"\nB=1`, ["1:3"]],
];

describe("readDotenv", () => {
  for (const [name, text, expected] of CASES) {
    it(name, () => {
      const { value, diagnostics } = readDotenv(".env", text);
      assertEquals(Object.fromEntries(value), expected);
      assertEquals(diagnostics, []);
    });
  }

  for (const [name, text, expected] of FAULTS) {
    it(`takes no guess at ${name}`, () => {
      const { diagnostics } = readDotenv(".env", text);
      assertEquals(
        diagnostics.map(({ location }) =>
          `${location?.line}:${location?.column}`
        ),
        expected,
      );
      for (const { code, severity, message, location } of diagnostics) {
        assertEquals([code, severity], ["INVALID_SYNTAX", "error"]);
        assertMatch(
          message,
          /^Cannot read (?:"[ABC]" in )?"\.env": .+ \(.+\)$/,
        );
        assertEquals(location?.confidential, true);
      }
    });
  }

  it("warns about lines that it does not understand", () => {
    const { value, diagnostics } = readDotenv(
      ".env",
      `A="1\n2"\nno\n1A=2\n=3\nB: 4\nC=5`,
    );
    assertEquals(Object.fromEntries(value), { A: "1\n2", C: "5" });
    assertEquals(diagnostics.map((one) => one.location?.line), [3, 4, 5, 6]);
    assertEquals(diagnostics[0].severity, "warning");
  });

  it("takes time in proportion to the text", () => {
    for (const part of [`A="`, `A='\\`, "A=x #", "=", "A", `A="\\"`, " \t"]) {
      readDotenv(".env", part.repeat(200_000));
      readDotenv(".env", `${part}\n`.repeat(100_000));
    }
    const late = ["A='", "B=`", 'C="'].map((it) => `${it}\n`);
    readDotenv(".env", `D=1\n`.repeat(200_000) + late.join(""));
  });
});
