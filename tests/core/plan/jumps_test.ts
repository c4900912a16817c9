import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { ownCode } from "../../../lib/core/collection/required/required_code.ts";
import { lastReturns } from "../../../lib/core/plan/jumps.ts";
import { makePlan } from "../../../lib/core/plan/make_plan.ts";

/** Requests a, b, c … by their scripts, and the last step that may return to each one. */
const CASES: [name: string, scripts: string[], last: string][] = [
  ["nothing returns", ["", "", ""], "a b c"],
  ["a request repeats itself", ["", 'bru.setNextRequest("b")', ""], "a b c"],
  ["to an earlier one", ["", "", "bru.setNextRequest('a')", ""], "c c c d"],
  ["by a path", ["", "", "client.setNextRequest(`a.yml`)", ""], "c c c d"],
  ["forward", ['bru.setNextRequest("c")', "", ""], "a b c"],
  ["nowhere", ["", "bru.setNextRequest(null)", ""], "a b c"],
  ["to what is not there", ["", 'bru.setNextRequest("z")', ""], "a b c"],
  [
    "wherever the run decides",
    ["", "", "bru.setNextRequest(it)", ""],
    "c c c d",
  ],
  [
    "to itself, in Postman's words",
    ["", "pm.execution.setNextRequest(pm.info.requestName)", ""],
    "a b c",
  ],
  [
    "stretches that overlap are one",
    ["", "", 'bru.setNextRequest("b")', "", 'bru.setNextRequest("c")', ""],
    "a e e e e f",
  ],
];

function planOf(scripts: readonly string[], nameOf: (at: number) => string) {
  const { value } = readCollection({
    root: "",
    files: new Map([
      ["opencollection.yml", ""],
      ...scripts.map((code, at) =>
        [
          `${nameOf(at)}.yml`,
          `info: {name: ${nameOf(at)}, type: http, seq: ${at + 1}}
http: {url: "http://localhost"}
runtime: {scripts: [{type: after-response, code: ${JSON.stringify(code)}}]}
`,
        ] as const
      ),
    ]),
  });
  return makePlan(value!, {}).value;
}

describe("the last step that returns", () => {
  const letter = (at: number) => String.fromCharCode(97 + at);

  for (const [name, scripts, last] of CASES) {
    it(`${name}`, () => {
      const found = lastReturns(planOf(scripts, letter), ownCode);
      assertEquals(
        scripts.map((_, at) => letter(found.get(at)!)).join(" "),
        last,
      );
    });
  }

  it("is found in linear time, of 5,000 that each name another one", () => {
    const scripts = Array.from(
      { length: 5_000 },
      (_, at) => `bru.setNextRequest("r${Math.max(0, at - 1)}")`,
    );
    const found = lastReturns(planOf(scripts, (at) => `r${at}`), ownCode);
    assertEquals(found.get(0), 4_999);
  });
});
