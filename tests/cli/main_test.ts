import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import { COMMANDS } from "../../lib/cli/commands.ts";
import type { AnyCommandName } from "../../lib/cli/command.ts";
import { help } from "../../lib/cli/help.ts";
import { VERSION } from "../../lib/core/source/version.ts";
import { brace, BRACE_FLAGS } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";

const permissions = ["--no-prompt"];

describe("brace, without any permission,", () => {
  const version = `brace ${VERSION}`;
  const outputs: [args: string[], text: string | Promise<string>][] = [
    [["--version"], version],
    [["-V"], version],
    [[], help()],
    [["--help"], help()],
    [["help", "demo"], help("demo")],
    [["init", "-h"], help("init")],
  ];
  for (const [args, text] of outputs) {
    it(`responds to "brace ${args.join(" ")}"`, async () => {
      const outcome = await brace(args, { permissions });
      const stdout = `${await text}\n`;
      assertEquals(outcome, { code: 0, stdout, stderr: "" });
    });
  }

  it("has no example with a note of more than two lines beside it", async () => {
    for (const command of Object.keys(COMMANDS) as AnyCommandName[]) {
      const [, examples = ""] = (await help(command)).split("\nExamples:\n");
      assert(!/(?:\n {20,}\S.*){2}/.test(examples), examples);
    }
  });

  it("refuses what it does not know", async () => {
    const outcome = await brace(["run", "--evn=x"], { permissions });
    assertEquals(outcome, {
      code: 2,
      stdout: "",
      stderr:
        `error USAGE: Cannot use "--evn": "brace run" has no such flag (did you mean\n    "--env"?)
  "brace run --help" lists what there is
`,
    });
  });

  it("says what Deno has to allow", async () => {
    const outcome = await brace(["run", "."], { permissions });
    assertEquals([outcome.code, outcome.stdout], [6, ""], outcome.stderr);
    assert(outcome.stderr.includes("--allow-read"), outcome.stderr);
    assert(!/^\s+at /m.test(outcome.stderr), outcome.stderr);
  });
});

describe("brace, whose output goes to a full disk,", () => {
  const check = itNeeds("sh", "/dev/full");
  for (const args of [["run", "--help"], ["run", "."]]) {
    check(`ends "brace ${args.join(" ")}" with code 2`, async () => {
      const cli = fromFileUrl(new URL("../../cli.ts", import.meta.url));
      const { code, stderr } = await new Deno.Command("sh", {
        args: [
          "-c",
          'exec "$@" > /dev/full',
          "sh",
          Deno.execPath(),
          ...["run", "--quiet", ...BRACE_FLAGS, cli, ...args],
        ],
        cwd: fromFileUrl(
          new URL("../../fixtures/bad/nan/collection", import.meta.url),
        ),
        env: { NO_COLOR: "1" },
      }).output();
      assertEquals([code, new TextDecoder().decode(stderr)], [
        2,
        'error WRITE: Cannot write "standard output": no space left on device\n',
      ]);
    });
  }
});

describe("cli.ts", () => {
  it("loads nothing but the version before it knows what to do", () => {
    const imports = ["cli.ts", "lib/cli/main.ts"].flatMap((path) => {
      const text = Deno.readTextFileSync(
        new URL(`../../${path}`, import.meta.url),
      );
      return [...text.matchAll(/^import .* from "([^"]+)";$/gm)]
        .map(([, specifier]) => specifier);
    });
    assertEquals(imports, ["./lib/cli/main.ts", "../core/source/version.ts"]);
  });
});
