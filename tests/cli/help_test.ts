import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { COMMAND_NAMES } from "../../lib/cli/command.ts";
import { flagsOf, flagSyntax } from "../../lib/cli/flags/flag.ts";
import { SPECS } from "../../lib/cli/flags/specs.ts";
import { help } from "../../lib/cli/help.ts";
import { parseCommand } from "../../lib/cli/parse_command.ts";
import { VERSION } from "../../lib/cli/version.ts";
import { CLIENT_VERSION } from "../../lib/scope/client_version.ts";
import config from "../../deno.json" with { type: "json" };

describe("help", () => {
  it("lists every command", () => {
    for (const name of COMMAND_NAMES) assert(help().includes(`\n  ${name} `));
  });

  for (const name of COMMAND_NAMES) {
    it(`of "${name}" lists every flag on a line of at most 100 characters`, () => {
      const lines = help(name).split("\n");
      for (const flag of flagsOf(SPECS[name])) {
        const found = lines.filter((line) =>
          line.includes(flagSyntax(flag) + " ") && line.endsWith(flag.help)
        );
        assertEquals(found.length, 1, flag.name);
        assert(found[0].length <= 100, found[0]);
      }
    });

    it(`of "${name}" has examples that are valid command lines`, () => {
      for (const { line } of SPECS[name].examples) {
        const [program, ...args] = line.split(" ");
        assertEquals([program, parseCommand(args).kind], ["brace", name]);
      }
    });
  }
});

describe("version", () => {
  it("is the same everywhere", () => {
    assertEquals([VERSION, CLIENT_VERSION], [config.version, config.version]);
  });
});
