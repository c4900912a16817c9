import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import { publishedModules } from "../../.ci/release/published_modules.ts";
import {
  refusedRequires,
  refusedRequiresOfScript,
} from "../support/refused_requires.ts";

const root = fromFileUrl(new URL("../../", import.meta.url));

describe("what JSR gets", () => {
  it("is the library's modules, and nothing that only the command line needs", async () => {
    const modules = await publishedModules();
    for (
      const path of ["mod.ts", "run.ts", "testing.ts", "lib/core/run/run.ts"]
    ) {
      assert(modules.includes(path), path);
    }
    assertEquals(
      modules.filter((path) => /^(?:cli\.ts|lib\/(?:cli|lsp)\/)/.test(path)),
      [],
    );
  });

  it("has no require that JSR takes for an import", async () => {
    const refused: string[] = [];
    for (const path of await publishedModules()) {
      const code = await Deno.readTextFile(root + path);
      refused.push(...refusedRequires(code).map((it) => `${path}: ${it}`));
    }
    assertEquals(refused, []);
  });

  for (
    const [code, refused] of [
      [`const a = require("brace:schema");`, 1],
      [`require( 'a:b' )`, 1],
      [`require("node:fs"); require("ajv"); require(name)`, 0],
      [JSON.stringify(`require("brace:schema")`), 0],
    ] as const
  ) {
    it(`${refused === 0 ? "may have" : "must not have"} ${code}`, () => {
      assertEquals(refusedRequires(code).length, refused);
      assertEquals(refusedRequiresOfScript(code).length, refused);
    });
  }
});
