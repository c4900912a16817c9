import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { COMMAND_NAMES } from "../../lib/cli/command.ts";
import { flagsOf, flagSyntax } from "../../lib/cli/flags/flag.ts";
import { COMMANDS } from "../../lib/cli/commands.ts";
import { help } from "../../lib/cli/help.ts";
import { parseCommand } from "../../lib/cli/execute.ts";
import { VERSION } from "../../lib/core/source/version.ts";
import { displayWidth } from "../../lib/core/source/display_width.ts";
import { words } from "../docs/blocks.ts";
import { oneLine } from "../support/one_line.ts";
import { CLIENT_VERSION } from "../../lib/core/scope/value/client_version.ts";
import config from "../../deno.json" with { type: "json" };

describe("help", () => {
  it("lists every command", async () => {
    const text = await help();
    for (const name of COMMAND_NAMES) assert(text.includes(`\n  ${name} `));
    for (const line of text.split("\n")) {
      assert(displayWidth(line) <= 80, line);
    }
  });

  it("begins with commands that work in their order", async () => {
    const [, start] = (await help()).split("\nStart with:\n");
    const lines = start.split("\n").map((line) =>
      line.trim().split(/ {2,}/)[0]
    );
    assertEquals(lines, [
      "brace demo",
      "brace init my-api",
      // The API that the collection of `init` calls.
      "brace demo --serve",
      "brace run my-api --env local",
    ]);
    for (const line of lines) await parseCommand(words(line).slice(1));
  });

  for (const name of COMMAND_NAMES) {
    it(`of "${name}" lists every flag, in lines of at most 80 columns`, async () => {
      const text = await help(name);
      for (const line of text.split("\n")) {
        assert(displayWidth(line) <= 80, line);
      }
      const { spec } = await COMMANDS[name].load();
      assertEquals(spec.name, name);
      for (const flag of flagsOf(spec)) {
        const [, after = ""] = text.split(` ${flagSyntax(flag)} `);
        assert(oneLine(after).trim().startsWith(flag.help), flag.name);
      }
    });

    it(`of "${name}" has examples that are valid command lines`, async () => {
      const { spec } = await COMMANDS[name].load();
      for (const { line } of spec.examples) {
        const [program, ...args] = words(line);
        const { kind } = await parseCommand(args);
        assertEquals([program, kind], ["brace", name]);
      }
    });
  }
});

describe("version", () => {
  it("is the same everywhere", () => {
    assertEquals([VERSION, CLIENT_VERSION], [config.version, config.version]);
  });
});
