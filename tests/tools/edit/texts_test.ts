import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { maskText, unmaskText } from "../../../lib/tools/edit/masked_text.ts";
import { mergeTexts } from "../../../lib/tools/edit/merge_texts.ts";
import {
  type NamedThing,
  nameProblem,
} from "../../../lib/tools/edit/plan/name_problem.ts";

describe("merging", () => {
  const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");
  const base = lines("a", "b", "c", "d", "e");
  const CASES: readonly (readonly [string, string, string, string | number])[] =
    [
      [
        "only ours",
        lines("a", "B", "c", "d", "e"),
        base,
        lines("a", "B", "c", "d", "e"),
      ],
      [
        "only theirs",
        base,
        lines("a", "b", "c", "D", "e"),
        lines("a", "b", "c", "D", "e"),
      ],
      [
        "other lines",
        lines("A", "b", "c", "d", "e"),
        lines("a", "b", "c", "d", "E"),
        lines("A", "b", "c", "d", "E"),
      ],
      [
        "lines beside each other",
        lines("a", "B", "c", "d", "e"),
        lines("a", "b", "C", "d", "e"),
        lines("a", "B", "C", "d", "e"),
      ],
      [
        "the same",
        lines("a", "X", "c", "d", "e"),
        lines("a", "X", "c", "d", "E"),
        lines("a", "X", "c", "d", "E"),
      ],
      [
        "added and removed",
        lines("a", "b", "n", "c", "d", "e"),
        lines("a", "b", "c", "e"),
        lines("a", "b", "n", "c", "e"),
      ],
      [
        "one line, two ways",
        lines("a", "X", "c", "d", "e"),
        lines("a", "Y", "c", "d", "e"),
        2,
      ],
      [
        "changed and removed",
        lines("a", "b", "X", "d", "e"),
        lines("a", "b", "d", "e"),
        3,
      ],
      [
        "added at one place",
        lines("a", "x", "b", "c", "d", "e"),
        lines("a", "y", "b", "c", "d", "e"),
        2,
      ],
    ];
  for (const [name, ours, theirs, expected] of CASES) {
    it(name, () => {
      const merged = mergeTexts({ base, ours, theirs });
      if (typeof expected === "number") {
        assertEquals(merged.conflicts?.map(({ line }) => line), [expected]);
        return;
      }
      assert(merged.conflicts === undefined);
      assertEquals(merged.text, expected);
      assertEquals(mergeTexts({ base, ours, theirs: merged.text }), merged);
    });
  }

  it("what one side leaves alone is what the other says", () => {
    const some = fc.array(fc.constantFrom("a", "b", "c", "d"), {
      maxLength: 12,
    })
      .map((all) => all.map((line) => `${line}\n`).join(""));
    fc.assert(fc.property(some, some, (base, other) => {
      assertEquals(mergeTexts({ base, ours: base, theirs: other }), {
        text: other,
      });
      assertEquals(mergeTexts({ base, ours: other, theirs: base }), {
        text: other,
      });
      assertEquals(mergeTexts({ base, ours: other, theirs: other }), {
        text: other,
      });
    }));
  });

  it("edits of lines far from each other always merge", () => {
    fc.assert(fc.property(
      fc.uniqueArray(fc.nat(1_000), { minLength: 6, maxLength: 30 }),
      fc.nat(100),
      (numbers, at) => {
        const all = numbers.map((number) => `${number}\n`);
        const [mine, other] = [at % 2, 4 + at % (all.length - 4)];
        const [ours, theirs] = [mine, other].map((index) =>
          all.with(index, `new ${index}\n`).join("")
        );
        assertEquals(mergeTexts({ base: all.join(""), ours, theirs }), {
          text: all.with(mine, `new ${mine}\n`).with(other, `new ${other}\n`)
            .join(""),
        });
      },
    ));
  });
});

describe("masks", () => {
  it("put back what they hide, wherever they are", () => {
    fc.assert(fc.property(
      fc.array(
        fc.record({ text: fc.string(), secret: fc.string({ minLength: 1 }) }),
        { maxLength: 6 },
      ),
      fc.string().filter((text) => !text.includes("•")),
      (parts, added) => {
        let text = "";
        const spans = parts.map((part) => {
          const start = text.length + part.text.length;
          text += part.text + part.secret;
          return { start, end: text.length };
        });
        const masked = maskText(text, spans);
        assertEquals(unmaskText(masked.text, masked), { text });
        assertEquals(unmaskText(added + masked.text + masked.text, masked), {
          text: added + text + text,
        });
      },
    ));
  });

  const text = "a: secret\nb: other\n";
  const masked = maskText(text, [{ start: 3, end: 9 }, { start: 13, end: 18 }]);

  it("show nothing of it", () => {
    assertEquals(masked.text, "a: ••••••1•\nb: ••••••2•\n");
  });

  it("are edited: replaced, removed, moved", () => {
    for (
      const [edited, expected] of [
        ["a: new\nb: ••••••2•\n", "a: new\nb: other\n"],
        ["b: ••••••2•\n", "b: other\n"],
        ["b: ••••••2•\na: ••••••1•\n", "b: other\na: secret\n"],
        ["a: x••••••1•y\n", "a: xsecrety\n"],
      ]
    ) assertEquals(unmaskText(edited, masked), { text: expected });
  });

  it("are refused where they are damaged", () => {
    for (
      const edited of ["a: ••••••\n", "a: ••••••9•\n", "x\na: •••••••1•\n"]
    ) {
      assertStringIncludes(
        unmaskText(edited, masked).problem?.message ?? "",
        "hidden secret",
      );
    }
  });
});

describe("names", () => {
  const CASES: readonly (readonly [NamedThing, string, string | undefined])[] =
    [
      ["request", "GET /users/{id}", undefined],
      ["request", "con", undefined],
      ["folder", "Ünïcode 🚀", undefined],
      ["request", "", "is empty"],
      ["request", "   ", "is empty"],
      ["request", " a", "blank"],
      ["request", "..", "a path to another folder"],
      ["request", "../evil", "a path to another folder"],
      ["folder", "a\\..\\b", "a path to another folder"],
      ["request", "a\nb", "not seen"],
      ["request", "a\0b", "not seen"],
      ["request", "x".repeat(201), "longer than"],
      ["environment", "a/b", "its file cannot have"],
      ["request", "CREATE", "is there already"],
    ];
  for (const [thing, name, expected] of CASES) {
    it(JSON.stringify(name.slice(0, 30)), () => {
      const problem = nameProblem(thing, name, ["Create"]);
      if (expected === undefined) assertEquals(problem, undefined);
      else assertStringIncludes(problem?.message ?? "", expected);
    });
  }
});
