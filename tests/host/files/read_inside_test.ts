import { assertEquals, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { readInside } from "../../../lib/host/files/read_inside.ts";
import {
  PermissionError,
  ScriptError,
} from "../../../lib/core/source/errors.ts";

describe("readInside", () => {
  let top: string;
  let root: string;
  beforeEach(async () => {
    top = await Deno.makeTempDir();
    root = `${top}/collection`;
    await Deno.mkdir(`${root}/lib`, { recursive: true });
    await Deno.mkdir(`${top}/collection-2`);
    await Deno.writeTextFile(`${root}/lib/a.js`, "inside");
    await Deno.writeTextFile(`${root}/..b.js`, "dots");
    await Deno.writeTextFile(`${top}/secret.txt`, "outside");
    await Deno.writeTextFile(`${top}/collection-2/x.js`, "outside");
    await Deno.symlink(`${top}/secret.txt`, `${root}/link.txt`);
    await Deno.symlink(`${root}/lib/a.js`, `${root}/own.js`);
  });
  afterEach(() => Deno.remove(top, { recursive: true }));

  it("reads files inside the folder, links followed", () => {
    for (
      const [path, text] of [
        ["lib/a.js", "inside"],
        ["./lib/../lib/a.js", "inside"],
        ["own.js", "inside"],
        ["..b.js", "dots"],
      ]
    ) assertEquals(readInside(root, path), text);
    assertEquals(readInside(root, `${root}/lib/a.js`), "inside");
  });

  it("refuses what is outside, by path or by link", () => {
    const paths = [
      "../secret.txt",
      "lib/../../secret.txt",
      "../collection-2/x.js",
      `${top}/secret.txt`,
      "link.txt",
      "/etc/passwd",
      "../nothing.txt",
    ];
    for (const path of paths) {
      assertThrows(() => readInside(root, path), PermissionError, path);
    }
  });

  it("says what is not there", () => {
    const error = assertThrows(() => readInside(root, "no.js"), ScriptError);
    assertEquals(error.diagnostics[0].code, "MISSING_PATH");
  });
});
