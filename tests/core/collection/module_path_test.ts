import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  candidatePaths,
  isFilePath,
} from "../../../lib/core/collection/required/module_path.ts";

/** Root, folder, name → the first candidate; undefined: outside. */
const CASES: readonly [
  root: string,
  folder: string,
  name: string,
  path: string | undefined,
][] = [
  ["/c", "", "./x.js", "x.js"],
  ["/c", "lib", "../x", "x.js"],
  ["/c", "lib", "../../x", undefined],
  ["/c", "lib", "/c/x.js", "x.js"],
  ["/c/", "lib", "/c//a/../x.js", "x.js"],
  ["/", "", "/x.js", "x.js"],
  ["/c", "", "/c", "index.js"],
  ["/c", "", "/c/../../x", undefined],
  ["/c", "", "/cc/x", undefined],
  ["/c/d", "", "/c/x", undefined],
  ["C:\\c d", "", "C:\\c d/lib\\x.js", "lib/x.js"],
  ["C:\\c", "", "c:/c/x.js", "x.js"],
  ["C:\\c", "", "D:/c/x.js", undefined],
  ["C:\\c", "", "/etc/passwd", undefined],
  ["\\\\host\\share\\c", "", "\\\\host\\share\\c\\x.js", "x.js"],
];

describe("candidatePaths", () => {
  for (const [root, folder, name, path] of CASES) {
    it(`${name} from ${root}, ${folder}`, () => {
      assertEquals(isFilePath(name), true);
      const find = () => candidatePaths({ root: () => root, folder }, name)[0];
      if (path === undefined) assertThrows(find, TypeError, "outside");
      else assertEquals(find(), path);
    });
  }

  it("never leads out of the collection", () => {
    const step = fc.constantFrom("..", ".", "", "c", "d", "x.js", "...");
    fc.assert(fc.property(
      fc.array(step),
      fc.constantFrom("/", "./", "../", "/c/d/"),
      (steps, start) => {
        try {
          const from = { root: () => "/c/d", folder: "lib" };
          for (const path of candidatePaths(from, start + steps.join("/"))) {
            assertEquals(/^\/|(?:^|\/)\.{0,2}(?:\/|$)/.test(path), false, path);
          }
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
        }
      },
    ));
  });
});
