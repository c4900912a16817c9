import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { flagsOf } from "../../lib/cli/flags/flag.ts";
import { FOREIGN_FLAGS } from "../../lib/cli/flags/foreign_flags.ts";
import { RUN_SPEC } from "../../lib/cli/flags/run_spec.ts";
import { parseCommand } from "../../lib/cli/parse_command.ts";
import { UsageError } from "../../lib/source/errors.ts";

describe("flags of other runners", () => {
  const ours = new Set(flagsOf(RUN_SPEC).map(({ name }) => `--${name}`));

  for (const [flag, answer] of FOREIGN_FLAGS) {
    it(`${flag}: ${answer}`, () => {
      assert(!ours.has(flag), "it is one of Brace's own");
      for (const [named] of answer.matchAll(/--[a-z-]+/g)) {
        assert(ours.has(named), `${named} is no flag of brace run`);
      }
      let message = "";
      try {
        parseCommand(["run", flag, "value"]);
      } catch (error) {
        assert(error instanceof UsageError);
        message = error.message;
      }
      assertEquals(
        message,
        `Cannot use "${flag}": "brace run" has no such flag, ${answer}`,
      );
    });
  }
});
