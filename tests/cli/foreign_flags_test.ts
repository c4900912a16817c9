import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { flagsOf } from "../../lib/cli/flags/flag.ts";
import { FOREIGN_FLAGS } from "../../lib/cli/flags/foreign_flags.ts";
import { COMMANDS } from "../../lib/cli/commands.ts";
import type { CommandName } from "../../lib/cli/command.ts";
import { parseCommand } from "../../lib/cli/parse_command.ts";
import { UsageError } from "../../lib/source/errors.ts";

describe("flags of other programs", () => {
  for (const [command, flag, answer] of FOREIGN_FLAGS) {
    it(`${command} ${flag}: ${answer}`, () => {
      const flags = flagsOf(COMMANDS[command as CommandName].spec);
      const ours = new Set(flags.map(({ name }) => `--${name}`));
      const short = flags.map((it) => `-${it.short}`);
      assert(!ours.has(flag) && !short.includes(flag), "it is one of Brace's");
      for (const [named] of answer.matchAll(/--[a-z-]+/g)) {
        assert(ours.has(named), `${named} is not a flag of brace ${command}`);
      }
      let message = "";
      try {
        parseCommand([command, flag, "value"]);
      } catch (error) {
        assert(error instanceof UsageError);
        message = error.message;
      }
      assertEquals(
        message,
        `Cannot use "${flag}": "brace ${command}" has no such flag, ${answer}`,
      );
    });
  }
});
