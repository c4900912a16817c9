import { assertEquals, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { join } from "node:path";
import { changeFiles } from "../../../lib/host/files/write/change_files.ts";
import type { FileChange } from "../../../lib/tools/edit/plan/types.ts";

describe("changes of files", () => {
  let folder: string;
  let root: string;

  beforeEach(async () => {
    folder = await Deno.makeTempDir({ prefix: "brace-test-" });
    root = join(folder, "collection");
    await Deno.mkdir(join(root, "users"), { recursive: true });
    await Deno.writeTextFile(join(root, "one.yml"), "one");
    await Deno.writeTextFile(join(root, "users", "two.yml"), "two");
    await Deno.writeTextFile(join(folder, "outside.yml"), "outside");
  });

  afterEach(async () => {
    await Deno.remove(folder, { recursive: true });
  });

  /** Texts by path, of all that is in the test's folder. */
  async function tree(path = folder): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for await (const entry of Deno.readDir(path)) {
      const own = join(path, entry.name);
      if (entry.isDirectory) Object.assign(found, await tree(own));
      else {
        found[own.slice(folder.length + 1).replaceAll("\\", "/")] = await Deno
          .readTextFile(own);
      }
    }
    return found;
  }

  const BEFORE = {
    "outside.yml": "outside",
    "collection/one.yml": "one",
    "collection/users/two.yml": "two",
  };

  it("are written, renamed and removed, one after the other", async () => {
    assertEquals(
      await changeFiles(root, [
        { kind: "write", path: "one.yml", text: "ONE", was: "one" },
        { kind: "write", path: "new/three.yml", text: "three" },
        { kind: "rename", path: "one.yml", to: "new/uno.yml" },
        { kind: "remove", path: "users" },
      ]),
      undefined,
    );
    assertEquals(await tree(), {
      "outside.yml": "outside",
      "collection/new/three.yml": "three",
      "collection/new/uno.yml": "ONE",
    });
  });

  it("are refused where the file is not what they were made on", async () => {
    const result = await changeFiles(root, [
      { kind: "write", path: "new.yml", text: "new" },
      { kind: "write", path: "one.yml", text: "mine", was: "older" },
    ]);
    assertStringIncludes(result?.problem.message ?? "", "has changed since");
    assertEquals(result?.theirs, { path: "one.yml", text: "one" });
    assertEquals(await tree(), BEFORE);
  });

  it("of two at once the second sees the first", async () => {
    const write = (text: string) =>
      changeFiles(root, [{ kind: "write", path: "one.yml", text, was: "one" }]);
    const [first, second] = await Promise.all([write("a"), write("b")]);
    assertEquals([first, second?.theirs?.text], [undefined, "a"]);
  });

  it("are undone where one fails", async () => {
    const result = await changeFiles(root, [
      { kind: "write", path: "one.yml", text: "ONE", was: "one" },
      { kind: "write", path: "a/b/new.yml", text: "new" },
      { kind: "rename", path: "users", to: "people" },
      { kind: "remove", path: "gone.yml" },
    ]);
    assertStringIncludes(result?.problem.message ?? "", "gone.yml");
    assertEquals(await tree(), BEFORE);
    assertEquals(
      [...Deno.readDirSync(root)].map(({ name }) => name).toSorted(),
      ["one.yml", "users"],
    );
  });

  const REFUSED: readonly (readonly [change: FileChange, message: string])[] = [
    [
      { kind: "write", path: "../outside.yml", text: "x", was: "outside" },
      "outside of the collection",
    ],
    [{
      kind: "write",
      path: "users/../../outside.yml",
      text: "x",
      was: "outside",
    }, "outside of the collection"],
    [{ kind: "write", path: "", text: "x" }, "outside of the collection"],
    [{ kind: "remove", path: "." }, "outside of the collection"],
    [
      { kind: "rename", path: "one.yml", to: "../one.yml" },
      "outside of the collection",
    ],
    [
      { kind: "rename", path: "one.yml", to: "users/two.yml" },
      "is there already",
    ],
    [{ kind: "write", path: "one.yml", text: "x" }, "is there already"],
    [{ kind: "write", path: "gone.yml", text: "x", was: "y" }, "was removed"],
  ];
  for (const [change, message] of REFUSED) {
    it(`refused: ${JSON.stringify(change)}`, async () => {
      const result = await changeFiles(root, [change]);
      assertStringIncludes(result?.problem.message ?? "", message);
      assertEquals(await tree(), BEFORE);
    });
  }

  it("do not follow links out of the collection", async () => {
    await Deno.symlink(folder, join(root, "way"), { type: "dir" });
    await Deno.symlink(join(folder, "outside.yml"), join(root, "link.yml"), {
      type: "file",
    });
    await Deno.symlink(join(folder, "nowhere.yml"), join(root, "dead.yml"), {
      type: "file",
    });
    for (
      const change of [
        { kind: "write", path: "way/outside.yml", text: "x", was: "outside" },
        { kind: "write", path: "way/new.yml", text: "x" },
        { kind: "write", path: "link.yml", text: "x", was: "outside" },
        { kind: "write", path: "dead.yml", text: "x" },
        { kind: "remove", path: "way/collection" },
      ] satisfies FileChange[]
    ) {
      const result = await changeFiles(root, [change]);
      assertStringIncludes(
        result?.problem.message ?? "",
        "outside of the collection",
      );
    }
    assertEquals(
      await Deno.readTextFile(join(folder, "outside.yml")),
      "outside",
    );
    assertEquals([...Deno.readDirSync(folder)].length, 2);
  });

  it("a name changes its case alone", async () => {
    assertEquals(
      await changeFiles(root, [{
        kind: "rename",
        path: "one.yml",
        to: "ONE.yml",
      }]),
      undefined,
    );
    assertEquals(
      [...Deno.readDirSync(root)].map(({ name }) => name).toSorted(),
      ["ONE.yml", "users"],
    );
  });
});
