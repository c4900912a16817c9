import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { join } from "@std/path/join";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { stepsOf } from "./docs/blocks.ts";
import { blocksOf, words } from "./docs/blocks.ts";
import { readPage } from "./docs/describe_page.ts";
import { CHECKOUT_PROGRAMS, RENDER } from "./support/checkout_programs.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

const FILES: Readonly<Record<string, string>> = {
  ...CHECKOUT_PROGRAMS,
  "page.mjs": `import { createClient } from "./brace.js";
${RENDER}console.log(shown);`,
};

describe("the library of a checkout, as docs/library.md says", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    for (const [name, text] of Object.entries(FILES)) {
      await Deno.writeTextFile(join(cwd, name), text);
    }
  });
  afterAll(() => Deno.remove(cwd, { recursive: true }));

  const [, page] = readPage("docs/library.md").split("\n### From a checkout\n");
  const [section] = page.split("\n## ");
  const [runs, tests, bundles] = blocksOf(section).flatMap(stepsOf)
    .map(({ command }) => command);

  /** What a program prints; `../brace` is this checkout. */
  async function printed(
    command: string,
    folder = cwd,
  ): Promise<string> {
    const [program, ...args] = words(command)
      .map((word) => word.replace("../brace/", ROOT));
    // `.ci/tests/check_lists.ts` checks the types of the same programs, once for all.
    if (args[0] === "test") args.splice(1, 0, "--no-check");
    const { code, stdout, stderr } = await new Deno.Command(
      program === "deno" ? Deno.execPath() : program,
      { args, cwd: folder, env: { NO_COLOR: "1" } },
    ).output();
    const text = new TextDecoder();
    assertEquals(code, 0, text.decode(stderr));
    return text.decode(stdout);
  }

  it("is what the three imports mean with its configuration", async () => {
    assertEquals(await printed(runs), "/7 function\n");
    const [, ok] = (await printed(tests)).split("/7function ... ");
    assertEquals(ok.startsWith("ok"), true);
  });

  it("is one file of JavaScript for what cannot load TypeScript", async () => {
    const file = join(cwd, "brace.js");
    const command = bundles.replace("brace.js", file.replaceAll("\\", "/"));
    await printed(command, ROOT);
    const own = "deno run --no-config --no-remote --no-npm page.mjs";
    assertEquals(await printed(own), "/7\n");
  });
});
