import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  differing,
  type DifferingPiece,
} from "../../../lib/core/assertion/deep_equal.ts";
import { assertionResult } from "../../../lib/core/assertion/assertion_result.ts";
import {
  readRightSide,
  showPair,
} from "../../../lib/core/assertion/read_right_side.ts";
import {
  lineDiff,
  valueLines,
} from "../../../lib/tools/report/text/value_lines.ts";

describe("differing", () => {
  const list = fc.array(fc.constantFrom(0, 1), { maxLength: 30 });
  const count = (pieces: readonly DifferingPiece[]) =>
    pieces.reduce<number>(
      (sum, piece) => sum + (typeof piece === "number" ? 1 : piece.equal),
      0,
    );
  const left = (pieces: readonly DifferingPiece[]) =>
    pieces.filter((piece) => typeof piece === "object");

  it("leaves out the same of both lists, and no element is lost", () => {
    fc.assert(fc.property(list, list, (one, other) => {
      const [a, b] = [
        differing(one, other, Object.is),
        differing(other, one, Object.is),
      ];
      assertEquals([count(a), count(b)], [one.length, other.length]);
      assertEquals(left(a), left(b));
    }));
  });

  it("shows each element that differs", () => {
    fc.assert(fc.property(list, list, (one, other) => {
      const shown = (pieces: readonly DifferingPiece[], of: number[]) =>
        pieces.map((piece) => typeof piece === "number" ? of[piece] : "=");
      const same = JSON.stringify(one) === JSON.stringify(other);
      const [a, b] = [
        shown(differing(one, other, Object.is), one),
        shown(differing(other, one, Object.is), other),
      ];
      assertEquals(JSON.stringify(a) === JSON.stringify(b), same);
    }));
  });
});

describe("showPair", () => {
  const many = Array.from({ length: 2_000 }, (_, id) => ({ id, name: "n" }));
  const other = many.map((it) =>
    it.id === 1_234 ? { id: 1_234, name: "x" } : it
  );
  const text = "line\n".repeat(1_500);
  const members = Object.fromEntries(many.map((it) => [`k${it.id}`, it]));
  const rows: [name: string, left: unknown, right: unknown, differs: string][] =
    [
      ["an element", many, other, '"x"'],
      ["an element that is missing", many, many.toSpliced(1_234, 1), "1234"],
      [
        "an element far inside",
        { a: [{ b: many }] },
        { a: [{ b: other }] },
        '"x"',
      ],
      ["a member", members, { ...members, k1234: 5 }, "5"],
      ["a character", `${text}a${text}`, `${text}b${text}`, "b"],
    ];
  it("says where a very long text differs, and cuts none at its start", () => {
    const same = "x".repeat(50_000);
    const [a, b] = showPair(`${same}1`, `${same}2`);
    assertEquals(
      [a, b].map((it) => it.slice(-37)),
      [
        '"… (differs from character 50001 on)',
        '"… (differs from character 50001 on)',
      ].map((it) => it.padStart(37, "x")),
    );
    assert(a.length < 3_000 && a.startsWith('"xxx'), a);
  });

  for (const [name, one, another, differs] of rows) {
    it(`shows ${name} of a long value that differs, and little else`, () => {
      const [a, b] = showPair(one as never, another as never);
      assert(a.length < 22_000 && b.length < 22_000, `${a.length} ${b.length}`);
      const diff = lineDiff(valueLines(a), valueLines(b))
        .filter(({ kind }) => kind !== "same");
      assert(diff.length > 0 && diff.length < 10, JSON.stringify(diff));
      assert(
        diff.some(({ text }) => text.includes(differs)),
        JSON.stringify(diff),
      );
    });
  }
});

describe("assertionResult", () => {
  const start = "line ".repeat(600);
  for (const operator of ["eq", "contains", "startsWith"] as const) {
    it(`shows where long texts differ that begin alike: ${operator}`, () => {
      const at = { file: "a.yml", path: [], line: 1, column: 1 };
      const { expected, actual } = assertionResult(
        {
          expression: { text: "res.body", at },
          operator,
          value: { text: "", at },
          disabled: false,
          at,
        } as never,
        { ok: true, value: `${start}1` },
        { ok: true, value: readRightSide(`${start}2`) },
      );
      assert(expected?.endsWith('2"'), expected);
      assert(actual?.endsWith('1"'), actual);
    });
  }
});
