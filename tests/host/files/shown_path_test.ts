import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { relative, resolve } from "node:path/posix";
import fc from "fast-check";
import { shownIn } from "../../../lib/host/files/load/shown_path.ts";

/** Current folder, root of the collection, path in it → how it is shown. */
const ROWS: readonly [
  cwd: string,
  root: string,
  path: string,
  shown: string,
][] = [
  ["/w", "/w/api", "users/r.yml", "api/users/r.yml"],
  ["/w/api", "/w/api", "users/r.yml", "users/r.yml"],
  ["/w/api/users", "/w/api", "users/r.yml", "r.yml"],
  ["/w/api/users", "/w/api", "users/a/r.yml", "a/r.yml"],
  ["/w/api/users", "/w/api", "user/r.yml", "../user/r.yml"],
  ["/w/api/users", "/w/api", "opencollection.yml", "../opencollection.yml"],
  ["/w/api/users/a", "/w/api", "users/r.yml", "../r.yml"],
  ["/w/api/users/a", "/w/api", "users", ".."],
  ["/w/other", "/w/api", "r.yml", "../api/r.yml"],
  ["/a/b/c/d", "/a", "b/c/d/r.yml", "r.yml"],
  ["/a/b/c/d", "/a", "x.yml", "/a/x.yml"],
  ["/a/b/c/d/e", "/w", "r.yml", "/w/r.yml"],
];

describe("shownIn", () => {
  for (const [cwd, root, path, shown] of ROWS) {
    it(`${root}/${path} in ${cwd}`, () => {
      assertEquals(shownIn(cwd, root)(path), shown);
    });
  }

  it("leads to the file, by no longer way than from here or from the root of all", () => {
    const folders = fc.array(fc.constantFrom("a", "b", "cc"), { maxLength: 4 });
    fc.assert(fc.property(folders, folders, folders, (here, top, inside) => {
      const [cwd, root] = [`/${here.join("/")}`, `/${top.join("/")}`];
      const path = [...inside, "r.yml"].join("/");
      const shown = shownIn(cwd, root)(path);
      const whole = resolve(root, path);
      assertEquals(resolve(cwd, shown), whole);
      const way = relative(cwd, whole);
      assert(shown.length <= way.length, `${shown} for ${way}`);
    }));
  });
});
