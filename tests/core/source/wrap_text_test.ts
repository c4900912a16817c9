import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  displayWidth,
  type WrapOptions,
  wrapText,
} from "../../../lib/core/source/display_width.ts";

describe("wrapText", () => {
  const rows: [text: string, options: WrapOptions, lines: string[]][] = [
    ["", { width: 5 }, [""]],
    ["one two three", { width: 8 }, ["one two", "three"]],
    ["one two three", { width: 7, first: 3 }, ["one", "two", "three"]],
    ["one two three", { width: Infinity }, ["one two three"]],
    ["a verylongword b", { width: 4 }, ["a", "verylongword", "b"]],
    ["  a   b   c  ", { width: 7 }, ["  a   b", "c"]],
    ["日本 日本", { width: 8 }, ["日本", "日本"]],
    ["日本 日本", { width: 9 }, ["日本 日本"]],
  ];
  for (const [text, options, lines] of rows) {
    it(
      JSON.stringify([text, options]),
      () => assertEquals(wrapText(text, options), lines),
    );
  }

  it("loses no word, breaks none, and has no line that could be shorter", () => {
    const texts = fc.array(
      fc.constantFrom("a", "bcd", "efghij", "日本", "", " "),
    )
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, width) => {
        const lines = wrapText(text, { width });
        assertEquals(
          lines.join(" ").split(/ +/).filter(Boolean),
          text.split(/ +/).filter(Boolean),
        );
        for (const line of lines) {
          assert(
            displayWidth(line) <= width || !line.trim().includes(" "),
            line,
          );
        }
      }),
    );
  });

  it("is linear", () => {
    assertEquals(
      wrapText("ab ".repeat(300_000), { width: 5 }).length,
      150_000,
    );
  });
});
