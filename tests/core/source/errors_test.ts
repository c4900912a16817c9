import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import { InterpolationError } from "../../../lib/core/source/errors.ts";

function diagnostics(
  count: number,
  messageOf: (at: number) => string,
): Diagnostic[] {
  return Array.from({ length: count }, (_, at) => ({
    code: "UNDEFINED_VARIABLE",
    severity: "error",
    message: messageOf(at),
  }));
}

describe("an error of several diagnostics", () => {
  const rows: [name: string, Diagnostic[], message: string][] = [
    ["two", diagnostics(2, (at) => `m${at}`), "m0\nm1"],
    [
      "2,000",
      diagnostics(2_000, (at) => `m${at}`),
      "m0\nm1\nm2\nm3\nm4\nm5\nm6\nm7\nm8\nm9\n… and 1990 more",
    ],
    ["2,000 equal ones", diagnostics(2_000, () => "m"), "m"],
    [
      "a long one",
      diagnostics(1, () => "x".repeat(100_000)),
      `${"x".repeat(1_000)}…`,
    ],
  ];
  for (const [name, all, message] of rows) {
    it(`has a bounded message for ${name}, and all of them as data`, () => {
      const error = new InterpolationError(all);
      assertEquals(error.message, message);
      assertEquals(error.diagnostics, all);
    });
  }
});
