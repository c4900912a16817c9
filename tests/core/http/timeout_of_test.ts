import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { timeoutOf, timeoutWayOut } from "../../../lib/core/http/timeout_of.ts";

describe("timeoutOf", () => {
  /** what the request says, `--timeout`, the limit */
  const ROWS: readonly [number | undefined, number | undefined, number][] = [
    [undefined, undefined, 30_000],
    [0, undefined, 30_000],
    [60_000, undefined, 60_000],
    [undefined, 500, 500],
    [0, 500, 500],
    [400, 500, 400],
    [600, 500, 500],
    [undefined, 0, 0],
    [0, 0, 0],
    [400, 0, 400],
  ];
  for (const [own, ceiling, limit] of ROWS) {
    it(`${own} under ${ceiling} is ${limit}`, () => {
      assertEquals(timeoutOf(own, ceiling), limit);
    });
  }
});

describe("timeoutWayOut", () => {
  it("names the default where nobody says anything", () => {
    assertEquals(
      timeoutWayOut({ timeout: 0, timeoutFile: "a.yml" }, undefined),
      { kind: "raise-default", names: ["timeout"] },
    );
  });
});
