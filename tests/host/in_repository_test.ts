import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolve } from "node:path";
import { inRepository } from "../../lib/host/reports/in_repository.ts";

/** GitHub's folder, a file, and the file's path in the repository. */
const ROWS: readonly [root: string, file: string, path: string | undefined][] =
  [
    ["", "/w/a.yml", "/w/a.yml"],
    ["/w", "/w/a/b.yml", "a/b.yml"],
    ["/w", "/w/..a/b.yml", "..a/b.yml"],
    ["/w", "/x/b.yml", undefined],
    ["/w/a", "/w", undefined],
  ];

describe("inRepository", () => {
  for (const [root, file, path] of ROWS) {
    it(`${file} in "${root}"`, () => {
      const before = Deno.env.get("GITHUB_WORKSPACE");
      Deno.env.set("GITHUB_WORKSPACE", root && resolve(root));
      try {
        assertEquals(inRepository(root ? resolve(file) : file), path);
      } finally {
        if (before === undefined) Deno.env.delete("GITHUB_WORKSPACE");
        else Deno.env.set("GITHUB_WORKSPACE", before);
      }
    });
  }
});
