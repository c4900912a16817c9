import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  searchFor,
  type SecretPattern,
} from "../../../lib/core/secrets/automaton.ts";

const edges = { before: true, after: true };

/** patterns, text → what of it is found */
const ROWS: readonly [string, SecretPattern[], string, string[]][] = [
  ["a pattern inside a longer one", [{ text: "abc" }, { text: "b" }], "xabx", [
    "b",
  ]],
  [
    "the edge after a pattern with which a longer one ends",
    [{ text: "xxabc" }, { text: "abc", edges }],
    ".xxabcQ==.",
    ["xxabcQ=="],
  ],
  [
    "the edge after a longer pattern",
    [{ text: "xxabc", edges }, { text: "abc" }],
    ".xxabcQ==.",
    ["xxabcQ=="],
  ],
  [
    "no edge where none has one",
    [{ text: "xxabc" }, { text: "abc" }],
    "xxabcQ",
    [
      "xxabc",
    ],
  ],
];

describe("searchFor", () => {
  for (const [name, patterns, text, found] of ROWS) {
    it(`finds ${name}`, () => {
      const ranges = searchFor(patterns).find(text, false);
      assertEquals(ranges.map(([from, to]) => text.slice(from, to)), found);
    });
  }
});
