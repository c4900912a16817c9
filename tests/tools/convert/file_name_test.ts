import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { fileName } from "../../../lib/tools/convert/file_name.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";

describe("fileName", () => {
  const CASES: [name: string, file: string][] = [
    ["Create a user", "Create a user"],
    ["GET /users/:id", "GET -users-id"],
    ["..", "request"],
    ["", "request"],
    [" . hidden", "hidden"],
    ["CON", "CON request"],
    ["con.txt", "con request"],
    ["folder", "folder request"],
    ["Folder.YML", "Folder request"],
    ["a\u0000b\u202ec", "abc"],
    ["x".repeat(300), "x".repeat(100)],
    ["é".repeat(300), "é".repeat(50)],
    ["dot at the end.", "dot at the end"],
  ];
  for (const [name, file] of CASES) {
    it(`${JSON.stringify(name).slice(0, 30)} becomes ${file.slice(0, 30)}`, () => {
      assertEquals(fileName(name, new Set()), file);
    });
  }

  it("numbers names that are alike, in any case", () => {
    const taken = new Set<string>();
    assertEquals(
      ["a", "A", "a", "a 2"].map((name) => fileName(name, taken)),
      ["a", "A 2", "a 3", "a 2 2"],
    );
  });

  it("takes a folder's name and a request's file for what they are on the disk", () => {
    const taken = new Set<string>();
    assertEquals(
      ["x", "x.yml", "X.YAML", "x.yaml.yml", "x.json"].map((name) =>
        fileName(name, taken)
      ),
      ["x", "x.yml 2", "X.YAML 2", "x.yaml.yml 2", "x.json"],
    );
    const apart = new Set<string>();
    const named: [name: string, extension: string][] = [
      ["x", ""],
      ["x", ".yml"],
      ["X", ".yml"],
      ["x.yml", ""],
      ["x.yml", ".yml"],
    ];
    assertEquals(
      named.map(([name, extension]) => fileName(name, apart, extension)),
      ["x", "x", "X 2", "x.yml 2", "x.yml"],
    );
  });

  it("every name is one that file systems take, and no two are alike", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: ANY_CHARACTER })), (names) => {
        const taken = new Set<string>();
        const files = names.map((name) => fileName(name, taken));
        assertEquals(
          new Set(files.map((file) => file.toLowerCase())).size,
          names.length,
        );
        for (const file of files) {
          assert(!/[/\\:*?"<>|\p{Cc}]|^[.\s]|[.\s]$/u.test(file), file);
          assert(new TextEncoder().encode(file).length <= 120);
        }
      }),
    );
  });
});
