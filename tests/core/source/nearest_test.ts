import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { nearest } from "../../../lib/core/source/nearest.ts";

const CASES: [
  name: string,
  candidates: string[],
  expected: string | undefined,
][] = [
  ["baseUrl", ["base_url"], "base_url"],
  ["BASE_URL", ["baseUrl", "host"], "baseUrl"],
  ["tokne", ["token"], "token"],
  ["toke", ["tokens", "token"], "token"],
  ["id", ["ids", "di"], "ids"],
  ["x", ["y"], undefined],
  ["ab", ["cd"], undefined],
  ["equals", ["eq", "gt"], undefined],
  ["isnull", ["isNull", "isNotNull"], "isNull"],
  ["notcontain", ["contains", "notContains"], "notContains"],
  ["token", ["token"], undefined],
  ["", ["a"], undefined],
  ["héllo", ["hello"], "hello"],
  ["a".repeat(1_000_000), ["a".repeat(999_999)], undefined],
];

describe("nearest", () => {
  for (const [name, candidates, expected] of CASES) {
    it(`${name.slice(0, 20)} among ${candidates.join(", ").slice(0, 30)}`, () => {
      assertEquals(nearest(name, candidates), expected);
    });
  }

  it("takes the first of equally near candidates", () => {
    assertEquals(nearest("cat", ["bat", "rat"]), "bat");
  });
});
