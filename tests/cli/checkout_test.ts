import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { join } from "@std/path/join";
import { relative } from "@std/path/relative";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { AT_A_DESK, BRACE_FLAGS, type Outcome } from "../support/brace.ts";
import { blocksOf } from "../docs/blocks.ts";
import config from "../../deno.json" with { type: "json" };

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const CONFIG = join(ROOT, "deno.json");

describe("the tasks of a checkout", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = join(await Deno.realPath(await Deno.makeTempDir()), "with blanks");
    await Deno.mkdir(cwd);
  });
  afterAll(() => Deno.remove(join(cwd, ".."), { recursive: true }));

  /** As at a desk: the tests may run in a task themselves. */
  async function deno(args: string[], folder: string): Promise<Outcome> {
    const { INIT_CWD: _, ...env } = { ...Deno.env.toObject(), ...AT_A_DESK };
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args,
      cwd: folder,
      env,
      clearEnv: true,
    }).output();
    const text = new TextDecoder();
    return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
  }

  it("work in the folder where they are called, and name what works there", async () => {
    const elsewhere = ["task", "--quiet", "--config", CONFIG];
    const init = await deno([...elsewhere, "brace", "init", "my-api"], cwd);
    const name = `deno task --config ${CONFIG} brace`;
    assertEquals([init.code, init.stderr], [0, ""]);
    assertStringIncludes(
      init.stdout,
      `\n  ${name} demo --serve\n  ${name} run my-api --env local\n`,
    );
    for (
      const [task, ...args] of [
        ["brace", "list", "my-api"],
        // The right folder, with nothing at its other end.
        ["run", "my-api", "--env", "local", "--env-var", "baseUrl={{no}}"],
      ]
    ) {
      const { stdout } = await deno([...elsewhere, task, ...args], cwd);
      assertStringIncludes(stdout, "users/create.yml");
    }
  });

  it("is what a project with its own deno.json imports, as the page says", async () => {
    const page = await Deno.readTextFile(join(ROOT, "docs/library.md"));
    const written =
      blocksOf(page).find(({ language, text }) =>
        language === "json" && text.includes('"links"')
      )!.text;
    const project = join(cwd, "project");
    const checkout = relative(project, ROOT).replaceAll("\\", "/");
    const files = {
      "deno.json": written.replaceAll("../brace", checkout),
      "src/conf.ts": "export const url: string = 'http://a/b';\n",
      "own_test.ts": `import { createClient } from "@brace/brace";
import { openCollection } from "@brace/brace/run";
import { testCollection } from "@brace/brace/test";
import { url } from "@/conf.ts";
const files = new Map([
  ["opencollection.yml", "info: {}"],
  ["one.yml", "http: { url: 'data:,{{ok}}' }"],
]);
Deno.test("own", async () => {
  await using opened = await openCollection({ root: "", files });
  const { requests: [{ path }] } = await opened.list();
  console.log(typeof testCollection, path, createClient().renderRequest({ url }).url);
});
`,
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(join(project, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(project, path), text);
    }
    const { code, stdout, stderr } = await deno(
      ["test", "--allow-read", "--no-lock", "--no-check"],
      project,
    );
    assertEquals(code, 0, stderr);
    assertStringIncludes(stdout, "function one.yml http://a/b");
  });

  it("need no configuration inside it", async () => {
    const { stdout } = await deno(
      ["task", "--quiet", "brace", "init", join(cwd, "other")],
      join(ROOT, "docs"),
    );
    assertStringIncludes(stdout, "\n  deno task brace demo --serve\n");
  });

  for (const task of ["brace", "run"] as const) {
    it(`${task} has the flags that Brace has everywhere`, () => {
      assertStringIncludes(
        config.tasks[task],
        `&& deno run ${BRACE_FLAGS.join(" ")} "$ROOT/cli.ts"`,
      );
    });
  }
});
