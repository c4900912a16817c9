import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import node from "node:path";
import * as own from "../../lib/host/path.ts";

describe("paths", () => {
  const path = fc.array(
    fc.constantFrom("a", "b.yml", ".", "..", "/", "//", "", " ", ".env", "c:"),
    { maxLength: 6 },
    // The folder of "b//a" is "b/" for Node, which is the same one.
  ).map((parts) => parts.join("/").replace(/\/+/g, "/"));

  it("are what they are for node:path", () => {
    fc.assert(fc.property(path, path, (a, b) => {
      for (const name of ["basename", "dirname", "extname"] as const) {
        assertEquals(own[name](a), node[name](a), `${name} ${a}`);
      }
      for (const name of ["join", "relative", "resolve"] as const) {
        assertEquals(own[name](a, b), node[name](a, b), `${name} ${a} ${b}`);
      }
      assertEquals(own.isAbsolute(a), node.isAbsolute(a));
    }));
    assertEquals(own.sep, node.sep);
    assertEquals(own.resolve(), node.resolve());
  });
});
