import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { refuseTrust } from "../../../lib/cli/run/run_command.ts";
import { UsageError } from "../../../lib/core/source/errors.ts";

describe("refuseTrust", () => {
  it("gives the command that works", () => {
    const error = assertThrows(
      () =>
        refuseTrust(["run", "my api", "--var", "a=it's", "--trust-scripts"]),
      UsageError,
    );
    assertEquals(
      error.diagnostics[0].suggestion,
      `deno run -A jsr:@brace/brace/cli run "my api" --var "a=it's" --trust-scripts`,
    );
  });
});
