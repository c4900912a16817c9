import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { mergeRuns } from "../../../lib/tools/report/merge.ts";
import { planOrder } from "../../../lib/tools/report/collect.ts";
import { reportedRequests } from "../../../lib/tools/report/reported_run.ts";
import type { Step } from "../../../lib/core/plan/types.ts";
import type { RequestResult, RunEvent } from "../../../lib/core/run/types.ts";
import { Tally } from "../../../lib/core/run/tally.ts";
import { reported } from "./reported.ts";
import { result, step } from "./sample_run.ts";

/** A run whose requests ended like this, in this order. */
function runOf(results: readonly RequestResult[], startedAt = 0): RunEvent[] {
  const tally = new Tally();
  results.forEach((it) => tally.add(it));
  const steps = results.map((it) => it.step);
  return [
    {
      type: "run-start",
      collection: "C",
      plan: { steps, iterations: 1, rows: [] },
      startedAt,
    },
    ...results.map((result): RunEvent => ({ type: "request-end", result })),
    {
      type: "run-end",
      summary: { ...tally.counts(), duration: 100, interrupted: false },
    },
  ];
}

/** The plan: setup, two folders and the top, teardown. */
function plan(change: (path: string) => Partial<RequestResult> = () => ({})) {
  const at = (path: string, index: number, stage?: Step["stage"]) =>
    result(step("GET", path, { index, ...stage && { stage } }), {
      tests: [{ name: "t", status: "passed" }],
      ...change(path),
    });
  return {
    setup: at("login.yml", 0, "setup"),
    a: [at("a/1.yml", 1), at("a/2.yml", 2)],
    b: [at("b/1.yml", 3), at("b/2.yml", 4)],
    top: [at("top.yml", 5)],
    teardown: at("logout.yml", 6, "teardown"),
  };
}

describe("merging runs", () => {
  it("gives the run that was cut into parts", () => {
    const { setup, a, b, top, teardown } = plan();
    const whole = reported(runOf([setup, ...a, ...b, ...top, teardown]));
    const parts = [
      reported(runOf([setup, ...b, teardown])),
      reported(runOf([setup, ...a, ...top, teardown])),
      reported(runOf([setup, teardown])),
    ];
    const merged = mergeRuns(parts);
    assertEquals([...reportedRequests(merged)], [...reportedRequests(whole)]);
    assertEquals(
      { ...merged.summary, duration: 0 },
      { ...whole.summary, duration: 0 },
    );
    assertEquals(merged.summary.duration, 300);
  });

  it("fails because of what fails one part", () => {
    const flaky = plan(() => ({ rerun: 1, flaky: [] }));
    const events = runOf(flaky.a);
    const end = events.at(-1)!;
    if (end.type !== "run-end") throw new Error("a run ends");
    const fails = { ...end.summary, failOn: { flaky: 2 } };
    const one = [...events.slice(0, -1), { ...end, summary: fails }];
    const { summary } = mergeRuns([reported(one), reported(runOf(plan().b))]);
    assertEquals(summary.failOn, { flaky: 2 });
  });

  it("keeps a setup that failed in one part", () => {
    const fine = plan();
    const broken = plan(() => ({ status: "errored", failures: ["network"] }));
    for (
      const parts of [[fine.setup, broken.setup], [broken.setup, fine.setup]]
    ) {
      const { summary } = mergeRuns(parts.map((it) => reported(runOf([it]))));
      assertEquals([summary.requests.total, summary.requests.errored], [1, 1]);
    }
  });

  it("keeps every execution of other requests", () => {
    const run = reported(runOf(plan().a, 1_000));
    const merged = mergeRuns([run, reported(runOf(plan().a, 500))]);
    assertEquals(merged.paths, ["a/1.yml", "a/2.yml", "a/1.yml", "a/2.yml"]);
    assertEquals(merged.startedAt, "1970-01-01T00:00:00.500Z");
  });
});

describe("the plan's order", () => {
  const rows: [name: string, ended: string[], expected: string[]][] = [
    [
      "folders side by side",
      ["1 b/1", "0 a/1", "3 top", "2 b/2"],
      ["0 a/1", "1 b/1", "2 b/2", "3 top"],
    ],
    [
      "requests that scripts run again stay as they ran",
      ["0 a/1", "1 a/2", "0 a/1", "1 a/2", "2 b/1"],
      ["0 a/1", "1 a/2", "0 a/1", "1 a/2", "2 b/1"],
    ],
    [
      "folders between requests",
      ["0 top", "2 last", "1 f/1"],
      ["0 top", "1 f/1", "2 last"],
    ],
    [
      "inner folders go with their folder",
      ["2 b/1", "1 a/x/2", "0 a/1"],
      ["1 a/x/2", "0 a/1", "2 b/1"],
    ],
  ];
  for (const [name, ended, expected] of rows) {
    it(`has ${name}`, () => {
      const placed = ended.map((it) => {
        const [index, path] = it.split(" ");
        return { index: Number(index), iteration: 0, path };
      });
      assertEquals(planOrder(placed, 1).map((at) => ended[at]), expected);
    });
  }

  it("has setup first and teardown last, wherever the plan has them", () => {
    const placed = [
      { index: 0, path: "logout.yml", stage: "teardown" as const },
      { index: 1, path: "a/1.yml" },
      { index: 2, path: "login.yml", stage: "setup" as const },
    ].map((it) => ({ ...it, iteration: 0 }));
    assertEquals(planOrder(placed, 1), [2, 1, 0]);
  });

  it("has iterations side by side", () => {
    const placed = [[2, 1], [0, 0], [3, 1], [1, 0]].map((
      [index, iteration],
    ) => ({ index, iteration, path: "a.yml" }));
    assertEquals(planOrder(placed, 2), [1, 3, 0, 2]);
  });
});
