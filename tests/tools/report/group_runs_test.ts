import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import * as details from "../../../lib/tools/report/console/detail_lines.ts";
import { eventLines } from "../../../lib/tools/report/console/event_lines.ts";
import { plainStyle } from "../../../lib/tools/report/style.ts";
import type { Step } from "../../../lib/core/plan/types.ts";
import type { RequestResult, RunEvent } from "../../../lib/core/run/types.ts";
import { startOf } from "./console_report.ts";
import { result, step } from "./sample_run.ts";

const FAILED: Partial<RequestResult> = {
  status: "errored",
  failures: ["check"],
};

/** A step for `a/1`, `1` and, in the second iteration, `1@2`. */
function stepOf(name: string): Step {
  const [path, iteration = "1"] = name.split("@");
  const folder = path.split("/").slice(0, -1).join("/");
  return step("GET", `${path}.yml`, {
    iteration: Number(iteration) - 1,
    folders: folder === "" ? [] : [{
      kind: "folder",
      name: folder,
      path: folder,
      tags: [],
      defaults: { headers: [], variables: [], scripts: [] },
      items: [],
    }],
  });
}

/** What the console says of a run before its end. */
function linesOf(
  steps: readonly Step[],
  reruns: number,
  events: readonly RunEvent[],
): string[] {
  const lines = eventLines({
    style: plainStyle,
    verbose: "none",
    width: 80,
    masker: createMasker([]),
  }, () => details);
  const start = { ...startOf(steps), reruns } as RunEvent;
  return [start, ...events].flatMap(lines);
}

describe("a run whose groups run again", () => {
  const ROWS: [ran: string, said: string, reruns?: number][] = [
    [
      "1 2!",
      "The top level of the collection runs again: 2 requests, 1 of which failed",
    ],
    [
      "1!",
      "The top level of the collection runs again: 1 request, which failed",
    ],
    ["a/1! b/1", 'The folder "a" runs again: 1 request, which failed'],
    [
      "a/1! a/2! a/3? b/1",
      'The folder "a" runs again: 2 requests, all of which failed',
    ],
    [
      "a/1! a/2 b/1! b/2 b/3",
      "2 folders run again: 5 requests, 2 of which failed",
    ],
    [
      "1! 2 b/1!",
      'The top level and the folder "b" run again: 3 requests, 2 of which failed',
    ],
    [
      "1! a/1! b/1!",
      "The top level and 2 folders run again: 3 requests, all of which failed",
    ],
    [
      "a/1@1 2@1 a/1@2! 2@2",
      "Iteration 2 of 2 runs again (1 of 3 times at most): 2 requests, 1 of which failed",
      3,
    ],
    [
      "1@1! 2@1 1@2 2@2 1@3! 2@3",
      "2 iterations run again: 4 requests, 2 of which failed",
    ],
  ];
  for (const [ran, said, reruns = 1] of ROWS) {
    it(`says what runs again, passed requests included: ${ran}`, () => {
      const results = ran.split(" ").map((name) =>
        result(
          stepOf(name.replace(/[!?]$/, "")),
          name.endsWith("!")
            ? FAILED
            : name.endsWith("?")
            ? { status: "skipped" }
            : {},
        )
      );
      const again = results.find(({ status }) => status === "errored")!;
      const lines = linesOf(results.map(({ step }) => step), reruns, [
        ...results.map((it): RunEvent => ({ type: "request-end", result: it })),
        { type: "request-start", step: again.step, rerun: 1 },
        { type: "request-end", result: { ...again, rerun: 1 } },
      ]);
      assertEquals(lines.filter((line) => line.includes(" again")), [said]);
    });
  }

  it("says it before a request that is skipped again", () => {
    const [first, failed] = [stepOf("a/1"), stepOf("a/2")];
    const skipped = { status: "skipped", reason: "as before" } as const;
    const lines = linesOf([first, failed], 1, [
      { type: "request-end", result: result(first, skipped) },
      { type: "request-end", result: result(failed, FAILED) },
      { type: "request-end", result: result(first, { ...skipped, rerun: 1 }) },
      { type: "request-start", step: failed, rerun: 1 },
      { type: "request-end", result: result(failed, { rerun: 1, flaky: [] }) },
    ]);
    const order = lines.flatMap((line) =>
      /^– a\/1|^✗ a\/2|^✓ a\/2|^The folder/.exec(line)?.[0] ?? []
    );
    assertEquals(order, [
      "– a/1",
      "✗ a/2",
      "The folder",
      "– a/1",
      "✓ a/2",
    ]);
  });
});
