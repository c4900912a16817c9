import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isRiskyPattern } from "../../../lib/core/run/assert/run_assertion.ts";

const RISKY = [
  "(a+)+",
  "(a*)*b",
  "(a|b)*",
  "((a+)b)*",
  "(a{1,9})+",
  "(a)\\1",
  "(?<x>a)\\k<x>",
  "(?:(?:a+))+",
];
const FINE = [
  "",
  "^abc$",
  "\\d+-\\d+",
  "(a+)",
  "(abc)+",
  "(a+)?",
  "[(a+)+]",
  "\\(a+\\)+",
  "(a|b)",
  "^/users/[0-9]+$",
];

describe("isRiskyPattern", () => {
  for (const source of RISKY) {
    it(`is true for ${source}`, () =>
      assertEquals(isRiskyPattern(source), true));
  }
  for (const source of FINE) {
    it(`is false for ${source}`, () => {
      assertEquals(isRiskyPattern(source), false);
    });
  }
});
