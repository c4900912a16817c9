import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { problemsOf } from "../../../lib/core/run/explain/failure_of.ts";
import {
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";

const BODY = {
  items: [
    { id: 1, name: "a", tags: ["x"] },
    { id: 2, name: "b", tags: [] },
    { id: 3, name: "ab", tags: ["x", "y"] },
  ],
  "content-type": "t",
  "0": "zero",
  nothing: null,
  big: 0,
};

/** Expressions over the body, and what they give as JSON. */
const ROWS: readonly [path: string, value: unknown][] = [
  ["$.items[0].id", 1],
  ["$.items[-1].id", 3],
  ["$['content-type']", "t"],
  ['$["0"]', "zero"],
  ["$.nothing", null],
  ["$.missing", undefined],
  ["$.items.length", undefined],
  ["$.items[9].id", undefined],
  ["$.items[*].id", [1, 2, 3]],
  ["$..id", [1, 2, 3]],
  ["$.items[1:].name", ["b", "ab"]],
  ["$.items[?@.id > 1].name", ["b", "ab"]],
  ["$.items[?match(@.name, 'a.*')].id", [1, 3]],
  ["$.items[?count(@.tags[*]) == 2].id", [3]],
  ["$.items[0,2].id", [1, 3]],
  ["$", BODY],
];

describe("JSONPath", () => {
  for (const [path, value] of ROWS) {
    it(`${path} gives ${JSON.stringify(value)}`, async () => {
      const { results: [result] } = await runCollection({
        "a.yml": request("GET /", {
          runtime: `assertions:
  - {expression: ${JSON.stringify(path)}, operator: ${
            value === undefined ? "isUndefined" : "eq"
          }, value: ${JSON.stringify(JSON.stringify(value) ?? "")}}
${
            scripts({
              tests: `test("same", () => {
  expect(res.jsonPath(${JSON.stringify(path)})).to.deep.equal(${
                JSON.stringify(
                  isPlace(path) ? value === undefined ? [] : [value] : value,
                )
              });
});`,
            })
          }`,
        }),
      }, { handler: () => ({ json: BODY }) });
      assertEquals(problemsOf(result).map(({ message }) => message), []);
      assertEquals([result.assertions.length, result.tests.length], [1, 1]);
    });
  }

  it("says what is wrong with a path", async () => {
    const { results: [result] } = await runCollection({
      "a.yml": request("GET /", {
        runtime: `assertions:
  - {expression: "$.items[?(@.id", operator: eq, value: "1"}`,
      }),
    }, { handler: () => ({ json: BODY }) });
    const [{ code, message }] = problemsOf(result);
    assertEquals(code, "ASSERTION");
    assertMatch(message, /^Cannot evaluate "\$\.items\[\?\(@\.id": un/);
  });

  it("works in trusted scripts", async () => {
    const { results: [result] } = await runCollection({
      "a.yml": request("GET /", {
        runtime: scripts({
          tests:
            'test("ids", () => expect(res.jsonPath("$..id")).to.deep.equal([1, 2, 3]));',
        }),
      }),
    }, { handler: () => ({ json: BODY }), trustScripts: true });
    assertEquals(problemsOf(result), []);
    assertEquals(result.tests.length, 1);
  });
});

/** Whether a path names one place. */
function isPlace(path: string): boolean {
  return !/[*?:,]|\.\./.test(path);
}
