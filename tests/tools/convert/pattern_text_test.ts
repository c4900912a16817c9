import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { patternText } from "../../../lib/tools/convert/openapi/pattern_text.ts";

/** Pattern → text. */
const TEXTS: readonly [pattern: string, text: string][] = [
  [String.raw`^97[89]-\d{10}$`, "978-1111111111"],
  ["^[A-Z]{3}-[0-9]{4,}$", "AAA-1111"],
  ["^(?:DE|FR)(?<number>\\d+)?$", "DE"],
  ["[^a-z\\s]", "A"],
  ["^\\+?[1-9]\\d{1,14}$", "11"],
  ["^\\p{Lu}\\p{Ll}*$", "A"],
  ["^[\\w.-]+@[a-z]+\\.(com|org)$", "a@a.com"],
  ["^#(?:[\\dA-F]{2}){3}$", "#AAAAAA"],
  ["^\\x41\\u0042\\u{43}[\\x61-z]$", "ABCa"],
  ["^[a-z-]+?$", "a"],
  ["a|^b", "a"],
];

describe("patternText", () => {
  for (const [pattern, text] of TEXTS) {
    it(pattern, () => {
      assertEquals(patternText(pattern), text);
      assert(new RegExp(pattern, "u").test(text));
    });
  }

  it("has the length that is asked for", () => {
    assertEquals(patternText("^[a-z]*$", { least: 5 }), "aaaaa");
    assertEquals(patternText("^[a-z]{2,4}$", { least: 3, most: 3 }), "aaa");
    assertEquals(patternText("^[a-z]{2,4}$", { least: 5 }), undefined);
    assertEquals(patternText("^abc$", { most: 2 }), undefined);
  });

  for (
    const pattern of [
      "^(?=.*\\d).+$",
      "(?<!a)b",
      "^(a)\\1$",
      "\\bword\\b",
      "a^b",
      "a$b",
      "(",
      "(?i)abc",
      "a{2000}",
      "((a{999}){999}){999}",
      "(((){999}){999}){999}",
      `${"(".repeat(100_000)}${")".repeat(100_000)}`,
    ]
  ) {
    it(`none for ${pattern.slice(0, 20)}`, () => {
      assertEquals(patternText(pattern), undefined);
    });
  }
});
