import { fromFileUrl } from "@std/path/from-file-url";
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { FileDraft } from "../../../lib/host/files/write/draft.ts";
import { itNeeds } from "../../support/needs.ts";
import { removesFirst } from "../../support/removes_first.ts";
import { writeAtomically } from "../../../lib/host/files/write/write_atomically.ts";
import { FileSink } from "../../../lib/host/http/content/file_sink.ts";

describe("Draft", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await Deno.makeTempDir();
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  function names(): string[] {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  }

  it("removes what was left for the same file, and nothing else", async () => {
    const left = [
      "a.json.0123abcd.tmp",
      "a.json.0123abcd-0123-0123-0123-0123456789ab.tmp",
    ];
    const others = [
      "a.json.0123abc.tmp",
      "a.json.0123abcd.tmp.json",
      "a.json.mine.tmp",
      "a.json.tmp",
      "b.json.0123abcd.tmp",
      "my-a.json.0123abcd.tmp",
    ];
    for (const name of [...left, ...others]) {
      await Deno.writeTextFile(`${folder}/${name}`, "x");
    }
    await Deno.mkdir(`${folder}/a.json.0123abce.tmp`);
    assertEquals(await writeAtomically(`${folder}/a.json`, "{}"), undefined);
    assertEquals(
      names(),
      ["a.json", "a.json.0123abce.tmp", ...others].sort(),
    );
  });

  it("leaves one alone that is under way", async () => {
    const path = `${folder}/response.bin`;
    const first = await FileSink.open(path);
    const second = await FileDraft.open(path);
    assertEquals(names().length, 2);
    await first.write(new TextEncoder().encode("first"));
    await first.end();
    assertEquals(await Deno.readTextFile(path), "first");
    second.discard();
    second.discard();
    assertEquals(names(), ["response.bin"]);
  });

  itNeeds("/dev/zero")(
    "is none for a device, which is written to",
    async () => {
      const link = `${folder}/null`;
      await Deno.symlink("/dev/null", link);
      const sink = await FileSink.open(link);
      await sink.write(new TextEncoder().encode("x"));
      await sink.end();
      sink.discard();
      assertEquals(names(), ["null"]);
      assertEquals((await Deno.stat(link)).isCharDevice, true);
    },
  );

  it("is made anew when another takes it for one that was left", async () => {
    using _ = removesFirst(`${folder}/a.`);
    const draft = await FileDraft.open(`${folder}/a`);
    await draft.commit();
    assertEquals(names(), ["a"]);
  });

  it("leaves nothing when it cannot take the place", async () => {
    const path = `${folder}/a`;
    const draft = await FileDraft.open(path);
    await Deno.mkdir(path);
    await Deno.writeTextFile(`${path}/x`, "");
    const error = await draft.commit().catch((error) => error);
    assertEquals(error instanceof Error, true);
    assertEquals(names(), ["a"]);
  });

  it("asks nobody for the folder", async () => {
    const audit = `${folder}/audit.jsonl`;
    const script = `
      import { FileDraft } from "${new URL(
      "../../../lib/host/files/write/draft.ts",
      import.meta.url,
    )}";
      (await FileDraft.open("${folder}/a")).discard();`;
    await Deno.writeTextFile(`${folder}/main.ts`, script);
    await Deno.writeTextFile(`${folder}/a.0123abcd.tmp`, "");
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        `--config=${
          fromFileUrl(new URL("../../../deno.json", import.meta.url))
        }`,
        "--no-prompt",
        `--allow-write=${folder}`,
        `${folder}/main.ts`,
      ],
      env: { DENO_AUDIT_PERMISSIONS: audit },
    }).output();
    assertEquals(success, true, new TextDecoder().decode(stderr));
    const text = await Deno.readTextFile(audit);
    assertEquals(text.includes('"read"'), false, text);
  });
});
