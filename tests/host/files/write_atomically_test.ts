import { assertEquals } from "@std/assert";
import { join } from "@std/path/join";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { checkWritable } from "../../../lib/host/files/write/draft.ts";
import { writeAtomically } from "../../../lib/host/files/write/write_atomically.ts";
import { itNeeds } from "../../support/needs.ts";

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

  it("keeps a link and the permissions of what it replaces", async () => {
    const path = join(folder, "report.json");
    const link = join(folder, "link.json");
    Deno.writeTextFileSync(path, "old", { mode: 0o600 });
    Deno.symlinkSync(path, link);
    assertEquals(await checkWritable(link), undefined);
    assertEquals(await writeAtomically(link, "new"), undefined);
    assertEquals(Deno.readTextFileSync(path), "new");
    assertEquals(Deno.lstatSync(link).isSymlink, true);
    if (Deno.build.os !== "windows") {
      assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
    }
    assertEquals(names().sort(), ["link.json", "report.json"]);
  });

  itNeeds("mkfifo")(
    "writes to a pipe instead of replacing it",
    async () => {
      const path = join(folder, "pipe");
      await new Deno.Command("mkfifo", { args: [path] }).output();
      const reader = new Deno.Command("cat", { args: [path], stdout: "piped" })
        .output();
      assertEquals(await checkWritable(path), undefined);
      assertEquals(await writeAtomically(path, "text"), undefined);
      const { stdout } = await reader;
      assertEquals(new TextDecoder().decode(stdout), "text");
      assertEquals(names(), ["pipe"]);
    },
  );

  it("reports a folder of that name and leaves nothing behind", async () => {
    const path = join(folder, "report");
    Deno.mkdirSync(path);
    Deno.writeTextFileSync(join(path, "file"), "");
    const diagnostic = await writeAtomically(path, "text");
    assertEquals(diagnostic?.code, "WRITE");
    assertEquals(diagnostic?.message, `Cannot write "${path}": it is a folder`);
    assertEquals(names(), ["report"]);
  });

  it("reports a path that names a folder which does not exist", async () => {
    const path = `${join(folder, "reports")}/`;
    const diagnostic = await writeAtomically(path, "text");
    assertEquals(
      diagnostic?.message,
      `Cannot write "${path}": it names a folder (add the name of a file)`,
    );
    assertEquals(names(), []);
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
