import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  request,
  runCollection,
  type RunSetup,
} from "../support/run_collection.ts";

/** Checks assertions of one request against an answer. */
async function check(
  answer: unknown,
  rows: readonly [expression: string, operator: string, value?: string][],
  variables = "[]",
  options: RunSetup = {},
) {
  const assertions = rows.map(([expression, operator, value]) =>
    `  - ${
      JSON.stringify({
        expression,
        operator,
        ...value !== undefined && { value },
      })
    }`
  );
  const { results: [result] } = await runCollection({
    "1.yml": request("GET /x", {
      runtime: `variables: ${variables}\nassertions:\n${assertions.join("\n")}`,
    }),
  }, { ...options, handler: () => ({ json: answer }) });
  return result;
}

describe("assertions of a request", () => {
  it("keep the kind of one placeholder alone, and read any other text", async () => {
    const variables =
      `[{name: n, value: 5}, {name: t, value: "5"}, {name: o, value: {type: object, data: '{"a": [1]}'}}]`;
    const { assertions } = await check({ n: 5, t: "5", o: { a: [1] } }, [
      ["res.body.n", "eq", "{{n}}"],
      ["res.body.t", "eq", "{{t}}"],
      ["res.body.n", "eq", "{{t}}"],
      ["res.body.o", "eq", "{{o}}"],
      ["res.body.n", "eq", "{{t}}{{missing}}"],
      ["res.body.n + 50", "eq", "{{n}}{{t}}"],
      ["res.body.t", "eq", "'{{n}}'"],
    ], variables);
    assertEquals(assertions.map(({ status }) => status), [
      "passed",
      "passed",
      "failed",
      "passed",
      "failed",
      "passed",
      "passed",
    ]);
    assertEquals(assertions[4].diagnostic?.code, "UNDEFINED_VARIABLE");
    assertEquals(assertions[4].expected, "{{t}}{{missing}}");
    assertEquals([assertions[2].expected, assertions[2].actual], ['"5"', "5"]);
  });

  it("with a left side that throws fail, whatever the operator", async () => {
    const operators = [
      "isDefined",
      "isUndefined",
      "isNull",
      "isFalsy",
      "isEmpty",
    ];
    for (
      const left of ["res.body.a.b", "res.body.a.b.toString()", "nothing.at"]
    ) {
      const { assertions } = await check(
        {},
        operators.map((operator) => [left, operator]),
      );
      assertEquals(
        assertions.map(({ status }) => status),
        operators.map(() => "failed"),
      );
    }
  });

  it("that read invalid JSON fail, however they read it", async () => {
    const { results: [result] } = await runCollection({
      "1.yml": request("GET /x", {
        runtime: `assertions:
  - {expression: res.body.a, operator: isUndefined}
  - {expression: "res.body.length > 0", operator: isTruthy}
  - {expression: res.getBody(), operator: isDefined}
  - {expression: res.status, operator: eq, value: "200"}`,
      }),
    }, {
      handler: () => ({
        headers: [["Content-Type", "application/json"]],
        body: "<html>",
      }),
    });
    assertEquals(
      result.assertions.map(({ diagnostic }) => diagnostic?.code),
      ["INVALID_RESPONSE", "INVALID_RESPONSE", "INVALID_RESPONSE", undefined],
    );
  });

  it("end when a pattern would not", async () => {
    const text = "a".repeat(40) + "!";
    const { assertions } = await check(
      { text, long: "x".repeat(20_000) },
      [
        ["res.body.text", "matches", "^(a+)+$"],
        ["res.body.text", "notMatches", "^(a|a)*$"],
        ["res.body.long", "matches", ".*.*.*.*.*="],
        ["res.body.text", "matches", "^(a+)+!$"],
        ["res.body.text", "notMatches", "/^(B+)+!$/i"],
      ],
      "[]",
      { scriptTimeout: 100 },
    );
    assertEquals(assertions.map(({ status }) => status), [
      "failed",
      "failed",
      "failed",
      "passed",
      "passed",
    ]);
    assertEquals(
      assertions[0].diagnostic?.message.endsWith("takes too long"),
      true,
    );
  });

  it("that are disabled are left out", async () => {
    const { results: [result] } = await runCollection({
      "1.yml": request("GET /x", {
        runtime: `assertions:
  - {expression: res.status, operator: eq, value: "1", disabled: true}`,
      }),
    });
    assertEquals(result.assertions, []);
    assertEquals(result.status, "passed");
  });
});
