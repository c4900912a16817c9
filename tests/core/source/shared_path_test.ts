import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sharedPath } from "../../../lib/core/source/shared_path.ts";

describe("the path of a text", () => {
  for (
    const path of [
      [],
      ["http"],
      ["http", "url"],
      ["http", "headers", 0, "value"],
      ["http", "headers", 1, "value"],
      ["http", "headers", "1", "value"],
      ["http", "constructor", "__proto__"],
      ["items", 4_000, "http", "url"],
      ["a", "b", "c", "d", "e", "f", "g", "h"],
    ]
  ) {
    it(`stays the same: ${JSON.stringify(path)}`, () => {
      const copy = [...path];
      assertEquals(sharedPath(path), path);
      assertEquals(sharedPath(copy), path);
    });
  }

  it("is one array for all files", () => {
    const at = () => sharedPath(["http", "headers", 3, "name"]);
    assert(at() === at());
  });

  it("is not kept where it is met once", () => {
    for (let at = 0; at < 20_000; at++) {
      assertEquals(sharedPath([`key-${at}`]), [`key-${at}`]);
    }
    assert(sharedPath(["a-last"]) !== sharedPath(["a-last"]));
  });
});
