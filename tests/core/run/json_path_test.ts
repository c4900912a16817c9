import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { problemsOf } from "../../../lib/core/run/explain/failure_of.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
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

/** Paths that nothing can evaluate: why, and where that is. */
const BROKEN: readonly [path: string, why: string, offset: number][] = [
  ["$.items[?(@.id", "unbalanced brackets", 9],
  ["$.items[", "unclosed bracketed selection", 7],
  [" $.items. ", "it ends too early", 8],
  ["$.items[?nope(@.id)]", "no such function 'nope'", 9],
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

  for (const [path, why, offset] of BROKEN) {
    it(`${path} is wrong in the words that check has: ${why}`, async () => {
      const { results: [result] } = await runCollection({
        "a.yml": request("GET /", {
          runtime: `assertions:
  - {expression: ${JSON.stringify(path)}, operator: eq, value: "1"}`,
        }),
      }, { handler: () => ({ json: BODY }) });
      const [{ code, message, location }] = problemsOf(result);
      assertEquals(code, "ASSERTION");
      assertEquals(message, `Cannot evaluate "${path}": ${why}`);
      assertEquals(location?.offset, offset);
      const { problems } = readScript({ code: path, expression: true });
      assertEquals(
        problems.map((it) => [it.message, it.offset]),
        [[`Cannot parse the JSONPath: ${why}`, offset]],
      );
    });
  }

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
