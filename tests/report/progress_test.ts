import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { progressLine } from "../../lib/report/progress.ts";
import { displayWidth } from "../../lib/source/display_width.ts";
import type { RunEvent } from "../../lib/run/types.ts";
import { result, sampleRun, step } from "./sample_run.ts";

describe("the progress line", () => {
  it("follows a run", () => {
    const line = progressLine({ width: 40 });
    const lines = sampleRun().slice(0, 8).map(line);
    assertEquals(lines, [
      "",
      "",
      "[1/10] users/create.yml …",
      "",
      "[2/10] users/read.yml …",
      "",
      "[3/10] users/update.yml …",
      "",
    ]);
  });

  it("counts what else is under way", () => {
    const line = progressLine({ width: 40 });
    const [a, b] = ["a.yml", "b.yml"].map((path) => step("GET", path));
    const events: RunEvent[] = [
      { type: "request-start", step: a },
      { type: "request-start", step: b },
      { type: "request-end", result: result(b) },
    ];
    assertEquals(events.map(line), [
      "[1/1] a.yml …",
      "[1/1] b.yml +1 …",
      "[2/2] a.yml …",
    ]);
  });

  it("keeps to the width and cannot steer the terminal", () => {
    const line = progressLine({ width: 30 });
    const text = line({
      type: "request-start",
      step: step("GET", `${"long/".repeat(20)}\x1b[2J\n日本.yml`),
    });
    assert(displayWidth(text) < 30, text);
    // deno-lint-ignore no-control-regex
    assertEquals(text.match(/[\0-\x1f]/), null);
  });
});
