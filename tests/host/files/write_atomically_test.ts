import { assertEquals } from "@std/assert";
import { join } from "@std/path/join";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { writeAtomically } from "../../../lib/host/files/write_atomically.ts";

describe("writeAtomically", () => {
  let folder: string;
  beforeEach(() => {
    folder = Deno.makeTempDirSync();
  });
  afterEach(() => Deno.removeSync(folder, { recursive: true }));

  const names = (path = folder) =>
    [...Deno.readDirSync(path)].map((entry) => entry.name);

  it("writes a new file, with the folders on the way", async () => {
    const path = join(folder, "a/b/report.json");
    assertEquals(await writeAtomically(path, "text"), undefined);
    assertEquals(Deno.readTextFileSync(path), "text");
    assertEquals(names(join(folder, "a/b")), ["report.json"]);
  });

  it("replaces a file and leaves nothing beside it", async () => {
    const path = join(folder, "report.json");
    Deno.writeTextFileSync(path, "old");
    assertEquals(await writeAtomically(path, "new"), undefined);
    assertEquals(Deno.readTextFileSync(path), "new");
    assertEquals(names(), ["report.json"]);
  });

  it("reports a folder of that name and leaves nothing behind", async () => {
    const path = join(folder, "report");
    Deno.mkdirSync(path);
    Deno.writeTextFileSync(join(path, "file"), "");
    const diagnostic = await writeAtomically(path, "text");
    assertEquals(diagnostic?.code, "WRITE");
    assertEquals(diagnostic?.message, `Cannot write "${path}": it is a folder`);
    assertEquals(names(), ["report"]);
  });

  it("reports a path through a file", async () => {
    const path = join(folder, "file/report.json");
    Deno.writeTextFileSync(join(folder, "file"), "");
    const diagnostic = await writeAtomically(path, "text");
    assertEquals(diagnostic?.code, "WRITE");
    assertEquals(diagnostic?.location, undefined);
    assertEquals(names(), ["file"]);
  });
});
