import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { flagsOf } from "../../lib/cli/flags/flag.ts";
import { FOREIGN_FLAGS } from "../../lib/cli/flags/parse_flags.ts";
import { COMMANDS } from "../../lib/cli/commands.ts";
import type { CommandName } from "../../lib/cli/command.ts";
import { parseCommand } from "../../lib/cli/execute.ts";
import { UsageError } from "../../lib/core/source/errors.ts";

const ROWS = [...FOREIGN_FLAGS].flatMap(([command, flags]) =>
  Object.entries(flags).map(([flag, hint]) => ({ command, flag, hint }))
);

describe("flags of other programs", () => {
  for (const { command, flag, hint } of ROWS) {
    it(`${command} ${flag}: ${hint}`, async () => {
      const { spec } = await COMMANDS[command as CommandName].load();
      const flags = flagsOf(spec);
      const ours = new Set(flags.map(({ name }) => `--${name}`));
      const short = flags.map((it) => `-${it.short}`);
      assert(!ours.has(flag) && !short.includes(flag), "it is one of Brace's");
      for (const [named] of hint.matchAll(/--[a-z-]+/g)) {
        assert(ours.has(named), `${named} is not a flag of brace ${command}`);
      }
      const error = await assertRejects(
        () => parseCommand([command, flag, "value"]),
        UsageError,
      );
      assertEquals(
        error.message,
        `Cannot use "${flag}": "brace ${command}" has no such flag, ${hint}`,
      );
    });
  }
});
