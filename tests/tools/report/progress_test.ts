import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { followRun } from "../../../lib/tools/report/progress.ts";
import { displayWidth } from "../../../lib/core/source/display_width.ts";
import type { RunEvent } from "../../../lib/core/run/types.ts";
import type { Step } from "../../../lib/core/plan/types.ts";
import { result, sampleRun, step } from "./sample_run.ts";

/** The line after each event. */
function progressLine(
  { width, elapsed = () => 0 }: { width: number; elapsed?: () => number },
): (event: RunEvent) => string {
  const progress = followRun({ width, elapsed });
  return (event) => {
    progress.add(event);
    return progress.line();
  };
}

describe("the progress line", () => {
  it("follows a run", () => {
    const line = progressLine({ width: 40 });
    const lines = sampleRun().slice(0, 8).map(line);
    assertEquals(lines, [
      "",
      "",
      "[1/10] users/create.yml …",
      "[1/10] …",
      "[2/10] users/read.yml …",
      "[2/10] …",
      "[3/10] users/update.yml …",
      "[3/10] 1 failed …",
    ]);
  });

  it("stands there until the run ends", () => {
    const line = progressLine({ width: 40 });
    const last = sampleRun().map(line);
    assertEquals(last.slice(2).indexOf(""), last.length - 3);
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

  it("tells the failures, the rate and the time left", () => {
    // Waiting for a server does not count.
    const waited = 60_000;
    let now = 0;
    const progress = followRun({ width: 80, elapsed: () => waited + now });
    const steps = ["a", "b", "c", "d"].map((path) => step("GET", path));
    const plan = { steps, iterations: 1, rows: [] };
    const events: RunEvent[] = [
      { type: "run-start", collection: "C", plan, startedAt: 0 },
      { type: "request-start", step: steps[0] },
      {
        type: "request-end",
        result: result(steps[0], { status: "failed", failures: ["check"] }),
      },
      { type: "request-start", step: steps[1] },
    ];
    assertEquals(progress.status(), "");
    for (const event of events) progress.add(event);
    assertEquals(progress.line(), "[2/4] 1 failed b …");
    assertEquals(progress.status(), "1/4 requests · 1 failed");
    now = 2_000;
    assertEquals(progress.line(), "[2/4] 1 failed b … 0.5/s · 6 s left");
    const clean: Step = { ...step("GET", "clean"), stage: "teardown" };
    progress.add({ type: "request-start", step: clean });
    // A run that was interrupted goes on with it.
    assertEquals(progress.line(), "[2/4] 1 failed clean +1 … 0.5/s");
    progress.add({ type: "request-end", result: result(clean) });
    now = 40_000;
    assertEquals(
      progress.status(),
      "2/4 requests · 1 failed · 0.1/s · 40 s left",
    );
    progress.add(sampleRun().at(-1)!);
    assertEquals([progress.line(), progress.status()], ["", ""]);
  });
});
