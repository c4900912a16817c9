import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { exitCode, type RunVerdict } from "../../../lib/core/run/exit_code.ts";
import type { FailureClass } from "../../../lib/core/run/types.ts";

function results(...rows: FailureClass[][]): RunVerdict["results"] {
  return rows.map((failures, index) => ({ index, failures }));
}

const CASES: [name: string, outcome: Partial<RunVerdict>, code: number][] = [
  ["all passed", { results: results([], []) }, 0],
  ["a check failed", { results: results([], ["check"]) }, 1],
  ["a rendering failed", { results: results(["render"]) }, 3],
  ["the network failed", { results: results(["network"]) }, 4],
  ["a script failed", { results: results(["script"]) }, 5],
  ["something was refused", { results: results(["permission"]) }, 6],
  ["the earliest decides", { results: results(["check"], ["permission"]) }, 1],
  [
    "the earliest in plan order, not in time",
    {
      results: [
        { index: 1, failures: ["check"] },
        { index: 0, failures: ["script"] },
      ],
    },
    5,
  ],
  [
    "permission before all",
    {
      results: results(["check", "network", "script", "render", "permission"]),
    },
    6,
  ],
  [
    "rendering before scripts",
    { results: results(["check", "script", "render"]) },
    3,
  ],
  [
    "scripts before the network",
    { results: results(["check", "network", "script"]) },
    5,
  ],
  ["the network before checks", { results: results(["check", "network"]) }, 4],
  ["interrupted", { interrupted: true }, 130],
  [
    "interrupted wins",
    { interrupted: true, results: results(["permission"]) },
    130,
  ],
  ["nothing executed", { executed: 0, results: [] }, 2],
  [
    "nothing executed, which is allowed",
    { executed: 0, results: [], allowEmpty: true },
    0,
  ],
  ["only skipped", { executed: 0, results: results([]) }, 2],
  ["a report not written", { unwritten: true }, 2],
  ["data that could not be read any more", { broken: true }, 2],
  [
    "a failing request and a report not written",
    { unwritten: true, results: results(["check"]) },
    1,
  ],
];

describe("exitCode", () => {
  for (const [name, outcome, code] of CASES) {
    it(`${code}: ${name}`, () => {
      assertEquals(
        exitCode({
          results: results([]),
          executed: 1,
          allowEmpty: false,
          interrupted: false,
          unwritten: false,
          ...outcome,
        }),
        code,
      );
    });
  }
});
