import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { mergeTexts } from "../../../lib/tools/edit/merge_texts.ts";
import {
  type NamedThing,
  nameProblem,
} from "../../../lib/tools/edit/plan/plan_problem.ts";

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
