import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { TEMPLATE } from "../../lib/cli/init/template.ts";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { brace } from "../support/brace.ts";

describe("brace init", () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  it("writes a collection that runs against the demo API", async () => {
    const init = await brace(["init", "deep/my-api"], { cwd });
    assertEquals([init.code, init.stderr], [0, ""]);
    for (const [path] of TEMPLATE) {
      assert(init.stdout.includes(`\n  ${path}\n`));
    }

    const api = serveDemo();
    try {
      const run = await brace([
        "run",
        "deep/my-api",
        "--env=local",
        `--env-var=baseUrl=${api.url}`,
      ], { cwd });
      assertEquals([run.code, run.stderr], [0, ""], run.stdout);
    } finally {
      await api.stop();
    }
  });

  it("overwrites nothing and leaves nothing half done", async () => {
    await Deno.mkdir(`${cwd}/users`);
    await Deno.writeTextFile(`${cwd}/users/create.yml`, "mine");
    const { code, stdout, stderr } = await brace(["init"], { cwd });
    assertEquals([code, stdout], [2, ""]);
    assertEquals(
      stderr.replaceAll("\\", "/"),
      'error WRITE: Cannot write "users/create.yml": it is there already, choose another folder\n',
    );
    const left = [...Deno.readDirSync(cwd)].map(({ name }) => name);
    assertEquals(left, ["users"]);
    assertEquals(await Deno.readTextFile(`${cwd}/users/create.yml`), "mine");
  });

  it("says that a file is in the way", async () => {
    await Deno.writeTextFile(`${cwd}/file`, "mine");
    const { code, stderr } = await brace(["init", "file"], { cwd });
    assertEquals([code, stderr.replaceAll("\\", "/")], [
      2,
      'error WRITE: Cannot write "file/opencollection.yml": a part of the path is no folder\n',
    ]);
  });

  it("says what Deno has to allow", async () => {
    const { code, stderr } = await brace(["init", "x"], {
      cwd,
      permissions: ["--allow-read", "--no-prompt"],
    });
    assertEquals([code, stderr.replaceAll("\\", "/")], [
      6,
      'error PERMISSION: Cannot write "x/opencollection.yml": Deno does not allow it, run with --allow-write\n',
    ]);
  });
});
