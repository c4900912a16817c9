import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { withoutIgnored } from "../../../lib/tools/check/without_ignored.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";

const CASES: [title: string, text: string, ignored: number[]][] = [
  ["above the line", "a: 1\n# brace-ignore CYCLE: why\nb: 2\nc: 3", [3]],
  ["at its end", "a: 1 # brace-ignore CYCLE\nb: 2", [1]],
  ["at the top", "# brace-ignore CYCLE: why\na: 1\nb: 2", [1, 2, 3]],
  ["at the top, after others", "# x\n\n# brace-ignore CYCLE\na: 1", [
    1,
    2,
    3,
    4,
  ]],
  ["one of several", "a: 1 # brace-ignore LIMIT, CYCLE: why", [1]],
  [
    "above a block",
    "a: 1\n# brace-ignore CYCLE\nb: |-\n  x\n\n  y\nc: 3",
    [3, 4, 5, 6],
  ],
  [
    "above an element of a list",
    "a:\n  # brace-ignore CYCLE\n  - x: 1\n    y: 2\n  - x: 3",
    [3, 4],
  ],
  ["in a script", "a: |\n  // brace-ignore CYCLE: why\n  b()\n  c()", [3]],
  ["at the top of a module", "// brace-ignore CYCLE\na()\nb()", [1, 2, 3]],
  ["another code", "a: 1 # brace-ignore LIMIT", []],
  ["no comment", "a: '#brace-ignore CYCLE'", []],
  ["line ends of Windows", "a: 1\r\n# brace-ignore CYCLE\r\nb: 2", [3]],
];

const at = (line: number): Diagnostic => ({
  code: "CYCLE",
  severity: "error",
  message: "m",
  location: { file: "a.yml", line, column: 1 },
});

describe("withoutIgnored", () => {
  for (const [title, text, ignored] of CASES) {
    it(title, () => {
      const all = text.split(/\r?\n/).map((_, index) => index + 1);
      const left = withoutIgnored(all.map(at), () => text, ["a.yml"]);
      assertEquals(
        left.map(({ location }) => location?.line),
        all.filter((line) => !ignored.includes(line)),
      );
    });
  }

  it("tells of a code that there is not, at its place", () => {
    const text = "a: 1 # brace-ignore CYCLE, CYCEL: why";
    const [first, ...others] = withoutIgnored([], () => text, ["a.yml"]);
    assertEquals(others, []);
    assertEquals(
      [first.code, first.suggestion, first.location],
      ["UNKNOWN_CODE", "CYCLE", {
        file: "a.yml",
        line: 1,
        column: 28,
        length: 5,
      }],
    );
  });

  it("leaves other files alone", () => {
    const text = "# brace-ignore CYCLE";
    const other = { ...at(1), location: { file: "b.yml", line: 1 } };
    const source = (file: string) => file === "a.yml" ? text : "a: 1";
    assertEquals(withoutIgnored([other, at(1)], source, ["a.yml", "b.yml"]), [
      other,
    ]);
  });
});
